import { orderReceipt, type Receipt } from "medusa-payment-checkout-uz/storefront"
import { useEffect, useState } from "react"
import { store } from "../medusa"
import { useWords } from "../words"

/** It comes some time after the payment: looked for a few times while the page is open. */
const TRIES = 8
const PAUSE_MS = 15_000

export function ReceiptOf({ orderId, sessionId }: { orderId: string; sessionId: string }) {
  const { say } = useWords()
  const receipt = useReceipt(orderId, sessionId)
  const address = receipt?.find(({ link }) => link !== null)?.link
  return (
    <section className="receipt" aria-label={say("receipt")}>
      <h3>{say("receipt")}</h3>
      {receipt ? (
        <>
          <dl>
            {receipt
              .filter(({ link }) => link === null)
              .map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {address && (
            <a className="button soft" href={address} target="_blank" rel="noreferrer">
              {say("receiptOpen")}
            </a>
          )}
        </>
      ) : (
        <p className="quiet">{say("receiptLater")}</p>
      )}
    </section>
  )
}

function useReceipt(orderId: string, sessionId: string): Receipt | undefined {
  const [receipt, setReceipt] = useState<Receipt>()
  useEffect(() => {
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (tries: number) => {
      const found = await orderReceipt(store, orderId, { sessionId, signal: gone.signal }).catch(
        () => null
      )
      if (gone.signal.aborted) return
      if (found) setReceipt(found)
      else if (tries > 1) timer = setTimeout(() => void look(tries - 1), PAUSE_MS)
    }
    void look(TRIES)
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [orderId, sessionId])
  return receipt
}
