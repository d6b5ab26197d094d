/** The two cards of the country, in plain letters. */
export function CardBrands({ of }: { of?: string | undefined }) {
  const names = of === undefined ? ["Uzcard", "Humo"] : [of]
  return (
    <span className="brands" aria-hidden="true">
      {names.map((name) => (
        <span key={name} className={`brand-${name.toLowerCase()}`}>
          {name}
        </span>
      ))}
    </span>
  )
}
