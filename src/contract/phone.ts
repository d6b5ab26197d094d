const NO_BREAK_SPACE = "\u00a0"

/** A phone as it is written here: `+998 90 123 45 67`; one of another country as it is. */
export function formatPhone(phone: string): string {
  const [, code, first, second, third] =
    /^\+?998(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone.replace(/[\s().-]/g, "")) ?? []
  return code === undefined ? phone : ["+998", code, first, second, third].join(NO_BREAK_SPACE)
}
