import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import DataLoader from "dataloader"
import { z } from "zod"
import type { InvoiceNumber } from "../../../client"
import { rowsOfPlanned } from "../database"

type Asked = { cashDesk: string; number: InvoiceNumber }

/** Numbers in one statement, at most. */
const TOGETHER = 200

const foundSchema = z.object({ cash_desk: z.string(), number: z.string(), id: z.string() })

/**
 * Finds out which invoices of a service some numbers are: what a webhook about somebody else's costs.
 *
 * Webhooks come in floods, and anybody can send them: all numbers that are asked for at the same moment are
 * one indexed read, which is planned once. Nothing is remembered, so a new invoice is known at once.
 */
export class NumberLookup {
  readonly #ids: DataLoader<Asked, string | undefined>

  constructor({ sql, serviceUrl }: { sql: Knex; serviceUrl: string }) {
    this.#ids = new DataLoader((asked) => idsOf(sql, serviceUrl, asked), {
      cache: false,
      maxBatchSize: TOGETHER,
      // When what has arrived by now has been read from its sockets.
      batchScheduleFn: (read) => setImmediate(read),
    })
  }

  /** @throws DatabaseError */
  async idOf(cashDesk: string, number: InvoiceNumber): Promise<string | undefined> {
    return this.#ids.load({ cashDesk, number })
  }
}

async function idsOf(
  sql: Knex,
  serviceUrl: string,
  asked: readonly Asked[]
): Promise<(string | undefined)[]> {
  const rows = await rowsOfPlanned(
    sql,
    `SELECT i.cash_desk, i.number, i.id
       FROM unnest(CAST(:cashDesks AS text[]), CAST(:numbers AS text[])) asked(cash_desk, number)
       JOIN checkout_uz_invoice i ON i.cash_desk = asked.cash_desk AND i.number = asked.number
      WHERE i.service_url = :serviceUrl AND i.deleted_at IS NULL`,
    {
      serviceUrl,
      cashDesks: asked.map(({ cashDesk }) => cashDesk),
      numbers: asked.map(({ number }) => String(number)),
    }
  )
  const ids = new Map(
    z
      .array(foundSchema)
      .parse(rows)
      .map(({ cash_desk, number, id }) => [keyOf(cash_desk, number), id])
  )
  return asked.map(({ cashDesk, number }) => ids.get(keyOf(cashDesk, String(number))))
}

const keyOf = (cashDesk: string, number: string) => `${number} ${cashDesk}`
