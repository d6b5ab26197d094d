/** A cash desk at one address of the service: what an API key belongs to. */
export type CashDeskKey = { serviceUrl: string; cashDesk: string }
