// Lists in pages whose entries also change by events: an event is never undone by an older answer.
import { createPaged, type Page, type PagedList, recheckSession } from './paged.ts'

/** How events change a list. */
export interface EntryOrder<Entry> {
  /** Orders the list: negative when `one` comes before `other`. */
  compare(one: Entry, other: Entry): number
  /** Tells whether an entry that arrives is older than the one the list holds. */
  isOutdated(arriving: Entry, known: Entry): boolean
  /** Tells whether an entry that arrives belongs to the list; one that no longer does leaves it. Without it all do. */
  isListed?(arriving: Entry): boolean
  /** Is called after an entry of the list was replaced. */
  replaced?(entry: Entry, known: Entry): void
}

export interface LivePagedList<Entry> extends PagedList<Entry> {
  /** Adds entries, or replaces those that they are newer versions of. */
  put(entries: readonly Entry[]): void
  /** Reads the newest page again and puts its entries; pages read before stay. A failure is logged and leaves the list as it is. */
  refresh(): Promise<void>
}

/** Returns the entries with the arriving ones; those behind the last page read are left out, because their own page brings them. */
function merge<Entry extends { readonly id: string }>(
  { entries, cursor }: Page<Entry>,
  arriving: readonly Entry[],
  { compare, isOutdated, isListed = () => true }: EntryOrder<Entry>,
): readonly Entry[] {
  if (arriving.length === 0) return entries
  const merged = new Map(entries.map((entry) => [entry.id, entry]))
  const last = entries.at(-1)
  for (const entry of arriving) {
    const known = merged.get(entry.id)
    if (known !== undefined && isOutdated(entry, known)) continue
    if (!isListed(entry)) {
      merged.delete(entry.id)
      continue
    }
    const isShown = known === undefined ? cursor === null || last === undefined || compare(entry, last) < 0 : true
    if (isShown) merged.set(entry.id, entry)
  }
  return [...merged.values()].sort(compare)
}

/**
 * Creates a list over a call that answers with pages, with entries that events change.
 *
 * @param name of its content, for the log
 * @param read reads the page that begins at a cursor, null for the first
 */
export function createLivePaged<Entry extends { readonly id: string }>(
  name: string,
  read: (cursor: string | null) => Promise<Page<Entry>>,
  order: EntryOrder<Entry>,
): LivePagedList<Entry> {
  /** Entries that arrived while the first page was being read; its answer may be older. */
  let arrived: readonly Entry[] = []
  let refreshing: Promise<void> | null = null

  const pages = createPaged<Entry>(name, async (cursor) => {
    if (cursor !== null) return read(cursor)
    arrived = []
    const page = await read(null)
    return { ...page, entries: merge(page, arrived, order) }
  })
  const { $list } = pages

  const put = (entries: readonly Entry[]): void => {
    const list = $list.get()
    if (list.status === 'loading') arrived = [...arrived, ...entries]
    if (list.status !== 'ready' && list.entries.length === 0) return
    const known = new Map(list.entries.map((entry) => [entry.id, entry]))
    const merged = merge(list, entries, order)
    $list.set({ ...list, entries: merged })
    for (const entry of merged) {
      const before = known.get(entry.id)
      if (before !== undefined && before !== entry) order.replaced?.(entry, before)
    }
  }

  async function readNewest(): Promise<void> {
    if ($list.get().status !== 'ready') return pages.load()
    try {
      const { entries } = await read(null)
      put(entries)
    } catch (fault) {
      console.error(`The ${name} could not be read again`, fault)
      recheckSession(fault)
    }
  }

  return {
    ...pages,
    put,
    refresh: () => {
      refreshing ??= readNewest().finally(() => {
        refreshing = null
      })
      return refreshing
    },
  }
}
