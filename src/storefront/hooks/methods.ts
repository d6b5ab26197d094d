import { useEffect, useState } from "react"
import { paymentMethods } from "../payment"
import type { PaymentError, Store } from "../store"
import type { PaymentMethod } from "../types"
import { asPaymentError } from "./action"

/** What there is to choose from. */
export interface PaymentMethods {
  /** Undefined until they are known. */
  methods: PaymentMethod[] | undefined
  /** Why they cannot be had. */
  error: PaymentError | undefined
}

/** The payment systems of a region. Where they cannot be had, the payment page still offers them. */
export function usePaymentMethods(store: Store, regionId: string | undefined): PaymentMethods {
  const [found, setFound] = useState<PaymentMethods>({ methods: undefined, error: undefined })
  useEffect(() => {
    if (regionId === undefined) return
    const gone = new AbortController()
    paymentMethods(store, regionId, gone.signal).then(
      (methods) => {
        setFound({ methods, error: undefined })
      },
      (reason: unknown) => {
        if (!gone.signal.aborted) setFound({ methods: undefined, error: asPaymentError(reason) })
      }
    )
    return () => {
      gone.abort()
    }
  }, [store, regionId])
  return found
}
