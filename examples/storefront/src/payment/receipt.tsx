import { orderReceipt, type Receipt, type ReceiptRow } from "medusa-payment-checkout-uz/storefront"
import { useEffect, useState } from "react"
import { store } from "../medusa"
import { useWords } from "../words"
import { readReceipt } from "./receipt-text"

/** It comes some time after the payment: looked for a few times while the page is open. */
const TRIES = 8
const PAUSE_MS = 15_000

export function ReceiptOf({ orderId, sessionId }: { orderId: string; sessionId: string }) {
  const { say } = useWords()
  const receipt = useReceipt(orderId, sessionId)
  return (
    <section className="receipt" aria-label={say("receipt")}>
      <h3>{say("receipt")}</h3>
      {receipt ? <Paper receipt={receipt} /> : <p className="quiet">{say("receiptLater")}</p>}
    </section>
  )
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { say } = useWords()
  const { known, others, address } = readReceipt(receipt)
  return (
    <>
      <dl>
        {known.map(({ word, row }) => (
          <Line key={row.name} called={say(word)} row={row} />
        ))}
        {others.map(({ name, row }) => (
          <Line key={row.name} called={name} row={row} />
        ))}
      </dl>
      {address !== undefined && (
        <a className="button soft" href={address} target="_blank" rel="noreferrer">
          {say("receiptOpen")}
        </a>
      )}
    </>
  )
}

function Line({ called, row: { value, link } }: { called: string; row: ReceiptRow }) {
  return (
    <div>
      <dt>{called}</dt>
      <dd>
        {link === null ? (
          value
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {value}
          </a>
        )}
      </dd>
    </div>
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
