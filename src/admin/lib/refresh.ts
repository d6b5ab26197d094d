import { useQueryClient } from "@tanstack/react-query"

/**
 * Has what the screens show of payments read anew. Nobody waits for it: some of it is asked of the
 * payment service, which may be slow. Payment methods change with a cash desk's key alone.
 */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({
      queryKey: ["checkout-uz"],
      predicate: ({ queryKey }) => queryKey[1] !== "payment-methods",
    })
  }
}
