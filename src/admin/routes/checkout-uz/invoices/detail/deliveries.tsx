import { TriangleRightMini } from "@medusajs/icons"
import { Badge, CodeBlock, Text } from "@medusajs/ui"
import type { InvoiceDetail } from "../../../../../contract"
import { Moment } from "../../../../components/moment"
import { useWords } from "../../../../lib/words"
import { Part } from "./part"
import { prettyBody } from "./pretty-body"

type Delivery = InvoiceDetail["deliveries"][number]

/** The webhooks that told of the invoice. They are hints; only the service's own answer counts. */
export const Deliveries = ({ deliveries }: { deliveries: Delivery[] }) => {
  const { t } = useWords()
  return (
    <Part title={t("payments.webhooks")}>
      {deliveries.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("payments.webhooks_none")}
        </Text>
      ) : (
        <ul className="flex flex-col gap-y-2">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryDetails delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

const DeliveryDetails = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useWords()
  return (
    <details className="group rounded-lg border">
      <summary className="txt-compact-small focus-visible:shadow-borders-focus flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-lg px-3 py-2 outline-none">
        <TriangleRightMini className="text-ui-fg-muted transition-transform group-open:rotate-90" />
        <Moment at={delivery.at} />
        <Badge
          size="2xsmall"
          color={delivery.token_matched ? "green" : "grey"}
          className="whitespace-nowrap"
        >
          {delivery.token_matched ? t("payments.webhook_own") : t("payments.webhook_general")}
        </Badge>
      </summary>
      <div className="flex flex-col gap-y-3 border-t p-3">
        <Code label={t("payments.webhook_body")} {...prettyBody(delivery.body)} />
        {delivery.provider_details !== null && (
          <Code
            label={t("payments.provider_details")}
            language="json"
            code={JSON.stringify(delivery.provider_details, undefined, 2)}
          />
        )}
      </div>
    </details>
  )
}

const Code = ({ label, language, code }: { label: string; language: string; code: string }) => (
  <div className="flex flex-col gap-y-1">
    <Text size="xsmall" className="text-ui-fg-subtle">
      {label}
    </Text>
    <CodeBlock snippets={[{ label, language, code, hideLineNumbers: true, hideCopy: true }]}>
      <CodeBlock.Body
        className="max-h-80 [&_pre]:text-xs [&_pre]:leading-5"
        tabIndex={0}
        role="region"
        aria-label={label}
      />
    </CodeBlock>
  </div>
)
