import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { cardPayments } from "../setup/card-payment"
import { listenToLog } from "../setup/log"
import { describeShop, eventually, type Shop } from "../setup/shop"

const pageSchema = z.looseObject({ status: z.string(), payment_url: z.string().nullable() })
const options = { plugin: { reconcile: { sweepSeconds: 1 } } }

describeShop("a database whose clock was three hours ahead and is set back", options, (shop) => {
  it("finds and books what nobody announces, whatever was asked, claimed or compared meanwhile", async () => {
    const { cart, session, number } = await shop.startedCart()
    const page = `/store/checkout-uz/payment-sessions/${session.id}`
    expect((await shop.store.get(page)).body).toMatchObject({ status: "pending" })
    const asked = () =>
      shop.sql("SELECT 1 FROM checkout_uz_invoice WHERE answered_status = 'pending'")
    expect(await asked()).toHaveLength(1)
    await eventually(
      () => shop.sql("SELECT 1 FROM checkout_uz_books_check"),
      (rows) => rows.length > 0
    )

    const log = listenToLog(shop)
    try {
      await writtenHoursAhead(shop, 3)
      await shop.sandbox.pay(number, "drop")
      await expectSettledOnce(shop, cart)
      expect(log.heard().join("\n")).toMatch(/clock was set back by about 10[78]\d\d seconds/)
    } finally {
      log.stop()
    }
    expect(await shop.sql("SELECT 1 FROM checkout_uz_cash_desk WHERE swept_at > now()")).toEqual([])
    expect(
      await shop.sql(
        "SELECT 1 FROM checkout_uz_books_check WHERE GREATEST(begun_at, watermark) > now()"
      )
    ).toEqual([])

    const next = await shop.startedCart()
    await shop.sandbox.pay(next.number, "drop")
    await expectSettledOnce(shop, next.cart)
  })

  it("hands out no page that is over, keeps no card's token longer, and knows what was made last", async () => {
    const { sendCode } = cardPayments(shop)
    const { session, number } = await shop.startedCart()
    await sendCode(session.id)
    await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'")
    await writtenHoursAhead(shop, 3)
    await eventually(
      () => shop.sql("SELECT 1 FROM checkout_uz_cash_desk WHERE swept_at > now()"),
      (rows) => rows.length === 0
    )

    const page = `/store/checkout-uz/payment-sessions/${session.id}`
    const { body } = await eventually(
      () => shop.store.get(page),
      (answer) => pageSchema.parse(answer.body).status === "expired"
    )
    expect(pageSchema.parse(body).payment_url).toBeNull()
    const anew = pageSchema.parse((await shop.store.post(`${page}/refresh`)).body)
    expect(anew.payment_url).toEqual(expect.any(String))
    const [last] = await shop.sql(
      "SELECT number FROM checkout_uz_invoice ORDER BY created_at DESC LIMIT 1"
    )
    expect(Number(last?.["number"])).not.toBe(number)
    expect(
      await shop.sql(
        `SELECT 1 FROM checkout_uz_card_payment WHERE expires_at > now() + interval '10 minutes'`
      )
    ).toEqual([])
  })
})

/**
 * Leaves every row of the ledger as it was written by a clock that was so far ahead, and something written to the
 * invoices since it was set back, as a webhook does.
 */
async function writtenHoursAhead(shop: Shop, hours: number): Promise<void> {
  // That the clock was ahead is known by a sweep's moment: in a shop that was just opened there is none yet.
  await eventually(
    () => shop.sql("SELECT 1 FROM checkout_uz_cash_desk WHERE swept_at IS NOT NULL"),
    (rows) => rows.length > 0
  )
  await shop.sql(
    `DO $$ DECLARE moments record; BEGIN
       FOR moments IN
         SELECT table_name, string_agg(format('%1$I = %1$I + interval ''${hours} hours''', column_name), ', ') AS later
           FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name LIKE 'checkout_uz_%'
            AND data_type = 'timestamp with time zone'
          GROUP BY table_name
       LOOP
         EXECUTE format('UPDATE %I SET %s', moments.table_name, moments.later);
       END LOOP;
       UPDATE checkout_uz_invoice SET updated_at = now();
     END $$`
  )
}
