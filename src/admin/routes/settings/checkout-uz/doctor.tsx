import { Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import type { Finding } from "../../../../contract"
import { Details } from "../../../components/details"
import { Failure } from "../../../components/failure"
import { useWords } from "../../../lib/words"
import { countFindings, worstFirst } from "./findings"
import { useDoctor } from "./queries"

const COLOURS = { error: "red", warning: "orange", ok: "green" } as const

/** Everything payments need, checked when asked to. */
export const Doctor = () => {
  const { t } = useWords()
  const { mutate, data, error, isPending } = useDoctor()
  const check = () => {
    mutate()
  }
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-col items-start justify-between gap-x-4 gap-y-3 px-6 py-4 sm:flex-row">
        <div className="min-w-0">
          <Heading level="h2">{t("settings.doctor.action")}</Heading>
          <Text size="small" className="text-ui-fg-subtle text-pretty">
            {t("settings.doctor.hint")}
          </Text>
        </div>
        <Button
          size="small"
          variant="secondary"
          className="shrink-0"
          isLoading={isPending}
          onClick={check}
        >
          {t("settings.doctor.action")}
        </Button>
      </div>
      {error && <Failure error={error} retry={check} />}
      {data && <Findings findings={data.findings} />}
    </Container>
  )
}

/** What the server says is English; in another language a sentence of our own stands before it. */
const Findings = ({ findings }: { findings: readonly Finding[] }) => {
  const { t, language } = useWords()
  const { errors, warnings } = countFindings(findings)
  // Of several cash desks only the details say which.
  const isRepeated = (wanted: string) => findings.filter(({ id }) => id === wanted).length > 1
  return (
    <div className="divide-y">
      <Text role="status" size="small" weight="plus" className="px-6 py-3">
        {errors + warnings === 0
          ? t("settings.doctor.all_fine")
          : t("settings.doctor.summary", { errors, warnings })}
      </Text>
      <ul className="divide-y">
        {worstFirst(findings).map(({ id, severity, message, fix }) => (
          <li
            key={`${id} ${message}`}
            className="grid grid-cols-1 items-start gap-x-4 gap-y-1 px-6 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <StatusBadge color={COLOURS[severity]} className="w-fit">
              {t(`settings.doctor.${severity}`)}
            </StatusBadge>
            {language === "en" ? (
              <div className="min-w-0 break-words">
                <Text size="small">{message}</Text>
                {fix !== null && (
                  <Text size="small" className="text-ui-fg-subtle">
                    {fix}
                  </Text>
                )}
              </div>
            ) : (
              <div className="min-w-0">
                <Text size="small">
                  {t(`settings.doctor.${severity === "ok" ? "about" : "amiss"}.${id}`)}
                </Text>
                {(severity !== "ok" || isRepeated(id)) && (
                  <Details text={[message, fix].filter(Boolean).join(" ")} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
