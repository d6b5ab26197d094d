import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { Problem, ProblemCode } from "../../../contract"

const ANSWERS: Record<ProblemCode, { status: number; type: string }> = {
  key_refused: { status: 400, type: MedusaError.Types.INVALID_DATA },
  address_not_allowed: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
  no_key: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
  no_encryption_key: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
  wrong_configuration: { status: 409, type: MedusaError.Types.NOT_ALLOWED },
  unknown_invoice: { status: 502, type: MedusaError.Types.UNEXPECTED_STATE },
  service_unreachable: { status: 502, type: MedusaError.Types.UNEXPECTED_STATE },
  service_failed: { status: 502, type: MedusaError.Types.UNEXPECTED_STATE },
}

/**
 * Answers why something cannot be done between this server and the payment service. By hand: Medusa
 * replaces the sentence of a conflict, and of what it did not expect, with one of its own.
 */
export function refuse(res: MedusaResponse, { code, message }: Problem): void {
  const { status, type } = ANSWERS[code]
  res.status(status).json({ type, code, message })
}

/** The cash desk's name in the address. */
export function handleOf(req: AuthenticatedMedusaRequest): string {
  return req.params["handle"] ?? ""
}

export function unknownDesk(): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such cash desk.")
}
