/**
 * What the pages do better with a script: time that ticks, a card number in groups of four, an expiry
 * with its slash, no second press of a button, and a page that notices what happens to its invoice. Plain
 * text, as the pages have no build step.
 */
export const script = `
"use strict"
for (const element of document.querySelectorAll("[data-seconds-left]")) {
  const end = Date.now() + Number(element.dataset.secondsLeft) * 1000
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
    const two = (number) => String(number).padStart(2, "0")
    const time = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds)
    element.textContent = element.dataset.ticking.replace("{time}", time)
    if (left > 0) return
    clearInterval(timer)
    if (element.dataset.reveals) {
      element.hidden = true
      document.getElementById(element.dataset.reveals).hidden = false
    } else location.replace(location.pathname)
  }
  const timer = setInterval(tick, 1000)
  tick()
}

const groups = { card_number: [/(\\d{4})(?=\\d)/g, "$1 "], card_expiry: [/^(\\d\\d)(?=\\d)/, "$1/"] }
// A year may be written with its century.
const longest = (name, digits) => (name === "card_number" ? 16 : digits.slice(2, 4) === "20" ? 6 : 4)
for (const [name, [pattern, replacement]] of Object.entries(groups)) {
  const field = document.querySelector("input[name=" + name + "]")
  if (!field) continue
  field.addEventListener("input", () => {
    // Only while writing at the end: a correction in the middle keeps the cursor where it is.
    if (field.selectionStart !== field.value.length) return
    const digits = field.value.replace(/\\D/g, "")
    field.value = digits.slice(0, longest(name, digits)).replace(pattern, replacement)
  })
}

const SYSTEMS = [[/^(8600|5614)/, "Uzcard"], [/^9860/, "Humo"], [/^62/, "UnionPay"], [/^4/, "Visa"], [/^5/, "Mastercard"]]
const number = document.querySelector("input[name=card_number]")
const kind = document.getElementById("card-kind")
if (number && kind) {
  const show = () => {
    const found = SYSTEMS.find(([prefix]) => prefix.test(number.value.replace(/\\D/g, "")))
    kind.textContent = found ? found[1] : ""
  }
  number.addEventListener("input", show)
  show()
}

let isLeaving = false
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    isLeaving = true
    for (const button of form.querySelectorAll("button")) button.disabled = true
  })
}
const { pays, state, goesOn, after } = document.body.dataset
if (pays) {
  // Paid in another tab, on its way, over: the page shows what is true now.
  const look = async () => {
    if (document.hidden || isLeaving) return
    const answer = await fetch(pays + "/state").catch(() => undefined)
    if (!answer || !answer.ok) return
    const now = await answer.json()
    if (now.state !== state && !isLeaving) location.replace(pays)
  }
  setInterval(look, state === "processing" ? 1000 : 3000)
  document.addEventListener("visibilitychange", look)
}
if (goesOn) {
  const returning = document.querySelector("[data-returning]")
  const stays = document.querySelector("[data-stays]")
  const stay = () => returning.remove()
  // Whoever came back from the shop wants to be here.
  if (performance.getEntriesByType("navigation").some(({ type }) => type === "back_forward")) stay()
  else {
    const timer = setTimeout(() => location.assign(goesOn), Number(after) * 1000)
    stays.hidden = false
    stays.addEventListener("click", () => {
      clearTimeout(timer)
      stay()
    })
  }
}
// A page that the browser kept comes back with buttons that work.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload()
})
`
