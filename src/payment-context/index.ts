export * from "./amounts"
export * from "./arrived"
export * from "./books"
export * from "./buyer"
export type { Collaborators } from "./collaborators"
export * from "./context"
export * from "./lack"
export * from "./load"
export * from "./locks"
export {
  knownTables,
  readLinkedCollections,
  readLinkedPromotions,
  readOfferedProviders,
  readSession,
  readStock,
} from "./read-medusa"
export { buyerFieldsOf, buyerSchema, listOf } from "./medusa-rows"
export * from "./order-changes"
export * from "./plan"
export * from "./room"
export * from "./sessions"
