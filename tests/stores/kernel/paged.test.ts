// Paged lists: in order, without duplicates, and never a response to an outdated request.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/stores/kernel/api.ts'
import { createPaged, type Page } from '../../../src/stores/kernel/paged.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { PLAYER, ServerStub } from '../server-stub.ts'

interface Entry {
  readonly id: string
}

const page = (ids: string, cursor: string | null = null): Page<Entry> => ({
  entries: [...ids].map((id) => ({ id })),
  cursor,
})

/** Pages that are released one by one; the cursor of each request is recorded. */
function library() {
  const asked: { cursor: string | null; answer: (page: Page<Entry>) => void; fail: (fault: unknown) => void }[] = []
  const list = createPaged<Entry>('letters', (cursor) => {
    return new Promise((answer, fail) => void asked.push({ cursor, answer, fail }))
  })
  const shown = (): string =>
    list.$list
      .get()
      .entries.map(({ id }) => id)
      .join('')
  return { list, asked, shown }
}

let logged: unknown[][]

beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void logged.push(line))
  $user.set({ status: 'authorised', user: PLAYER })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a paged list', () => {
  it('is loaded page by page, until the last one', async () => {
    const { list, asked, shown } = library()
    const first = list.load()
    asked[0]?.answer(page('ab', 'b'))
    await first
    const second = list.loadMore()
    expect(list.$list.get().more).toBe('loading')
    asked[1]?.answer(page('cd'))
    await second
    expect(shown()).toBe('abcd')
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, 'b'])
    await list.loadMore()
    expect(asked).toHaveLength(2)
  })

  it('contains no duplicates when new entries have shifted its pages', async () => {
    const { list, asked, shown } = library()
    const first = list.load()
    asked[0]?.answer(page('ab', 'b'))
    await first
    const second = list.loadMore()
    asked[1]?.answer(page('bc'))
    await second
    expect(shown()).toBe('abc')
  })

  it('requests the next page once, however often it is asked for', async () => {
    const { list, asked } = library()
    const first = list.load()
    asked[0]?.answer(page('a', 'a'))
    await first
    void list.loadMore()
    void list.loadMore()
    expect(asked).toHaveLength(2)
  })

  it('shows only the response to the newest request', async () => {
    const { list, asked, shown } = library()
    const first = list.load()
    list.clear()
    const second = list.load()
    asked[1]?.answer(page('new'))
    asked[0]?.answer(page('old'))
    await Promise.all([first, second])
    expect(shown()).toBe('new')
  })

  it('that fails says so, keeps its entries, and can be retried', async () => {
    const { list, asked, shown } = library()
    const first = list.load()
    asked[0]?.fail(new ApiError(0, 'offline', 'No connection'))
    await first
    expect(list.$list.get().status).toBe('failed')
    const again = list.load()
    asked[1]?.answer(page('a', 'a'))
    await again
    const more = list.loadMore()
    asked[2]?.fail(new ApiError(500, 'fault', 'A fault'))
    await more
    expect(list.$list.get()).toMatchObject({ status: 'ready', more: 'failed' })
    expect(shown()).toBe('a')
    const repeated = list.loadMore()
    asked[3]?.answer(page('b'))
    await repeated
    expect(shown()).toBe('ab')
    expect(logged).toHaveLength(2)
  })

  it('with an ended session signs the player out', async () => {
    const wire = new ServerStub()
    wire.open()
    wire.on('/api/user/get', () => new Response('{}', { status: 401 }))
    const { list, asked } = library()
    const first = list.load()
    asked[0]?.fail(new ApiError(401, 'unauthorised', 'Sign in'))
    await first
    await vi.waitFor(() => expect($user.get().status).toBe('guest'))
  })
})
