/** One thing that can be bought. Prices in UZS, whole som. */
interface CatalogueVariant {
  sku: string
  /** What tells this variant from its siblings: weight, volume, number of pieces. */
  size: string
  price: number
  /** Units on the shelf; `null` where the shop always has some and nobody counts. */
  stock: number | null
  /** Grams, for the courier. */
  weight: number
}

export interface CatalogueProduct {
  handle: string
  category: CategoryHandle
  /** Titles in the three languages of the shop; Medusa shows the Uzbek one. */
  title: { uz: string; ru: string; en: string }
  description: string
  /** A file in static/. */
  picture: string
  variants: readonly [CatalogueVariant, ...CatalogueVariant[]]
}

export type CategoryHandle = "choylar" | "shirinliklar" | "idishlar"

export const SHOP_NAME = "Choynak — choy doʻkoni"

export const CATEGORIES: readonly { handle: CategoryHandle; name: string }[] = [
  { handle: "choylar", name: "Choylar" },
  { handle: "shirinliklar", name: "Choyga shirinlik" },
  { handle: "idishlar", name: "Choy idishlari" },
]

/** In the order of the shop window. The first variant of the first product is the demo's. */
export const CATALOGUE: readonly CatalogueProduct[] = [
  {
    handle: "kok-choy-95",
    category: "choylar",
    title: {
      uz: "Koʻk choy №\u00a095",
      ru: "Зелёный чай №\u00a095",
      en: "Green tea No.\u00a095",
    },
    description:
      "Toshkentda har kuni damlanadigan yirik bargli koʻk choy. Qaynoq suvda uch daqiqa, keyin uch marta qaytaring.",
    picture: "kok-choy-95.svg",
    variants: [
      { sku: "CH-K95-250", size: "250 g", price: 45_000, stock: null, weight: 270 },
      { sku: "CH-K95-100", size: "100 g", price: 21_000, stock: 80, weight: 115 },
    ],
  },
  {
    handle: "qora-choy-togli",
    category: "choylar",
    title: {
      uz: "Qora choy, togʻ yon bagʻridan",
      ru: "Чёрный чай горный",
      en: "Black mountain tea",
    },
    description: "Quyuq, yumshoq achchiq. Ertalabki nonushtaga, sut bilan ham yaxshi.",
    picture: "qora-choy-togli.svg",
    variants: [{ sku: "CH-QT-250", size: "250 g", price: 38_000, stock: 120, weight: 270 }],
  },
  {
    handle: "samarqand-choyi",
    category: "choylar",
    title: {
      uz: "Samarqand choyi, limon va ziravor",
      ru: "Самаркандский чай с лимоном и пряностями",
      en: "Samarkand tea with lemon and spices",
    },
    description: "Qora choy, quritilgan limon, dolchin va qalampirmunchoq. Novvot bilan ichiladi.",
    picture: "samarqand-choyi.svg",
    variants: [{ sku: "CH-SAM-200", size: "200 g", price: 52_000, stock: 40, weight: 220 }],
  },
  {
    handle: "kiyik-oti",
    category: "choylar",
    title: {
      uz: "Kiyik oʻti, Chimyon",
      ru: "Зизифора (кийик ути), Чимган",
      en: "Wild ziziphora, Chimgan",
    },
    description: "Chimyon yon bagʻirlarida terilgan xushboʻy oʻt. Kofeinsiz, kechqurun uchun.",
    picture: "kiyik-oti.svg",
    variants: [{ sku: "CH-KO-50", size: "50 g", price: 33_000, stock: 25, weight: 65 }],
  },
  {
    handle: "novvot",
    category: "shirinliklar",
    title: {
      uz: "Novvot, Buxoro",
      ru: "Новвот бухарский",
      en: "Navat rock sugar, Bukhara",
    },
    description: "Ipda oʻstirilgan uzum shirasi kristallari. Bir boʻlak bir choynakka yetadi.",
    picture: "novvot.svg",
    variants: [{ sku: "SH-NOV-500", size: "500 g", price: 27_500, stock: 60, weight: 520 }],
  },
  {
    handle: "turshak",
    category: "shirinliklar",
    title: {
      uz: "Turshak, Fargʻona oʻrigi",
      ru: "Курага ферганская",
      en: "Dried Fergana apricots",
    },
    description: "Oftobda quritilgan, qandsiz, danaksiz oʻrik.",
    picture: "turshak.svg",
    variants: [{ sku: "SH-TUR-500", size: "500 g", price: 64_000, stock: 35, weight: 520 }],
  },
  {
    handle: "rishton-choynagi",
    category: "idishlar",
    title: {
      uz: "Rishton choynagi",
      ru: "Риштанский чайник",
      en: "Rishtan teapot",
    },
    description: "Qoʻlda chizilgan moviy naqsh, ishqor sir. Rishton ustalari ishi.",
    picture: "rishton-choynagi.svg",
    variants: [{ sku: "ID-RCH-1000", size: "1 l", price: 145_000, stock: 8, weight: 900 }],
  },
  {
    handle: "rishton-piyolalari",
    category: "idishlar",
    title: {
      uz: "Rishton piyolalari",
      ru: "Риштанские пиалы",
      en: "Rishtan tea bowls",
    },
    description: "Paxta gulli piyolalar toʻplami, har biri alohida chizilgan.",
    picture: "rishton-piyolalari.svg",
    variants: [{ sku: "ID-RPI-6", size: "6 dona", price: 180_000, stock: 12, weight: 1100 }],
  },
  {
    handle: "mehmon-toplami",
    category: "idishlar",
    title: {
      uz: "Mehmon toʻplami",
      ru: "Подарочный набор «Мехмон»",
      en: "Guest gift set",
    },
    description: "Choynak, oltita piyola, koʻk choy va novvot — sovgʻa qutisida.",
    picture: "mehmon-toplami.svg",
    variants: [{ sku: "ID-MEH-1", size: "1 quti", price: 390_000, stock: 5, weight: 2600 }],
  },
]

/** Delivery, in the order of the checkout; the first one is the demo's. Prices in UZS. */
export const DELIVERY: readonly {
  code: string
  name: string
  description: string
  kind: "shipping" | "pickup"
  price: number
}[] = [
  {
    code: "kuryer-toshkent",
    name: "Toshkent boʻylab kuryer",
    description: "Shu kuni, 10:00–20:00",
    kind: "shipping",
    price: 20_000,
  },
  {
    code: "pochta-viloyat",
    name: "Viloyatlarga pochta",
    description: "2–4 kun",
    kind: "shipping",
    price: 35_000,
  },
  {
    code: "olib-ketish",
    name: "Chorsudagi doʻkondan olib ketish",
    description: "Bir soatdan keyin tayyor",
    kind: "pickup",
    price: 0,
  },
]
