// Lists in pages that events change: an older response never undoes an event, and loaded pages stay.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/stores/kernel/api.ts'
import { createLivePaged } from '../../../src/stores/kernel/live-paged.ts'
import type { Page } from '../../../src/stores/kernel/paged.ts'

interface Entry {
  readonly id: string
  readonly version: number
}

const entry = (id: string, version = 1): Entry => ({ id, version })

const page = (ids: string, cursor: string | null = null, version = 1): Page<Entry> => ({
  entries: [...ids].map((id) => entry(id, version)),
  cursor,
})

/** Entries of this version belong to the list no more. */
const LEFT = 9

/** A list, the newest first, whose pages are answered one by one. */
function library() {
  const asked: { cursor: string | null; answer: (page: Page<Entry>) => void; fail: (fault: unknown) => void }[] = []
  const replaced: string[] = []
  const list = createLivePaged<Entry>(
    'letters',
    (cursor) => new Promise((answer, fail) => void asked.push({ cursor, answer, fail })),
    {
      compare: (one, other) => (one.id < other.id ? 1 : -1),
      isOutdated: (arriving, known) => arriving.version < known.version,
      isListed: ({ version }) => version < LEFT,
      replaced: ({ id, version }, known) => void replaced.push(`${id} ${known.version}→${version}`),
    },
  )
  const shown = (): string =>
    list.$list
      .get()
      .entries.map(({ id, version }) => id + version)
      .join(' ')
  return { list, asked, replaced, shown }
}

async function loaded(ids: string, cursor: string | null = null) {
  const given = library()
  const loading = given.list.load()
  given.asked[0]?.answer(page(ids, cursor))
  await loading
  return given
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an event', () => {
  it('inserts an entry at its place, or replaces an older version, and reports it', async () => {
    const { list, replaced, shown } = await loaded('db')
    list.put([entry('c'), entry('d', 2), entry('a')])
    expect(shown()).toBe('d2 c1 b1 a1')
    expect(replaced).toEqual(['d 1→2'])
  })

  it('removes an entry that belongs to the list no more, and adds none', async () => {
    const { list, shown } = await loaded('db')
    list.put([entry('d', LEFT), entry('c', LEFT)])
    expect(shown()).toBe('b1')
  })

  it('that is older than the entry changes nothing', async () => {
    const { list, replaced, shown } = await loaded('b')
    list.put([entry('b', 3)])
    list.put([entry('b', 2)])
    expect(shown()).toBe('b3')
    expect(replaced).toEqual(['b 1→3'])
  })

  it('about an entry after the last loaded page waits for its page', async () => {
    const { list, asked, shown } = await loaded('dc', 'c')
    list.put([entry('a', 2)])
    expect(shown()).toBe('d1 c1')
    const more = list.loadMore()
    asked[1]?.answer(page('ba', null, 2))
    await more
    expect(shown()).toBe('d1 c1 b2 a2')
  })

  it('that arrives while the first page loads is not undone by it', async () => {
    const { list, asked, shown } = library()
    const loading = list.load()
    list.put([entry('b', 2), entry('c')])
    asked[0]?.answer(page('ba'))
    await loading
    expect(shown()).toBe('c1 b2 a1')
  })
})

describe('the newest page', () => {
  it('keeps older pages and their cursor when it is reloaded', async () => {
    const { list, asked, shown } = await loaded('dc', 'c')
    const more = list.loadMore()
    asked[1]?.answer(page('b', 'b'))
    await more
    const refreshing = list.refresh()
    asked[2]?.answer(page('ed', 'd', 2))
    await refreshing
    expect(shown()).toBe('e2 d2 c1 b1')
    expect(list.$list.get().cursor).toBe('b')
  })

  it('is reloaded once at a time, and as the first page where none was loaded', async () => {
    const { list, asked, shown } = library()
    const both = [list.refresh(), list.refresh()]
    expect(asked).toHaveLength(1)
    asked[0]?.answer(page('a', 'a'))
    await Promise.all(both)
    expect([shown(), list.$list.get().cursor]).toEqual(['a1', 'a'])
  })

  it('does not stop the next page, and vice versa', async () => {
    const { list, asked, shown } = await loaded('c', 'c')
    const both = [list.loadMore(), list.refresh()]
    asked[2]?.answer(page('dc', 'c'))
    asked[1]?.answer(page('b'))
    await Promise.all(both)
    expect(shown()).toBe('d1 c1 b1')
    expect(list.$list.get()).toMatchObject({ cursor: null, more: 'idle' })
  })

  it('whose reload fails keeps the list', async () => {
    const { list, asked, shown } = await loaded('a')
    const refreshing = list.refresh()
    asked[1]?.fail(new ApiError(0, 'offline', 'No connection'))
    await refreshing
    expect([shown(), list.$list.get().status]).toEqual(['a1', 'ready'])
    expect(console.error).toHaveBeenCalledOnce()
  })
})
