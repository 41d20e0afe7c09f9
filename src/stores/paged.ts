// A list that is read page by page, the newest first: what it holds, what becomes of the next page, and no answer to an old question.
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { isSignedOut } from './api.ts'
import { loadUser } from './user.ts'

export interface Paged<Entry> {
  /** While it is `loading` the entries of before stay on show. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** As far as they were read. */
  readonly entries: readonly Entry[]
  /** Where the next page begins; null when there is none. */
  readonly cursor: string | null
  /** What becomes of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export interface Page<Entry> {
  readonly entries: readonly Entry[]
  readonly cursor: string | null
}

export interface PagedList<Entry> {
  readonly $list: ReadableAtom<Paged<Entry>>
  /** Reads the first page; what was on show stays until it is there. */
  load(): Promise<void>
  /** Reads the next page, if there is one and it is not on its way. */
  loadMore(): Promise<void>
  /** Forgets everything: what comes next is another list. */
  clear(): void
}

/** When the session has ended, whoever looks is a guest from now on. */
export function watchSession(fault: unknown): void {
  if (isSignedOut(fault)) void loadUser()
}

/**
 * A list over a call that answers with pages.
 *
 * @param name of what it holds, for the log
 * @param read reads the page that begins at a cursor, null for the first
 */
export function createPaged<Entry extends { readonly id: string }>(
  name: string,
  read: (cursor: string | null) => Promise<Page<Entry>>,
): PagedList<Entry> {
  const nothing: Paged<Entry> = { status: 'loading', entries: [], cursor: null, more: 'idle' }
  const $list = atom<Paged<Entry>>(nothing)
  /** Counts the questions: only the answer to the newest one is shown. */
  let asked = 0

  const change = (part: Partial<Paged<Entry>>): void => $list.set({ ...$list.get(), ...part })

  async function ask(cursor: string | null, take: (page: Page<Entry>) => void, fail: () => void): Promise<void> {
    const question = ++asked
    try {
      const page = await read(cursor)
      if (question === asked) take(page)
    } catch (fault) {
      if (question !== asked) return
      console.error(`The ${name} could not be read`, fault)
      fail()
      watchSession(fault)
    }
  }

  return {
    $list,
    load: () => {
      change({ status: 'loading', more: 'idle' })
      return ask(
        null,
        ({ entries, cursor }) => change({ status: 'ready', entries, cursor }),
        () => change({ status: 'failed' }),
      )
    },
    loadMore: async () => {
      const { status, cursor, more } = $list.get()
      if (status !== 'ready' || cursor === null || more === 'loading') return
      change({ more: 'loading' })
      await ask(
        cursor,
        (page) => {
          const known = new Set($list.get().entries.map(({ id }) => id))
          const entries = [...$list.get().entries, ...page.entries.filter(({ id }) => !known.has(id))]
          change({ entries, cursor: page.cursor, more: 'idle' })
        },
        () => change({ more: 'failed' }),
      )
    },
    clear: () => {
      asked++
      $list.set(nothing)
    },
  }
}

/** Makes what narrows a list by a store that its reading asks: another value clears the list and reads it anew. */
export function narrowing<Only>(
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
