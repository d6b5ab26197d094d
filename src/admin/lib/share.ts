/** Opens Telegram with an address and a message under it, to be sent to whom one chooses there. */
export function telegramShare(url: string, text: string): string {
  // A space as "+", as URLSearchParams writes it, stays a plus in some of Telegram's apps.
  return `https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`
}
