import type { Words } from "./en"

export const ru: Words = {
  order: "Заказ № ",
  where: "Что делать: «Платежи → Требует решения».",
  invoice_held: {
    title: "Платёж требует решения: {amount} сум",
    reasons: {
      not_completable: "Счёт {number} оплачен, но заказ не удалось оформить.",
      cart_changed: "Счёт {number} оплачен, но сумма корзины теперь другая.",
      provider_off: "Счёт {number} оплачен, но его платёжный провайдер выключен.",
      nothing_owed: "Счёт {number} оплачен, но к оплате по заказу осталось меньше.",
      order_canceled: "Счёт {number} оплачен, но его заказ отменён.",
      owner_gone: "Счёт {number} оплачен, но его корзина, заказ или их оплата удалены в Medusa.",
      amount_mismatch:
        "Счёт {number} выставлен на {invoice_amount} сум, а оплачен на другую сумму.",
      service_changed:
        "Счёт {number} оплачен на другом адресе сервиса, не на том, что указан сейчас.",
      part_paid: "Счёт {number} оплачен как часть платежа, который покупатель не закончил.",
    },
    begun:
      "Счёт {number}: из {asked} сум поступило {arrived}, не хватает {open}: покупатель не закончил оплату.",
    sold_out: "Счёт {number} оплачен, но этого нет в наличии: {sold_out}.",
  },
  invoice_unknown: {
    title: "Checkout.uz не знает счёт",
    description:
      "Счёт {number} кассы «{cash_desk}» там не найден. Возможно, API-ключ относится к другой кассе.",
  },
  invoice_unrecorded: {
    title: "Возможно, в магазине не хватает платежа",
    description:
      "Касса «{cash_desk}»: Checkout.uz не ответил на запрос магазина о новом счёте, а теперь в его истории есть оплаченный счёт на ту же сумму. Смотрите «Платежи → Требует решения».",
  },
  cash_desk_refused: {
    title: "Checkout.uz не принимает кассу «{cash_desk}»",
    description:
      "Её платежи нельзя найти, пока не исправлены API-ключ и список разрешённых адресов.",
  },
  cash_desk_without_key: {
    title: "У кассы «{cash_desk}» нет API-ключа",
    description: "У неё есть открытые счета. Задайте ключ, чтобы их оплата нашлась.",
  },
  payout_due: {
    title: "Верните покупателю {payout_amount} сум",
    description:
      "Счёт {number}: отправьте деньги в личном кабинете Checkout.uz, затем отметьте это в «Платежи → Требует решения».",
  },
  order_overpaid: {
    title: "Заказ оплачен с избытком",
    description:
      "Счёт {number}: за заказ заплачено больше, чем нужно, потому что в тот же момент прошёл другой платёж или заказ изменили. Верните разницу в заказе.",
  },
  part_arrived: {
    title: "Поступила часть оплаты: {amount} сум",
    description: "Счёт {number}. Заказ будет оплачен, когда поступят все части.",
  },
  capture_unexplained: {
    title: "За полученным платежом нет оплаченного счёта",
    description:
      "Проверьте заказ и сравните его с личным кабинетом Checkout.uz. Подробности: {reason}",
  },
}
