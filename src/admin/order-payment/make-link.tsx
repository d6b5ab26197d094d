import { Button, Hint, Label, Select } from "@medusajs/ui"
import { useId, useState } from "react"
import type { PaymentLink } from "../../contract"
import { wordsForFailure } from "../lib/failure"
import { useWords } from "../lib/words"
import { useMakeLink } from "./queries"

type Props = { orderId: string; link: PaymentLink; again: boolean }

/** Makes an invoice over what is owed; through which provider, where there are several. */
export const MakeLink = ({ orderId, link, again }: Props) => {
  const { t } = useWords()
  const [provider, setProvider] = useState(link.provider_ids[0])
  const field = useId()
  const make = useMakeLink(orderId)
  return (
    <div className="flex flex-col items-start gap-y-3">
      {link.provider_ids.length > 1 && (
        <div className="flex w-full flex-col gap-y-1">
          <Label htmlFor={field} size="small" weight="plus">
            {t("order.link.provider")}
          </Label>
          <Select size="small" value={provider} onValueChange={setProvider}>
            <Select.Trigger id={field}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {link.provider_ids.map((id) => (
                <Select.Item key={id} value={id}>
                  {id}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      )}
      <Button
        size="small"
        variant="secondary"
        isLoading={make.isPending}
        onClick={() => {
          make.mutate(provider)
        }}
      >
        {again ? t("order.link.make_again") : t("order.link.make")}
      </Button>
      {make.error && (
        <Hint role="alert" variant="error">
          {wordsForFailure(t, make.error, "change")}
        </Hint>
      )}
    </div>
  )
}
