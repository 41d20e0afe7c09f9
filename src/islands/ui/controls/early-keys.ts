// Keys that were pressed after the document was parsed and before the screen of a game listened to them.

/** More than the first ones are not choices of a game: the page has none, and something else is typed. */
const MOST = 10

/** Keys that choose something: Enter, Space and Escape act, and are for what the reader saw when they pressed them. */
const CHOICE = /^[0-9]$/

let keys: KeyboardEvent[] = []
let listening: AbortController | undefined

/** Begins to collect keys of a page. */
export function watchEarlyKeys(page: Document): void {
  listening = new AbortController()
  const { signal } = listening
  const collect = (event: KeyboardEvent): void => {
    if (keys.length === MOST || event.ctrlKey || event.metaKey || event.altKey) return
    if (CHOICE.test(event.key)) keys.push(event)
  }
  page.addEventListener('keydown', collect, { signal })
}

/** Returns the keys that were collected, and collects no more: the screen listens from now on. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const early = keys
  keys = []
  listening?.abort()
  return early
}
