import { logger } from "@medusajs/framework/logger"
import { doctorAnswerSchema, type Finding } from "../../src/contract"
import { logIn } from "./merchant"
import type { Shop } from "./shop"

export const DOCTOR = "/admin/checkout-uz/doctor"

/** What the log says from the start of a test file on: the start of its server is in it. */
export function keepLog(): { level: "warn" | "error"; line: string }[] {
  const log: { level: "warn" | "error"; line: string }[] = []
  beforeAll(() => {
    for (const level of ["warn", "error"] as const) {
      jest.spyOn(logger, level).mockImplementation((...parts: unknown[]) => {
        log.push({ level, line: parts.map(String).join(" ") })
      })
    }
  })
  return log
}

/** The findings of the doctor, as a merchant asks for them. */
export async function checked(shop: Shop): Promise<Finding[]> {
  const merchant = await logIn(shop)
  const { status, body } = await merchant.get(DOCTOR)
  expect(status).toBe(200)
  return doctorAnswerSchema.parse(body).findings
}

/** What is not fine, as `id: severity`. */
export function amiss(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ severity }) => severity !== "ok")
    .map(({ id, severity }) => `${id}: ${severity}`)
}
