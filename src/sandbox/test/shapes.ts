/** A moment as the service writes it. */
export const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** A refusal: one text that says what is wrong. */
export const oneError = { error: expect.any(String) as unknown }
