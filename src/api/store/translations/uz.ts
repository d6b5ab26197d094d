import type { Words } from "./en"

export const uz: Words = {
  invalid_request: "Doʻkonda xatolik yuz berdi: sahifani yangilab, qaytadan urinib koʻring.",
  invalid_card_number: "Karta raqamini tekshiring: u 16 ta raqamdan iborat.",
  invalid_card_expiry: "Kartaning amal qilish muddatini tekshiring: oy va yil, masalan, 09/29.",
  invalid_code: "SMSdagi kodni kiriting.",
  currency_not_taken: "Bu usulda faqat soʻmda toʻlash mumkin: boshqa toʻlov usulini tanlang.",
  amount_not_taken:
    "Bu usulda 1 000 soʻmdan {most} soʻmgacha toʻlash mumkin: savatni oʻzgartiring yoki boshqa toʻlov usulini tanlang.",
  cart_empty: "Savat boʻsh: avval mahsulot qoʻshing, keyin toʻlang.",
  email_missing: "Avval elektron pochta manzilingizni kiriting, keyin toʻlang.",
  delivery_missing: "Avval buyurtmani olish usulini tanlang, keyin toʻlang.",
  card_refused:
    "Karta qabul qilinmadi: raqami va amal qilish muddatini tekshiring yoki boshqa kartadan toʻlang.",
  card_expired: "Kartaning muddati tugagan: muddatini tekshiring yoki boshqa kartadan toʻlang.",
  code_refused: "Kod toʻgʻri kelmadi: uni tekshiring yoki yangisini oling.",
  code_expired: "Kod endi yaroqsiz: yangisini oling.",
  codes_used_up: "Kod juda koʻp marta toʻgʻri kelmadi va endi yaroqsiz: yangisini oling.",
  switched_off: "Bu doʻkon oʻz sahifasida karta qabul qilmaydi: toʻlov sahifasida toʻlang.",
  unknown_session: "Toʻlov topilmadi: toʻlovni qaytadan boshlang.",
  unknown_order:
    "Buyurtma topilmadi: hisobingizga kiring yoki uni toʻlov qilgan qurilmangizda oching.",
  region_not_offered: "Bu hududda Checkout.uz orqali toʻlab boʻlmaydi.",
  receipt_not_ready: "Chek hali tayyor emas: u toʻlovdan bir necha daqiqa keyin paydo boʻladi.",
  already_paid: "Bu buyurtma allaqachon toʻlangan.",
  cart_already_paid:
    "Bu savat allaqachon toʻlangan, uni oʻzgartirib boʻlmaydi. Buyurtma rasmiylashtirilmoqda.",
  partly_paid:
    "Bu buyurtmaning bir qismi toʻlangan. Qolganini ham shu usulda toʻlang yoki doʻkondan pulingizni qaytarishni soʻrang.",
  cart_partly_paid:
    "Bu savat uchun bundan koʻproq toʻlangan, shuning uchun uni kichraytirib boʻlmaydi. Qolganini toʻlang yoki doʻkonga murojaat qiling.",
  cart_changed: "Savat summasi oʻzgargan: sahifani yangilang va toʻlashdan oldin uni tekshiring.",
  order_canceled: "Bu buyurtma bekor qilingan, endi uni toʻlab boʻlmaydi.",
  order_coming:
    "Toʻlov kelib tushdi, buyurtma rasmiylashtirilmoqda: bir necha soniyadan soʻng qayta urinib koʻring.",
  payment_awaited:
    "Toʻlov hali kelib tushmadi. Avval toʻlov sahifasida toʻlang, shundan soʻng buyurtma rasmiylashtiriladi.",
  not_payable: "Bu yerda toʻlanadigan narsa qolmagan: toʻlov holatiga qarang.",
  payment_held:
    "Toʻlovingiz kelib tushdi, lekin buyurtma hali rasmiylashtirilmadi. Qayta toʻlash shart emas: doʻkon uni rasmiylashtiradi yoki siz bilan bogʻlanadi.",
  not_completable:
    "Buyurtmani rasmiylashtirib boʻlmayapti: ayrim mahsulotlar tugagan boʻlishi mumkin. Savatingizni tekshiring.",
  in_progress: "Toʻlov hozir amalga oshirilmoqda: biroz kutib, qayta urinib koʻring.",
  too_many_attempts: "Ketma-ket juda koʻp urinish boʻldi: bir daqiqa kutib, qayta urinib koʻring.",
  too_many_requests: "Ketma-ket juda koʻp soʻrov boʻldi: biroz kutib, qayta urinib koʻring.",
  unavailable: "Toʻlov xizmati javob bermayapti: qayta urinishdan oldin toʻlov holatiga qarang.",
  payment_unavailable:
    "Hozir toʻlab boʻlmayapti: bir daqiqadan soʻng qayta urinib koʻring yoki boshqa toʻlov usulini tanlang.",
  unexpected: "Xatolik yuz berdi: qayta urinishdan oldin toʻlov holatiga qarang.",
}
