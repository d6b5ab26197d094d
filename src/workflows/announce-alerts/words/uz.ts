import type { Words } from "./en"

export const uz: Words = {
  invoice_held: {
    title: "Toʻlov sizni kutmoqda: {amount} soʻm",
    session_gone: "{number}-hisob toʻlangan, lekin u tegishli boʻlgan xarid endi yoʻq.",
    amount_mismatch: "{number}-hisob soʻralgan summadan boshqa summa bilan toʻlangan.",
    second_payment: "{number}-hisob — allaqachon toʻlangan narsa uchun ikkinchi toʻlov.",
    cart_not_completed: "{number}-hisob toʻlangan, lekin buyurtmani rasmiylashtirib boʻlmadi.",
    order_canceled: "{number}-hisob buyurtma bekor qilingandan keyin toʻlangan.",
    provider_off: "{number}-hisob toʻlangan, lekin uning toʻlov usuli oʻchirilgan.",
  },
  invoice_unknown: {
    title: "Toʻlov xizmati hisobni tanimayapti",
    description:
      "“{cash_desk}” kassasining {number}-hisobi u yerda topilmadi. API kalit boshqa kassaniki emasmi?",
  },
  cash_desk_refused: {
    title: "Toʻlov xizmati “{cash_desk}” kassasini qabul qilmayapti",
    description:
      "API kalit va ruxsat etilgan manzillar roʻyxati tuzatilmaguncha uning toʻlovlari topilmaydi.",
  },
  cash_desk_without_key: {
    title: "“{cash_desk}” kassasida API kalit yoʻq",
    description: "Unda ochiq hisoblar bor. Toʻlovlar topilishi uchun kalitni kiriting.",
  },
  refund_due: {
    title: "Pulni qaytaring: {refund_amount} soʻm",
    description:
      "{number}-hisob: xizmat pulni qaytara olmaydi. Uning kabinetida qaytaring va bu yerda belgilang.",
  },
}
