export const NAMESPACE = "checkoutUz"
