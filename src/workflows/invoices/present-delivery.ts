import { parseJsonExactly, type JsonValue } from "../../client"
import type { InvoiceDetail } from "../../contract"
import type { KeptDelivery } from "../../modules/checkout-uz"
import { maskCardNumbers } from "./mask"

type Delivery = InvoiceDetail["deliveries"][number]

/** Bytes of a body that are shown. A true webhook has a tenth of them. */
const SHOWN_BYTES = 8 * 1024

/** A webhook as a merchant may see it: anybody can have sent it, with anything in it. */
export function presentDelivery({ id, at, tokenMatched, body }: KeptDelivery): Delivery {
  const text = body.toString("utf8")
  return {
    id,
    at: at.toISOString(),
    token_matched: tokenMatched,
    // Masked before it is cut: half a card number at the cut would not be recognised any more.
    body: firstBytes(maskCardNumbers(text)),
    provider_details: providerDetails(text),
  }
}

function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= SHOWN_BYTES) return text
  // A streaming decoder leaves out a letter that is cut in two.
  return `${new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES), { stream: true })}…`
}

/** The payment system's raw data, where the body has it and it is not too much to show. */
function providerDetails(text: string): Delivery["provider_details"] {
  const details = fieldOf(fieldOf(parsed(text), "data"), "provider_details")
  if (!isRecord(details) || JSON.stringify(details).length > SHOWN_BYTES) return null
  const masked = maskValue(details)
  return isRecord(masked) ? masked : null
}

/** Undefined for what is no JSON, or nested so deeply that nobody would read it. */
function parsed(text: string): JsonValue | undefined {
  try {
    return parseJsonExactly(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isRecord(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function maskValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return maskCardNumbers(value)
  if (typeof value === "number") {
    const masked = maskCardNumbers(String(value))
    return masked === String(value) ? value : masked
  }
  if (Array.isArray(value)) return value.map(maskValue)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [maskCardNumbers(name), maskValue(inner)])
  )
}
