import { TrianglesMini } from "@medusajs/icons"
import { Button, DropdownMenu } from "@medusajs/ui"
import { useState } from "react"

type Option = { value: string; label: string }

/** Any number of values to choose from a menu; the button says which ones are. */
export const ManyFilter = ({
  label,
  options,
  chosen,
  choose,
}: {
  label: string
  options: Option[]
  chosen: readonly string[]
  choose: (chosen: readonly string[]) => void
}) => {
  // What was ticked while the menu is open, since the address follows a moment later.
  const [ticked, setTicked] = useState<readonly string[]>()
  const shown = ticked ?? chosen
  const names = options.filter(({ value }) => shown.includes(value)).map(({ label }) => label)
  return (
    <DropdownMenu
      onOpenChange={() => {
        setTicked(undefined)
      }}
    >
      <DropdownMenu.Trigger asChild>
        <Button size="small" variant="secondary" type="button" className="max-w-full">
          <span className="text-ui-fg-subtle">{names.length > 0 ? `${label}:` : label}</span>
          {names.length > 0 && <span className="max-w-60 truncate">{names.join(", ")}</span>}
          <TrianglesMini className="text-ui-fg-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="start">
        {options.map(({ value, label: name }) => (
          <DropdownMenu.CheckboxItem
            key={value}
            checked={shown.includes(value)}
            onSelect={(event) => {
              event.preventDefault()
            }}
            onCheckedChange={(checked) => {
              const others = shown.filter((other) => other !== value)
              const next = checked ? [...others, value] : others
              setTicked(next)
              choose(next)
            }}
          >
            {name}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}
