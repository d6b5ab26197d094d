import { Badge, InlineTip } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { CashDesk } from "../../../../contract"
import { FactRow } from "../../../components/fact-row"
import { TextLink } from "../../../components/text-link"
import { useWords } from "../../../lib/words"
import { Subtle } from "./subtle"

/** Which payment providers take this cash desk's payments, and where customers are offered them. */
export const UsedBy = ({ desk }: { desk: CashDesk }) => {
  const { t } = useWords()
  return (
    <>
      <FactRow name={t("settings.providers.name")}>
        {desk.provider_ids.length === 0 ? (
          <Subtle>{t("settings.providers.none")}</Subtle>
        ) : (
          <div className="flex flex-wrap gap-1">
            {desk.provider_ids.map((id) => (
              <Badge key={id} size="2xsmall" className="max-w-full truncate">
                {id}
              </Badge>
            ))}
          </div>
        )}
      </FactRow>
      <FactRow name={t("settings.regions.name")}>
        <Regions desk={desk} />
      </FactRow>
    </>
  )
}

const Regions = ({ desk }: { desk: CashDesk }) => {
  const { t } = useWords()
  if (desk.regions.length === 0 && desk.provider_ids.length > 0) {
    return (
      <InlineTip label={t("settings.regions.none")} variant="warning">
        {t("settings.regions.none_hint")}{" "}
        <TextLink to="/settings/regions">{t("settings.regions.open")}</TextLink>
      </InlineTip>
    )
  }
  if (desk.regions.length === 0) return t("common.none")
  return (
    <div className="flex flex-wrap gap-1">
      {desk.regions.map(({ id, name }) => (
        <Badge key={id} size="2xsmall" className="max-w-full truncate" asChild>
          <Link to={`/settings/regions/${id}`}>{name}</Link>
        </Badge>
      ))}
    </div>
  )
}
