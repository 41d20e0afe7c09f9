// Lists of prices that somebody looks at before they are published: kept for an hour in this process, so that what is published is what was seen.
import { ProtocolError } from '../../../base/refusal.ts'
import type { ListedPrices } from '../../../catalogue/prices/price-list.ts'

/** How long a list is kept. */
const KEPT_MS = 3_600_000

/** How many are kept: each has tens of thousands of names. */
const KEPT_MOST = 4

/** A list as it was read. */
export interface SeenList {
  readonly list: ListedPrices
  readonly source: string
  readonly staffId: string
  /** When it was read. */
  readonly atMs: number
}

export interface SeenLists {
  /** Keeps a list. Returns its id. */
  keep(list: SeenList): number
  /** Returns a list of a member. Throws ProtocolError 'list-gone'. */
  take(id: number, staffId: string): SeenList
}

/** Makes the store of lists. */
export function createSeenLists(now: () => number): SeenLists {
  const kept = new Map<number, SeenList>()
  let last = 0
  const forget = (): void => {
    for (const [id, { atMs }] of kept) if (now() - atMs > KEPT_MS) kept.delete(id)
    for (const id of [...kept.keys()].slice(0, -KEPT_MOST)) kept.delete(id)
  }
  return {
    keep(list) {
      last += 1
      kept.set(last, list)
      forget()
      return last
    },
    take(id, staffId) {
      forget()
      const list = kept.get(id)
      if (list?.staffId === staffId) return list
      throw new ProtocolError(404, 'list-gone', 'This list is no longer kept: read it again')
    },
  }
}
