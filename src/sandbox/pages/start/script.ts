export const startScriptPath = "/assets/start.js"

/**
 * What the start page does better with a script: payments, webhooks and calls are shown as they come, and
 * calls are copied with a press.
 */
export const startScript = `
"use strict"
for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent)
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 1500)
  })
}

// A part that somebody is using stays as it is until they leave it.
const isUsed = (part) =>
  part.contains(document.activeElement) && document.activeElement !== document.body ||
  part.querySelector("details[open]") !== null ||
  !getSelection().isCollapsed && part.contains(getSelection().anchorNode)
const refresh = async () => {
  if (document.hidden) return
  const answer = await fetch(location.href).catch(() => undefined)
  if (!answer || !answer.ok) return
  const now = new DOMParser().parseFromString(await answer.text(), "text/html")
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = now.getElementById(part.id)
    if (fresh && fresh.innerHTML !== part.innerHTML && !isUsed(part)) part.innerHTML = fresh.innerHTML
  }
}
if (!location.pathname.startsWith("/actions")) setInterval(refresh, 1500)
`
