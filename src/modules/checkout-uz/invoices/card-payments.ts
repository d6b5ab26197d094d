import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Credentials } from "../credentials/credentials"
import { Encryption } from "../credentials/encryption"
import { readRows, rowsOf, type Sql } from "../database"
import type { Invoice } from "./invoice"
import { CONFIRMED_STATES } from "./states"

/** Seconds for which the service takes a card payment's token (docs/service.md, 9.3). */
export const TOKEN_SECONDS = 300
/**
 * How many codes are tried with one token. The service does not say how many it takes, nor that it takes no
 * more (docs/service.md, 5.3 and 5.6): a limit of our own is one that a customer can be told.
 */
const CODE_TRIES = 3
/**
 * Seconds in which a code that was passed on may still be judged: the longest call to the service
 * (`timeouts.requestMs` is a minute at most), and what it takes to make it. Afterwards the answer was lost.
 */
const ANSWER_SECONDS = 65
/** A code was passed on and may still be answered, in SQL, of a row `checkout_uz_card_payment`. */
const BEING_JUDGED = `checkout_uz_card_payment.confirmed_at > clock_timestamp() - make_interval(secs => ${ANSWER_SECONDS})`
/** Keeps what is made of an API key apart from any other use of it, and long enough to encrypt with. */
const KEY_PREFIX = "card payment token "

/** One confirmation's hold on a token. */
export type TokenClaim = {
  claimed: string
  /** How many codes can be tried with it, the one of this confirmation included. */
  triesLeft: number
}

/** The token of an invoice's card payment, for one confirmation. */
export type ClaimedToken =
  | ({ kind: "token"; paymentToken: string } & TokenClaim)
  /** Another confirmation has it, and has come so far. */
  | { kind: "busy"; progress: CardProgress }
  /** There is none, or none any more: the customer enters the card again. */
  | { kind: "none" }

/**
 * How far a card payment is whose code was passed on: taken by the service, not answered yet, or nobody will
 * know, since the answer was lost.
 */
export type CardProgress = "accepted" | "being_judged" | "lost"

/**
 * Card payments between their two steps.
 *
 * INVARIANT: the token never leaves the server. It is kept encrypted, and deleted once it is of no use:
 * when its code was taken, or after its five minutes ({@link pruneCardPayments}).
 */
export class CardPayments {
  readonly #sql: Sql
  readonly #credentials: Credentials
  /** By the fingerprint of the API key each is made of: a key is slow to derive, on purpose. */
  readonly #encryptions = new Map<string, Encryption>()

  constructor(dependencies: { sql: Sql; credentials: Credentials }) {
    this.#sql = dependencies.sql
    this.#credentials = dependencies.credentials
  }

  /**
   * Keeps the token of a card whose owner was just sent a code; one before it is of no use any more.
   *
   * @param askedAt before the service was asked, by the database's clock: its token is no older
   * INVARIANT: it takes the place of no card that is being charged, or may be: whose code was taken, or is
   * on its way, while this one's was sent.
   *
   * @returns the seconds for which the code is taken; undefined where another card is being charged
   */
  async keep(invoice: Invoice, paymentToken: string, askedAt: Date): Promise<number | undefined> {
    const encryption = await this.#encryptionFor(invoice)
    await pruneCardPayments(this.#sql)
    const [kept] = await readRows(
      this.#sql,
      `INSERT INTO checkout_uz_card_payment (id, invoice_id, encrypted_token, expires_at)
       VALUES (:id, :invoiceId, :token,
               CAST(:askedAt AS timestamptz) + make_interval(secs => :seconds))
       ON CONFLICT (invoice_id) WHERE deleted_at IS NULL
         DO UPDATE SET encrypted_token = EXCLUDED.encrypted_token, expires_at = EXCLUDED.expires_at,
                       confirmed_at = NULL, refusals = 0, updated_at = now()
         WHERE checkout_uz_card_payment.encrypted_token <> '' AND (${BEING_JUDGED}) IS NOT TRUE
       RETURNING floor(extract(epoch FROM expires_at - clock_timestamp()))::int AS seconds_left`,
      {
        id: generateEntityId(undefined, "cucard"),
        invoiceId: invoice.id,
        token: encryption.encrypt(paymentToken, ownerOf(invoice)),
        askedAt,
        seconds: TOKEN_SECONDS,
      },
      z.object({ secondsLeft: z.number() })
    )
    return kept && Math.max(0, kept.secondsLeft)
  }

  /**
   * Takes the token for one confirmation.
   *
   * INVARIANT: of two confirmations at once, on whichever servers, one reaches the service. One whose
   * answer is lost keeps the token: what became of it says the status, and never another confirmation.
   */
  async claim(invoice: Invoice): Promise<ClaimedToken> {
    // First: what fails here leaves no code that nobody passes on.
    const encryption = await this.#encryptionFor(invoice)
    const [claimed] = await readRows(
      this.#sql,
      `UPDATE checkout_uz_card_payment
          SET confirmed_at = clock_timestamp(), updated_at = now(),
              -- As long as its code is being judged it is not forgotten.
              expires_at = GREATEST(expires_at, clock_timestamp() + make_interval(secs => ${ANSWER_SECONDS}))
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL AND confirmed_at IS NULL
          AND expires_at > clock_timestamp()
        RETURNING encrypted_token, refusals`,
      { invoiceId: invoice.id },
      z.object({ encryptedToken: z.string(), refusals: z.number() })
    )
    if (!claimed) {
      const progress = await this.progress(invoice)
      return progress ? { kind: "busy", progress } : { kind: "none" }
    }
    const { encryptedToken, refusals } = claimed
    const paymentToken = encryption.decrypt(encryptedToken, ownerOf(invoice))
    if (paymentToken === undefined) {
      await this.forget(invoice, encryptedToken)
      return { kind: "none" }
    }
    const triesLeft = CODE_TRIES - refusals
    return { kind: "token", paymentToken, claimed: encryptedToken, triesLeft }
  }

  /** The code was never judged: the token is as good as before. */
  async giveBack(invoice: Invoice, claimed: string): Promise<void> {
    await this.#free(invoice, claimed, 0)
  }

  /**
   * The service refused the code: another may be tried with the same token, until the tries are used up.
   *
   * @returns how many are left
   */
  async countRefusal(invoice: Invoice, { claimed, triesLeft }: TokenClaim): Promise<number> {
    const left = triesLeft - 1
    if (left > 0) await this.#free(invoice, claimed, 1)
    else await this.forget(invoice, claimed)
    return left
  }

  /**
   * INVARIANT: it names the token that was claimed. The card may have been entered again meanwhile, and
   * the confirmation of the new token is another's.
   */
  async #free(invoice: Invoice, claimed: string, refusals: 0 | 1): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_card_payment
          SET confirmed_at = NULL, refusals = refusals + :refusals, updated_at = now()
        WHERE invoice_id = :invoiceId AND encrypted_token = :claimed AND deleted_at IS NULL`,
      { invoiceId: invoice.id, claimed, refusals }
    )
  }

  /** The service took the code: its token is gone, and that the card is being charged is kept for minutes. */
  async accept(invoice: Invoice, claimed: string): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_card_payment
          SET encrypted_token = '', updated_at = now(),
              expires_at = clock_timestamp() + make_interval(secs => :seconds)
        WHERE invoice_id = :invoiceId AND encrypted_token = :claimed AND deleted_at IS NULL`,
      { invoiceId: invoice.id, claimed, seconds: TOKEN_SECONDS }
    )
  }

  /** The service answered, and not what became of the code: another card may take this one's place. */
  async lose(invoice: Invoice, claimed: string): Promise<void> {
    await rowsOf(
      this.#sql,
      `UPDATE checkout_uz_card_payment SET confirmed_at = '-infinity', updated_at = now()
        WHERE invoice_id = :invoiceId AND encrypted_token = :claimed AND deleted_at IS NULL`,
      { invoiceId: invoice.id, claimed }
    )
  }

  /** How far an invoice's card payment is; undefined where no code was passed on, or it was refused. */
  async progress(invoice: Invoice): Promise<CardProgress | undefined> {
    const [row] = await readRows(
      this.#sql,
      `SELECT encrypted_token = '' AS is_accepted, ${BEING_JUDGED} AS is_being_judged
         FROM checkout_uz_card_payment
        WHERE invoice_id = :invoiceId AND deleted_at IS NULL AND confirmed_at IS NOT NULL
          AND expires_at > clock_timestamp()`,
      { invoiceId: invoice.id },
      z.object({ isAccepted: z.boolean(), isBeingJudged: z.boolean() })
    )
    if (!row) return undefined
    if (row.isAccepted) return "accepted"
    return row.isBeingJudged ? "being_judged" : "lost"
  }

  /** The token is used up: the service takes no code for it any more. */
  async forget(invoice: Invoice, claimed: string): Promise<void> {
    await rowsOf(
      this.#sql,
      `DELETE FROM checkout_uz_card_payment
        WHERE invoice_id = :invoiceId AND encrypted_token = :claimed`,
      { invoiceId: invoice.id, claimed }
    )
  }

  /** Deletes every token that is of no use any more. */
  async prune(): Promise<void> {
    await pruneCardPayments(this.#sql)
  }

  /** A token is encrypted with the API key that it is good for, which every store has. */
  async #encryptionFor(invoice: Invoice): Promise<Encryption> {
    const { apiKey, fingerprint } = await this.#credentials.keyFor(invoice)
    const known = this.#encryptions.get(fingerprint)
    if (known) return known
    const encryption = new Encryption([`${KEY_PREFIX}${apiKey}`])
    this.#encryptions.set(fingerprint, encryption)
    return encryption
  }
}

function ownerOf({ serviceUrl, cashDesk, id }: Invoice) {
  return { serviceUrl, cashDesk, invoiceId: id }
}

/**
 * Deletes tokens that are of no use any more: their time is over, or their invoice is paid, by whatever
 * way. One whose confirmation nobody knows the end of is neither, and stays (see {@link CardPayments.claim}).
 * The table holds the last minutes' alone, so looking every few seconds costs nothing.
 */
export async function pruneCardPayments(sql: Sql): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_card_payment c
      WHERE c.expires_at <= now()
         OR EXISTS (SELECT 1 FROM checkout_uz_invoice i
                     WHERE i.id = c.invoice_id AND i.state = ANY(:confirmed))`,
    { confirmed: CONFIRMED_STATES }
  )
}
