import { useQuery, type keepPreviousData } from "@tanstack/react-query"
import { attentionAnswerSchema } from "../../../../contract"
import { ask } from "../../../lib/ask"

const FRESH_MS = 15_000

/** Everything that needs the merchant, and how much there is in all. Kept up to date. */
export function useAttention(
  { limit, offset }: { limit: number; offset: number },
  placeholderData?: typeof keepPreviousData
) {
  return useQuery({
    queryKey: ["checkout-uz", "attention", limit, offset],
    queryFn: () => ask(attentionAnswerSchema, "/attention", { query: { limit, offset } }),
    placeholderData,
    refetchInterval: FRESH_MS,
    refetchOnWindowFocus: "always",
    refetchOnMount: "always",
  })
}

/** How many things the merchant has to do something about; undefined until it is known. */
export function useAttentionCount(): number | undefined {
  const { data } = useAttention({ limit: 1, offset: 0 })
  return data?.to_do_count
}
