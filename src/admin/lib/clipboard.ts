/** Copies a text. @returns whether the browser allowed it */
export async function copyText(text: string): Promise<boolean> {
  // A page that is not served over https has no clipboard of its own.
  if (!window.isSecureContext) return copyTheOldWay(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyTheOldWay(text)
  )
}

function copyTheOldWay(text: string): boolean {
  const field = document.createElement("textarea")
  field.value = text
  field.style.position = "fixed"
  field.style.opacity = "0"
  const focused = document.activeElement
  // Inside the focused part of the page: a dialog keeps the focus to itself.
  const place = focused?.parentElement ?? document.body
  place.append(field)
  field.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works without https
  const copied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
