import { Container, Skeleton } from "@medusajs/ui"
import { useWords } from "../../../lib/words"

/** A section that is on its way. */
export const Loading = ({ rows }: { rows: number }) => {
  const { t } = useWords()
  return (
    <Container className="divide-y p-0" aria-busy aria-label={t("common.loading")}>
      <div className="px-6 py-4">
        <Skeleton className="h-7 w-40" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-3 gap-x-4 px-6 py-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="col-span-2 h-5" />
        </div>
      ))}
    </Container>
  )
}
