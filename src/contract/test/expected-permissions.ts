/**
 * The permission each route of the admin asks of a role, written out by hand: what a role may do is a
 * merchant's promise to its staff, so it is not taken from the table that is tested.
 */
export const EXPECTED_PERMISSIONS = {
  "GET /admin/checkout-uz/cash-desks": "checkout_uz_cash_desk:read",
  "GET /admin/checkout-uz/cash-desks/{cash_desk}": "checkout_uz_cash_desk:read",
  "POST /admin/checkout-uz/cash-desks/{cash_desk}": "checkout_uz_cash_desk:update",
  "DELETE /admin/checkout-uz/cash-desks/{cash_desk}": "checkout_uz_cash_desk:update",
  "DELETE /admin/checkout-uz/cash-desks/{cash_desk}/retired-keys": "checkout_uz_cash_desk:update",
  "POST /admin/checkout-uz/cash-desks/{cash_desk}/test": "checkout_uz_cash_desk:read",
  "GET /admin/checkout-uz/cash-desks/{cash_desk}/overview": "checkout_uz_cash_desk:read",
  "GET /admin/checkout-uz/cash-desks/{cash_desk}/history": "checkout_uz_cash_desk:read",
  "GET /admin/checkout-uz/settings": "checkout_uz_cash_desk:read",
  "POST /admin/checkout-uz/settings": "checkout_uz_cash_desk:update",
  "GET /admin/checkout-uz/doctor": "checkout_uz_cash_desk:read",
  "GET /admin/checkout-uz/invoices": "checkout_uz_payment:read",
  "GET /admin/checkout-uz/invoices/export": "checkout_uz_payment:read",
  "GET /admin/checkout-uz/invoices/{id}": "checkout_uz_payment:read",
  "POST /admin/checkout-uz/invoices/{id}/check": "checkout_uz_payment:update",
  "POST /admin/checkout-uz/invoices/{id}/resolve": "checkout_uz_payment:update",
  "GET /admin/checkout-uz/invoices/{id}/receipt": "checkout_uz_payment:read",
  "GET /admin/checkout-uz/attention": "checkout_uz_payment:read",
  "POST /admin/checkout-uz/refunds/{id}/complete": "checkout_uz_payment:update",
  "POST /admin/checkout-uz/unanswered-invoices/{id}/dismiss": "checkout_uz_payment:update",
  "POST /admin/checkout-uz/invoices/{id}/rest-link": "checkout_uz_payment:update",
  "GET /admin/checkout-uz/orders/{id}/payment-link": "checkout_uz_payment:read",
  "POST /admin/checkout-uz/orders/{id}/payment-link": "checkout_uz_payment:update",
} as const
