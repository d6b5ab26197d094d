import type { Words } from "./en"

export const ru: Words = {
  invoice_held: {
    title: "Платёж ждёт вас: {amount} сум",
    session_gone: "Счёт {number} оплачен, но оформления, к которому он относился, больше нет.",
    amount_mismatch: "Счёт {number} оплачен не на ту сумму, на которую выставлен.",
    second_payment: "Счёт {number} — второй платёж за то, что уже оплачено.",
    cart_not_completed: "Счёт {number} оплачен, но заказ не удалось оформить.",
    order_canceled: "Счёт {number} оплачен после отмены заказа.",
    provider_off: "Счёт {number} оплачен, но его способ оплаты выключен.",
  },
  invoice_unknown: {
    title: "Платёжный сервис не знает счёт",
    description:
      "Счёт {number} кассы «{cash_desk}» там не найден. Не сменился ли ключ API на ключ другой кассы?",
  },
  cash_desk_refused: {
    title: "Платёжный сервис не принимает кассу «{cash_desk}»",
    description:
      "Её платежи не находятся, пока ключ API и список разрешённых адресов не исправлены.",
  },
  cash_desk_without_key: {
    title: "У кассы «{cash_desk}» нет ключа API",
    description: "У неё есть открытые счета. Задайте ключ, чтобы платежи по ним находились.",
  },
  refund_due: {
    title: "Выплатите возврат: {refund_amount} сум",
    description:
      "Счёт {number}: сервис не умеет возвращать деньги. Выплатите в его кабинете и отметьте здесь.",
  },
}
