// What the palette finds.

export interface Entry {
  readonly label: string
  /** What it belongs to, in words. */
  readonly group: string
  /** Why it may not be run. */
  readonly disabledReason: string | undefined
  readonly run: () => void
}

/** Returns the entries whose label or group has every word; all for no words. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return entries.filter(({ label, group }) => {
    const searched = `${label} ${group}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** A UUID, a Steam ID or another number, or an id with its kind of subject before it: `player:1000`. */
const ID = /^([a-z]+:)?([0-9]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const EDITION = /^(?:#|edition:)?([1-9]\d{0,8})$/i

/** Returns the number of an edition that a text may be: `12`, `#12`, `edition:12`. */
export function editionOf(text: string): string | undefined {
  return EDITION.exec(text.trim())?.[1]
}

/** Tells whether a text is an id that can be searched for. */
export function looksLikeId(text: string): boolean {
  return ID.test(text.trim())
}
