import CheckoutUzReturn from "@modules/checkout/components/checkout-uz-return"

type Props = {
  params: Promise<{ countryCode: string }>
  searchParams: Promise<{ session?: string }>
}

export default async function ReturnPage({ params, searchParams }: Props) {
  const { countryCode } = await params
  const { session = "" } = await searchParams
  return <CheckoutUzReturn countryCode={countryCode} sessionId={session} />
}
