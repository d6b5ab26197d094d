import type { z } from "zod"
import { invalid } from "./http-errors"

/**
 * Reads a query or a body.
 *
 * @throws MedusaError (invalid data, HTTP 400) that says what is wrong where
 */
export function read<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  throw invalid(describeProblems(parsed.error))
}

/** What is wrong where in a query or a body, in one English sentence for a developer. */
export function describeProblems({ issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => {
    const place = path.map(String).join(".")
    return place === "" ? message : `"${place}": ${message}`
  })
  return `The request is wrong: ${problems.join("; ")}.`
}
