import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import {
  cashDeskAnswerSchema,
  cashDesksAnswerSchema,
  type CashDesk,
  doctorAnswerSchema,
  settingsAnswerSchema,
  type settingsBodySchema,
  testAnswerSchema,
} from "../../../../contract"
import { ask } from "../../../lib/ask"
import { SETTINGS } from "../../../lib/settings"

export { useSettings } from "../../../lib/settings"

const DESKS = ["checkout-uz", "cash-desks"]

const pathOf = ({ handle }: CashDesk) => `/cash-desks/${encodeURIComponent(handle)}`

export function useCashDesks() {
  return useQuery({
    queryKey: DESKS,
    queryFn: () => ask(cashDesksAnswerSchema, "/cash-desks"),
    // What its health says is worth little when it is old.
    refetchInterval: 30_000,
  })
}

/** Checks everything, each time it is asked to: nothing of it is remembered. */
export function useDoctor() {
  return useMutation({ mutationFn: () => ask(doctorAnswerSchema, "/doctor") })
}

/** What is said of a change, also when the part of the screen that asked for it is gone. */
type Told = { onSuccess: () => void; onError?: (error: Error) => void }

export function useSetKey(desk: CashDesk, told: Told) {
  return useDeskChange(told, (apiKey: string) =>
    ask(cashDeskAnswerSchema, pathOf(desk), { method: "POST", body: { api_key: apiKey } })
  )
}

export function useRemoveKey(desk: CashDesk, told: Told) {
  return useDeskChange(told, () => ask(cashDeskAnswerSchema, pathOf(desk), { method: "DELETE" }))
}

export function useDropRetiredKeys(desk: CashDesk, told: Told) {
  return useDeskChange(told, () =>
    ask(cashDeskAnswerSchema, `${pathOf(desk)}/retired-keys`, { method: "DELETE" })
  )
}

type Tested = z.output<typeof testAnswerSchema>

/** Tries the key in force. What was found out about another key is not said of this one. */
export function useTest(desk: CashDesk) {
  const key = JSON.stringify([desk.key.source, desk.key.last_four, desk.key.set_at])
  const { mutate, variables, data, error, isPending } = useMutation<Tested, Error, string>({
    mutationFn: () => ask(testAnswerSchema, `${pathOf(desk)}/test`, { method: "POST" }),
  })
  const ofThisKey = variables === key
  return {
    run: () => {
      mutate(key)
    },
    isPending: isPending && ofThisKey,
    data: ofThisKey ? data : undefined,
    error: ofThisKey ? error : null,
  }
}

export type SettingsChange = z.input<typeof settingsBodySchema>

export function useChangeSettings(told: Told) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: SettingsChange) =>
      ask(settingsAnswerSchema, "/settings", { method: "POST", body: change }),
    onSuccess: (answer) => {
      client.setQueryData(SETTINGS, answer)
      told.onSuccess()
    },
    onError: told.onError,
  })
}

function useDeskChange<Input = void>(
  told: Told,
  change: (input: Input) => Promise<z.output<typeof cashDeskAnswerSchema>>
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ cash_desk: changed }) => {
      client.setQueryData<z.output<typeof cashDesksAnswerSchema>>(DESKS, (before) => {
        if (before === undefined) return undefined
        const same = (desk: CashDesk) => desk.handle === changed.handle
        return {
          ...before,
          cash_desks: before.cash_desks.map((desk) => (same(desk) ? changed : desk)),
        }
      })
      // Also what other screens read by the desk's key, such as its payment methods.
      void client.invalidateQueries({ queryKey: ["checkout-uz"] })
      told.onSuccess()
    },
    onError: told.onError,
  })
}
