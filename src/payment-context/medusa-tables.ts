// Statements that read a payment context from the tables of Medusa's modules, in the shape in which its
// query hands the rows on: docs/adr/0019-medusas-books-are-read-from-its-tables.md.

/** Rows of a selection that has an `id`, as a JSON list; null where there are none. */
const rows = (select: string) => `(SELECT json_agg(r ORDER BY r.id) FROM (${select}) r)`
/** The first row of a selection as JSON; null where there is none. */
const row = (select: string) => `(SELECT to_json(r) FROM (${select} LIMIT 1) r)`

const AMOUNTS = "id, amount, raw_amount"

/** The columns of a payment collection `c`, with what was started and paid in it. */
const COLLECTION = `c.id, c.amount, c.raw_amount, c.currency_code, c.status,
  ${rows(
    `SELECT ${AMOUNTS}, currency_code, provider_id, status FROM payment_session
      WHERE payment_collection_id = c.id AND deleted_at IS NULL`
  )} AS payment_sessions,
  ${rows(
    `SELECT p.id, p.amount, p.raw_amount, p.provider_id, p.payment_session_id, p.canceled_at,
       ${rows(`SELECT ${AMOUNTS} FROM capture WHERE payment_id = p.id AND deleted_at IS NULL`)} AS captures,
       ${rows(`SELECT ${AMOUNTS} FROM refund WHERE payment_id = p.id AND deleted_at IS NULL`)} AS refunds
       FROM payment p WHERE p.payment_collection_id = c.id AND p.deleted_at IS NULL`
  )} AS payments`

/** The columns of a cart or an order that tell who buys. */
const buyer = (owner: string, addresses: string) =>
  [
    `${owner}.email`,
    ...["shipping_address", "billing_address"].map((address) => {
      const found = `id = ${owner}.${address}_id AND deleted_at IS NULL`
      return `${row(`SELECT first_name, last_name, phone FROM ${addresses} WHERE ${found}`)} AS ${address}`
    }),
  ].join(", ")

const CART_ITEMS =
  rows(`SELECT i.id, i.requires_shipping, i.is_tax_inclusive, i.quantity, i.unit_price,
    i.raw_unit_price,
    ${rows(
      `SELECT ${AMOUNTS}, is_tax_inclusive FROM cart_line_item_adjustment
        WHERE item_id = i.id AND deleted_at IS NULL`
    )} AS adjustments,
    ${rows(
      "SELECT id, rate FROM cart_line_item_tax_line WHERE item_id = i.id AND deleted_at IS NULL"
    )} AS tax_lines
    FROM cart_line_item i WHERE i.cart_id = k.id AND i.deleted_at IS NULL`)

const CART_SHIPPING = rows(`SELECT m.id, m.is_tax_inclusive, m.amount, m.raw_amount,
    ${rows(
      `SELECT ${AMOUNTS} FROM cart_shipping_method_adjustment
        WHERE shipping_method_id = m.id AND deleted_at IS NULL`
    )} AS adjustments,
    ${rows(
      `SELECT id, rate FROM cart_shipping_method_tax_line
        WHERE shipping_method_id = m.id AND deleted_at IS NULL`
    )} AS tax_lines
    FROM cart_shipping_method m WHERE m.cart_id = k.id AND m.deleted_at IS NULL`)

const CART = `SELECT k.id, ${buyer("k", "cart_address")}, k.region_id, k.currency_code,
    ${CART_ITEMS} AS items,
    ${CART_SHIPPING} AS shipping_methods,
    ${rows(
      `SELECT ${AMOUNTS} FROM credit_line WHERE cart_id = k.id AND deleted_at IS NULL`
    )} AS credit_lines
    FROM cart_payment_collection l JOIN cart k ON k.id = l.cart_id AND k.deleted_at IS NULL
   WHERE l.payment_collection_id = c.id AND l.deleted_at IS NULL`

// What an order asks for is in the rows of its present version.

const ORDER_ITEMS = rows(`SELECT i.id, i.is_tax_inclusive, d.quantity, d.raw_quantity,
    COALESCE(d.unit_price, i.unit_price) AS unit_price,
    COALESCE(d.raw_unit_price, i.raw_unit_price) AS raw_unit_price,
    to_json(d) AS detail,
    ${rows(
      `SELECT ${AMOUNTS}, is_tax_inclusive FROM order_line_item_adjustment
        WHERE item_id = i.id AND version = d.version AND deleted_at IS NULL`
    )} AS adjustments,
    ${rows(
      `SELECT id, rate, raw_rate FROM order_line_item_tax_line
        WHERE item_id = i.id AND deleted_at IS NULL`
    )} AS tax_lines
    FROM order_item d JOIN order_line_item i ON i.id = d.item_id AND i.deleted_at IS NULL
   WHERE d.order_id = o.id AND d.version = o.version AND d.deleted_at IS NULL`)

const ORDER_SHIPPING = rows(`SELECT m.id, m.is_tax_inclusive, m.amount, m.raw_amount,
    ${rows(
      `SELECT ${AMOUNTS} FROM order_shipping_method_adjustment
        WHERE shipping_method_id = m.id AND version = s.version AND deleted_at IS NULL`
    )} AS adjustments,
    ${rows(
      `SELECT id, rate, raw_rate FROM order_shipping_method_tax_line
        WHERE shipping_method_id = m.id AND deleted_at IS NULL`
    )} AS tax_lines
    FROM order_shipping s
    JOIN order_shipping_method m ON m.id = s.shipping_method_id AND m.deleted_at IS NULL
   WHERE s.order_id = o.id AND s.version = o.version AND s.deleted_at IS NULL`)

const ORDER = `o.id, o.status, o.canceled_at, o.display_id, o.currency_code,
  ${buyer("o", "order_address")},
  ${ORDER_ITEMS} AS items,
  ${ORDER_SHIPPING} AS shipping_methods,
  ${rows(
    `SELECT ${AMOUNTS} FROM order_credit_line
      WHERE order_id = o.id AND version = o.version AND deleted_at IS NULL`
  )} AS credit_lines,
  (SELECT totals FROM order_summary
    WHERE order_id = o.id AND version = o.version AND deleted_at IS NULL ORDER BY id LIMIT 1) AS summary,
  ${rows(
    `SELECT ${AMOUNTS}, reference, reference_id FROM order_transaction
      WHERE order_id = o.id AND deleted_at IS NULL`
  )} AS transactions,
  ${row(
    `SELECT k.id FROM order_cart l JOIN cart k ON k.id = l.cart_id AND k.deleted_at IS NULL
      WHERE l.order_id = o.id AND l.deleted_at IS NULL`
  )} AS cart,
  ${rows(
    `SELECT ${COLLECTION},
       ${row(
         `SELECT k.id FROM cart_payment_collection l JOIN cart k ON k.id = l.cart_id AND k.deleted_at IS NULL
           WHERE l.payment_collection_id = c.id AND l.deleted_at IS NULL`
       )} AS cart
       FROM order_payment_collection l
       JOIN payment_collection c ON c.id = l.payment_collection_id AND c.deleted_at IS NULL
      WHERE l.order_id = o.id AND l.deleted_at IS NULL`
  )} AS payment_collections`

const selectCollection = (id: string) => `SELECT ${COLLECTION},
  ${row(CART)} AS cart,
  ${row(
    `SELECT l.order_id AS id FROM order_payment_collection l
      WHERE l.payment_collection_id = c.id AND l.deleted_at IS NULL`
  )} AS "order"
  FROM payment_collection c WHERE c.id = ${id} AND c.deleted_at IS NULL`

/** A payment collection by its `:id`, with its cart and the id of its order. */
export const SELECT_COLLECTION = selectCollection(":id")

/** The same by the `:id` of one of its payment sessions. */
export const SELECT_COLLECTION_OF_SESSION = selectCollection(
  "(SELECT payment_collection_id FROM payment_session WHERE id = :id AND deleted_at IS NULL)"
)

/** An order by its `:id`, with its payment collections. */
export const SELECT_ORDER = `SELECT ${ORDER} FROM "order" o WHERE o.id = :id AND o.deleted_at IS NULL`

/** A payment session by its `:id`. */
export const SELECT_SESSION =
  "SELECT provider_id, payment_collection_id FROM payment_session WHERE id = :id AND deleted_at IS NULL"

/** The payment providers that a region, by its `:id`, offers. */
export const SELECT_OFFERED = `SELECT p.id FROM region r
  JOIN region_payment_provider l ON l.region_id = r.id AND l.deleted_at IS NULL
  JOIN payment_provider p ON p.id = l.payment_provider_id AND p.deleted_at IS NULL AND p.is_enabled
 WHERE r.id = :id AND r.deleted_at IS NULL`

/** The payment collections that a cart, or an order, by its `:id`, is linked with. */
export const SELECT_LINKED = {
  cart: `SELECT payment_collection_id FROM cart_payment_collection
    WHERE cart_id = :id AND deleted_at IS NULL ORDER BY id`,
  order: `SELECT payment_collection_id FROM order_payment_collection
    WHERE order_id = :id AND deleted_at IS NULL ORDER BY id`,
}

/** The promotions that a cart, by its `:id`, is linked with, also those that were deleted since. */
export const SELECT_PROMOTIONS =
  "SELECT promotion_id FROM cart_promotion WHERE cart_id = :id AND deleted_at IS NULL"

const STOCK_LEVELS = rows(`SELECT e.id, e.stocked_quantity, e.reserved_quantity,
    ${rows(
      `SELECT s.id, ${rows(
        `SELECT h.id FROM sales_channel_stock_location x
           JOIN sales_channel h ON h.id = x.sales_channel_id AND h.deleted_at IS NULL
          WHERE x.stock_location_id = s.id AND x.deleted_at IS NULL`
      )} AS sales_channels
         FROM stock_location s WHERE s.id = e.location_id AND s.deleted_at IS NULL`
    )} AS stock_locations
    FROM inventory_level e WHERE e.inventory_item_id = n.id AND e.deleted_at IS NULL`)

const VARIANT = row(`SELECT v.manage_inventory, v.allow_backorder,
    ${rows(
      `SELECT l.id, l.inventory_item_id, l.required_quantity,
         ${row(
           `SELECT ${STOCK_LEVELS} AS location_levels FROM inventory_item n
             WHERE n.id = l.inventory_item_id AND n.deleted_at IS NULL`
         )} AS inventory
         FROM product_variant_inventory_item l WHERE l.variant_id = v.id AND l.deleted_at IS NULL`
    )} AS inventory_items
    FROM product_variant v WHERE v.id = i.variant_id AND v.deleted_at IS NULL`)

/** A cart by its `:id`, with what is in stock of everything in it. */
export const SELECT_STOCK = `SELECT k.sales_channel_id,
  ${rows(
    `SELECT i.id, i.title, i.product_title, i.variant_title, i.variant_id, i.requires_shipping, i.quantity,
       ${VARIANT} AS variant
       FROM cart_line_item i WHERE i.cart_id = k.id AND i.deleted_at IS NULL`
  )} AS items
  FROM cart k WHERE k.id = :id AND k.deleted_at IS NULL`
