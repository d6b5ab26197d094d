import { useQuery } from "@tanstack/react-query"
import { settingsAnswerSchema } from "../../contract"
import { ask } from "./ask"

export const SETTINGS = ["checkout-uz", "settings"]

export function useSettings() {
  return useQuery({ queryKey: SETTINGS, queryFn: () => ask(settingsAnswerSchema, "/settings") })
}
