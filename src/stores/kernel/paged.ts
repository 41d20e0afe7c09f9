// Lists that are read page by page, newest first: one reader for all of them, which ignores outdated answers.
import { atom, type WritableAtom } from 'nanostores'
import { isSignedOut } from './api.ts'
import { loadUser } from './user.ts'

/** The progress of reading a list. */
export interface PageProgress {
  /** While it is `loading`, the entries from before stay visible. */
  readonly status: string
  /** The start of the next page; null after the last one. */
  readonly cursor: string | null
  /** The state of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export interface Paged<Entry> extends PageProgress {
  readonly status: 'loading' | 'ready' | 'failed'
  /** All entries read so far. */
  readonly entries: readonly Entry[]
}

export interface Page<Entry> {
  readonly entries: readonly Entry[]
  readonly cursor: string | null
}

/** The source of the pages of a list, and the changes that each makes to its store. */
export interface PageSource<State, Reply> {
  /** The name of the content in the log. */
  readonly name: string
  /** Reads the page that begins at a cursor, null for the first. */
  read(cursor: string | null): Promise<Reply>
  /** Returns the state with the first page. */
  first(reply: Reply): Partial<State>
  /** Returns the state with a further page added. */
  next(reply: Reply): Partial<State>
  /** Returns the state after the first page failed; without it the status is `failed`, and an ended session leaves a guest. */
  failed?(fault: unknown): Partial<State>
}

export interface PageReader {
  /** Reads the first page; the displayed entries stay until it arrives. */
  load(): Promise<void>
  /** Reads the next page, if there is one and it is not being read. */
  loadMore(): Promise<void>
  /** Ignores the answers of all pending reads. */
  cancel(): void
}

/** Loads the user when a call failed because the session has ended. */
export function recheckSession(fault: unknown): void {
  if (isSignedOut(fault)) void loadUser()
}

/** Returns the entries of a further page that the list does not contain yet: new entries shift the pages. */
export function unknownOf<Entry>(
  known: readonly Entry[],
  page: readonly Entry[],
  idOf: (entry: Entry) => string,
): Entry[] {
  const ids = new Set(known.map(idOf))
  return page.filter((entry) => !ids.has(idOf(entry)))
}

/** Creates the reader of a list whose entries and progress are in a store. */
export function createPageReader<State extends PageProgress, Reply extends { readonly cursor: string | null }>(
  $state: WritableAtom<State>,
  source: PageSource<State, Reply>,
): PageReader {
  /** Counts the reads of first pages: only the answer to the newest one is shown. */
  let generation = 0
  const change = (part: Partial<State>, progress: Partial<PageProgress>): void => {
    $state.set({ ...$state.get(), ...progress, ...part })
  }

  async function ask(cursor: string | null, take: (reply: Reply) => void, fail: (fault: unknown) => void) {
    const asked = generation
    try {
      const reply = await source.read(cursor)
      if (asked === generation) take(reply)
    } catch (fault) {
      if (asked !== generation) return
      console.error(`The ${source.name} could not be read`, fault)
      fail(fault)
    }
  }

  return {
    load: () => {
      generation++
      change({}, { status: 'loading', more: 'idle' })
      return ask(
        null,
        (reply) => change(source.first(reply), { status: 'ready', cursor: reply.cursor }),
        (fault) => {
          change(source.failed?.(fault) ?? {}, { status: 'failed' })
          if (source.failed === undefined) recheckSession(fault)
        },
      )
    },
    loadMore: async () => {
      const { status, cursor, more } = $state.get()
      if (status !== 'ready' || cursor === null || more === 'loading') return
      change({}, { more: 'loading' })
      await ask(
        cursor,
        (reply) => change(source.next(reply), { cursor: reply.cursor, more: 'idle' }),
        (fault) => {
          change({}, { more: 'failed' })
          recheckSession(fault)
        },
      )
    },
    cancel: () => {
      generation++
    },
  }
}

export interface PagedList<Entry> extends Pick<PageReader, 'load' | 'loadMore'> {
  readonly $list: WritableAtom<Paged<Entry>>
  /** Shows a first page that arrived in the answer to another call. */
  begin(page: Page<Entry>): void
  /** Removes all entries: the next ones belong to another list. */
  clear(): void
}

/**
 * Creates a list over a call that answers with pages.
 *
 * @param name of its content, for the log
 * @param read reads the page that begins at a cursor, null for the first
 */
export function createPaged<Entry extends { readonly id: string }>(
  name: string,
  read: (cursor: string | null) => Promise<Page<Entry>>,
): PagedList<Entry> {
  const empty: Paged<Entry> = { status: 'loading', entries: [], cursor: null, more: 'idle' }
  const $list = atom<Paged<Entry>>(empty)
  const { load, loadMore, cancel } = createPageReader<Paged<Entry>, Page<Entry>>($list, {
    name,
    read,
    first: ({ entries }) => ({ entries }),
    next: ({ entries }) => {
      const known = $list.get().entries
      return { entries: [...known, ...unknownOf(known, entries, ({ id }) => id)] }
    },
  })
  return {
    $list,
    load,
    loadMore,
    begin: ({ entries, cursor }) => {
      cancel()
      $list.set({ status: 'ready', entries, cursor, more: 'idle' })
    },
    clear: () => {
      cancel()
      $list.set(empty)
    },
  }
}

/** Creates the setter of a filter that a list's reading uses: another value clears the list and reads it again. */
export function createListFilter<Only>(
  $only: WritableAtom<Only>,
  list: Pick<PagedList<never>, 'load' | 'clear'>,
): (only: Only) => void {
  return (only) => {
    if (only === $only.get()) return
    $only.set(only)
    list.clear()
    void list.load()
  }
}
