import { z } from "zod"
import type { Merchant } from "./merchant"

/** Holds an answer against the contract, strictly: no object in it has a field of its own. */
export function strictly<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.parse(body)
  // What a schema does not know it leaves out.
  expect(parsed).toEqual(body)
  return parsed
}

/** Asks for something and parses the answer. Throws where it is refused. */
export async function getParsed<T extends z.ZodType>(
  merchant: Merchant,
  path: string,
  schema: T
): Promise<z.output<T>> {
  const { status, body } = await merchant.get(path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
  return strictly(schema, body)
}

const refusalSchema = z.strictObject({
  type: z.string(),
  message: z.string().regex(/^[A-Z][^\n]+\.$/),
  code: z.string().optional(),
})

/** What is wrong, in one sentence, with the HTTP status it is refused with. */
export function refusalIn({ status, body }: { status: number; body: unknown }) {
  const refusal = refusalSchema.parse(body)
  expect(refusal.message).not.toMatch(/[.!?]\s+[A-Z]/)
  return { status, ...refusal }
}
