import { Badge, Button, Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useWords } from "../../../lib/words"

type Name = "held" | "payouts" | "unanswered"

/** Where a list begins on the page. */
export const sectionId = (name: Name): string => `checkout-uz-${name}`

/** One of the lists, with its count and its pages. */
export const Section = ({
  name,
  count,
  page,
  pageSize,
  turn,
  more,
  children,
}: {
  name: Name
  count: number
  page: number
  pageSize: number
  turn: (page: number) => void
  /** Where there is more of the kind, such as what is done. */
  more?: ReactNode
  children: ReactNode[]
}) => {
  const { t } = useWords()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  return (
    <Container id={sectionId(name)} tabIndex={-1} className="scroll-mt-4 divide-y p-0 outline-none">
      <div className="px-6 py-4">
        <div className="flex items-center gap-x-2">
          <Heading level="h2">{t(`payments.attention.${name}`)}</Heading>
          {count > 0 && (
            <Badge size="2xsmall" rounded="full" className="tabular-nums">
              {count}
            </Badge>
          )}
        </div>
        <Text size="small" className="text-ui-fg-subtle">
          {t(`payments.attention.${name}_hint`)} {more}
        </Text>
      </div>
      {count === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t(`payments.attention.${name}_none`)}
        </Text>
      ) : (
        <ul className="divide-y">{children}</ul>
      )}
      {(pages > 1 || page > 0) && (
        <div className="flex items-center justify-end gap-x-2 px-6 py-3">
          <Text size="small" className="text-ui-fg-subtle tabular-nums">
            {page + 1} {t("payments.paging.of")} {pages}
          </Text>
          <Button
            size="small"
            variant="transparent"
            type="button"
            disabled={page === 0}
            onClick={() => {
              turn(Math.min(page, pages) - 1)
            }}
          >
            {t("payments.paging.prev")}
          </Button>
          <Button
            size="small"
            variant="transparent"
            type="button"
            disabled={page + 1 >= pages}
            onClick={() => {
              turn(page + 1)
            }}
          >
            {t("payments.paging.next")}
          </Button>
        </div>
      )}
    </Container>
  )
}
