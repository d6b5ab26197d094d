import { knex } from "@medusajs/framework/mikro-orm/knex"
import { knownTables } from ".."

it("the tables of the Medusa this is developed with are known, so that its books are read from them", () => {
  const database = knex({ client: "pg" })
  expect(knownTables(database)).toBe(database)
})
