import { queryOptions } from "@tanstack/react-query"
import { overviewAnswerSchema } from "../../../../contract"
import { ask } from "../../../lib/ask"
import type { Range } from "../../../lib/range"

/** What a cash desk has, and what was paid day by day. */
export function overviewQuery(handle: string, range: Range) {
  return queryOptions({
    queryKey: ["checkout-uz", "overview", handle, range] as const,
    queryFn: () =>
      ask(overviewAnswerSchema, `/cash-desks/${encodeURIComponent(handle)}/overview`, {
        query: range,
      }),
    staleTime: 15_000,
  })
}
