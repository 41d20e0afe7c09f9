// Storage of the browser, which may be forbidden, full or read-only.

/** Returns a storage of the browser; null where it is forbidden. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[kind] ?? null
  } catch {
    return null
  }
}

/** Returns a text that is stored as long as the tab is open; null when there is none. */
export function readFromSession(key: string): string | null {
  return browserStorage('sessionStorage')?.getItem(key) ?? null
}

/** Stores a text as long as the tab is open, null removes it; without a storage that accepts it, nothing is stored. */
export function storeInSession(key: string, text: string | null): void {
  try {
    if (text === null) browserStorage('sessionStorage')?.removeItem(key)
    else browserStorage('sessionStorage')?.setItem(key, text)
  } catch {
    // Storage is full or read-only.
  }
}
