import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import {
  cashDeskAnswerSchema,
  cashDesksAnswerSchema,
  type CashDesk,
  settingsAnswerSchema,
  type settingsBodySchema,
  testAnswerSchema,
} from "../../../../contract"
import { ask } from "../../../lib/ask"

const DESKS = ["checkout-uz", "cash-desks"]
const SETTINGS = ["checkout-uz", "settings"]

const pathOf = ({ handle }: CashDesk) => `/cash-desks/${encodeURIComponent(handle)}`

export function useCashDesks() {
  return useQuery({
    queryKey: DESKS,
    queryFn: () => ask(cashDesksAnswerSchema, "/cash-desks"),
    // What its health says is worth little when it is old.
    refetchInterval: 30_000,
  })
}

export function useSettings() {
  return useQuery({ queryKey: SETTINGS, queryFn: () => ask(settingsAnswerSchema, "/settings") })
}

export function useSetKey(desk: CashDesk) {
  return useDeskChange((apiKey: string) =>
    ask(cashDeskAnswerSchema, pathOf(desk), { method: "POST", body: { api_key: apiKey } })
  )
}

export function useRemoveKey(desk: CashDesk) {
  return useDeskChange(() => ask(cashDeskAnswerSchema, pathOf(desk), { method: "DELETE" }))
}

export function useDropKeptKeys(desk: CashDesk) {
  return useDeskChange(() =>
    ask(cashDeskAnswerSchema, `${pathOf(desk)}/kept-keys`, { method: "DELETE" })
  )
}

export function useTest(desk: CashDesk) {
  return useMutation({
    mutationFn: () => ask(testAnswerSchema, `${pathOf(desk)}/test`, { method: "POST" }),
  })
}

export type SettingsChange = z.input<typeof settingsBodySchema>

export function useChangeSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: SettingsChange) =>
      ask(settingsAnswerSchema, "/settings", { method: "POST", body: change }),
    onSuccess: (answer) => {
      client.setQueryData(SETTINGS, answer)
    },
  })
}

function useDeskChange<Input = void>(
  change: (input: Input) => Promise<z.output<typeof cashDeskAnswerSchema>>
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Also what other screens read by the desk's key, such as its payment methods.
    onSuccess: () => client.invalidateQueries({ queryKey: ["checkout-uz"] }),
  })
}
