import type { Words } from "./en"

export const uz: Words = {
  order: "Buyurtma №\u00a0",
  where: "Nima qilish kerakligi “Toʻlovlar → Hal qilish kerak” boʻlimida yozilgan.",
  invoice_held: {
    title: "Toʻlovni hal qilish kerak: {amount} soʻm",
    reasons: {
      not_completable:
        "{number} raqamli invoys toʻlangan, lekin buyurtmani rasmiylashtirib boʻlmadi.",
      cart_changed: "{number} raqamli invoys toʻlangan, lekin savat summasi endi boshqa.",
      provider_off: "{number} raqamli invoys toʻlangan, lekin uning toʻlov provayderi oʻchirilgan.",
      nothing_owed:
        "{number} raqamli invoys toʻlangan, lekin buyurtma boʻyicha bundan kam pul kerak.",
      order_canceled: "{number} raqamli invoys toʻlangan, lekin uning buyurtmasi bekor qilingan.",
      owner_gone:
        "{number} raqamli invoys toʻlangan, lekin uning savati, buyurtmasi yoki ularning toʻlovi Medusada oʻchirilgan.",
      amount_mismatch:
        "{number} raqamli invoys {invoice_amount} soʻmga berilgan, lekin boshqa summa toʻlangan.",
      service_changed:
        "{number} raqamli invoys xizmatning hozirgi emas, boshqa manzilida toʻlangan.",
      part_paid:
        "{number} raqamli invoys toʻlovning bir qismi: xaridor toʻlovni oxiriga yetkazmagan.",
    },
    begun:
      "{number} raqamli invoys: {asked} soʻmdan {arrived} soʻm keldi, {open} soʻm yetishmayapti: xaridor toʻlovni oxiriga yetkazmagan.",
    sold_out: "{number} raqamli invoys toʻlangan, lekin bu mahsulot qolmagan: {sold_out}.",
  },
  invoice_unknown: {
    title: "Checkout.uz invoysni tanimayapti",
    description:
      "“{cash_desk}” kassasining {number} raqamli invoysi u yerda topilmadi. API kaliti boshqa kassaniki boʻlishi mumkin.",
  },
  invoice_unrecorded: {
    title: "Doʻkonda bitta toʻlov yetishmayotgan boʻlishi mumkin",
    description:
      "“{cash_desk}” kassasi: doʻkon invoys soʻraganda Checkout.uz javob bermagan, endi esa uning tarixida shu summadagi toʻlangan invoys bor. “Toʻlovlar → Hal qilish kerak” boʻlimiga qarang.",
  },
  cash_desk_refused: {
    title: "Checkout.uz “{cash_desk}” kassasini qabul qilmayapti",
    description:
      "API kaliti va ruxsat etilgan manzillar roʻyxati tuzatilmaguncha uning toʻlovlarini topib boʻlmaydi.",
    problems: {
      key_refused: {
        title: "Checkout.uz “{cash_desk}” kassasining API kalitini qabul qilmayapti",
        description:
          "Kalit notoʻgʻri yoki kassa hali faollashtirilmagan. “Sozlamalar (Настройки, Settings) → Checkout.uz” boʻlimida toʻgʻri kalit kiritilmaguncha uning toʻlovlarini topib boʻlmaydi.",
      },
      address_not_allowed: {
        title: "Checkout.uz bu serverni oʻtkazmayapti",
        description:
          "Serverning chiquvchi IP manzili “{cash_desk}” kassasining ruxsat etilgan manzillari roʻyxatida yoʻq. Uni Checkout.uz kabinetida qoʻshing: shungacha toʻlovlarni topib boʻlmaydi.",
      },
    },
  },
  cash_desk_without_key: {
    title: "“{cash_desk}” kassasida API kaliti yoʻq",
    description: "Unda ochiq invoyslar bor. Toʻlovlari topilishi uchun kalitni kiriting.",
    problems: {
      no_encryption_key: {
        title: "“{cash_desk}” kassasining API kaliti ochilmayapti",
        description:
          "Kalit saqlangan shifrlash kaliti bu serverda endi yoʻq. API kalitini “Sozlamalar (Настройки, Settings) → Checkout.uz” boʻlimida qayta kiriting yoki dasturchidan shifrlash kalitini qaytarishni soʻrang. Shungacha yangi toʻlov boshlab boʻlmaydi.",
      },
    },
  },
  payout_due: {
    title: "Xaridorga {payout_amount} soʻm qaytaring",
    description:
      "{number} raqamli invoys: pulni Checkout.uz shaxsiy kabinetida joʻnating, keyin buni “Toʻlovlar → Hal qilish kerak” boʻlimida belgilang.",
  },
  order_overpaid: {
    title: "Buyurtmaga ortiqcha toʻlangan",
    description:
      "{number} raqamli invoys: buyurtmaga keragidan ortiq toʻlangan, chunki ayni paytda boshqa toʻlov oʻtgan yoki buyurtma oʻzgartirilgan. Farqni buyurtmada qaytaring.",
  },
  part_arrived: {
    title: "Toʻlovning bir qismi keldi: {amount} soʻm",
    description: "{number} raqamli invoys. Barcha qismlar kelganda buyurtma toʻlangan boʻladi.",
  },
  capture_unexplained: {
    title: "Toʻlov qabul qilingan, lekin toʻlangan invoysi yoʻq",
    description:
      "Buyurtmani tekshirib, Checkout.uz shaxsiy kabineti bilan solishtiring. Tafsilotlar (inglizcha): {reason}",
  },
}
