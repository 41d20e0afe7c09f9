/** Returns what the shop calls itself: the server writes it into the page. */
export function officeBrand(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
}
