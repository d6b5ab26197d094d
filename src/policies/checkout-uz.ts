import { definePolicies } from "@medusajs/framework/utils"
import { RESOURCES } from "../contract/permissions"

/** What a role can be given, where the store has Medusa's roles switched on (flag `rbac`). */
export const checkoutUzPolicies = definePolicies([
  {
    name: "ReadCheckoutUzPayment",
    resource: RESOURCES.payment,
    operation: "read",
    description: "See Checkout.uz invoices, held payments, pay-outs and payment links",
  },
  {
    name: "UpdateCheckoutUzPayment",
    resource: RESOURCES.payment,
    operation: "update",
    description: "Resolve held payments, tick off pay-outs and make payment links of Checkout.uz",
  },
  {
    name: "ReadCheckoutUzCashDesk",
    resource: RESOURCES.cashDesk,
    operation: "read",
    description: "See Checkout.uz cash desks, their balance and the settings",
  },
  {
    name: "UpdateCheckoutUzCashDesk",
    resource: RESOURCES.cashDesk,
    operation: "update",
    description: "Change the API keys of Checkout.uz cash desks and the settings",
  },
])
