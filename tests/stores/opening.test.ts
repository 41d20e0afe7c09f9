import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenReply } from '../../src/contract/case.ts'
import type { Refusal } from '../../src/contract/common.ts'
import type { SellReply } from '../../src/contract/user.ts'
import * as modals from '../../src/stores/modals.ts'
import {
  $count,
  $opening,
  $total,
  again,
  askAgain,
  enterCase,
  keep,
  later,
  open,
  sell,
  sellAll,
  setCount,
  skip,
  unsoldOf,
} from '../../src/stores/opening.ts'
import { $quick } from '../../src/stores/preferences.ts'
import { $user } from '../../src/stores/user.ts'
import { redline } from './redline.ts'

const FIRST = '00000000-0000-4000-8000-000000000001'
const SECOND = '00000000-0000-4000-8000-000000000002'

function opened(balance: number | null, ids: readonly (string | null)[]): OpenReply {
  return {
    success: true,
    balance,
    drops: ids.map((id) => ({ id, price: 700, item: redline, roll: 42 })),
    rolls: ids.flatMap((id, nonce) => (id === null ? [] : [{ id, nonce, roll: 42 }])),
  }
}

/** What can still be sold of what is on the stage. */
function unsold(): number {
  const opening = $opening.get()
  return opening.phase === 'result' ? unsoldOf(opening.drops) : 0
}

const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

interface Call {
  readonly path: string
  readonly body: unknown
  readonly key: string | null
}

/** The server at the other end of the wire: a table of answers; a function may fail as a lost network does. */
let answers: Record<string, () => unknown>
let calls: Call[]

function serve(path: string, init?: RequestInit): Promise<Response> {
  calls.push({
    path,
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    key: new Headers(init?.headers).get('idempotency-key'),
  })
  const answer = answers[path]
  if (answer === undefined) return Promise.resolve(new Response('{}', { status: 404 }))
  try {
    const said = answer()
    return Promise.resolve(said instanceof Response ? said : Response.json(said))
  } catch (fault) {
    return Promise.reject(fault)
  }
}

const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

const opens = (): Call[] => calls.filter(({ path }) => path.endsWith('/open'))

function player(balance: number): void {
  $user.set({
    status: 'authorised',
    user: {
      id: 7,
      username: 'Ada',
      steamid: '7656',
      avatar: '',
      balance,
      tradeLink: null,
      lvl: 0,
      exp: 0,
      realityMinutes: null,
    },
  })
}

/** The answer of a server that knows the same player with this balance. */
function reload(balanceCents: number): unknown {
  const state = $user.get()
  return { success: true, user: { ...(state.status === 'authorised' ? state.user : {}), balance: balanceCents } }
}

function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

beforeEach(() => {
  calls = []
  answers = { '/api/settings': () => ({}) }
  const jar = { cookie: 'token=t; XSRF-TOKEN=x' }
  vi.stubGlobal('document', jar)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  $quick.set('off')
  player(10_000)
  enterCase({ url: 'orion', price: 250, enabled: true })
})

afterEach(() => {
  skip()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('how many', () => {
  test('is from 1 to 10, and the total follows it', () => {
    for (const [wish, count] of [
      [3, 3],
      [0, 3],
      [11, 3],
      [10, 10],
    ] as const) {
      setCount(wish)
      expect($count.get()).toBe(count)
    }
    expect($total.get()).toBe(2500)
  })
})

describe('an opening', () => {
  test('asks once with the price that the player saw, spins, and shows what was won', async () => {
    answers['/api/case/orion/open'] = () => opened(9500, [FIRST, SECOND])
    setCount(2)
    await open({ demo: false })
    expect(opens()).toMatchObject([{ body: { count: 2, price: 250, demo: false } }])
    expect($opening.get()).toMatchObject({ phase: 'spinning', drops: [{ id: FIRST }, { id: SECOND }] })
    skip()
    expect($opening.get()).toMatchObject({
      phase: 'result',
      drops: [{ state: 'mine', rollId: FIRST }, { rollId: SECOND }],
    })
  })

  test('keeps the balance as it was until the reel has stopped', async () => {
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    await open({ demo: false })
    expect(balance()).toBe(10_000)
    skip()
    expect(balance()).toBe(9750)
  })

  test('shows the result at once when the player wants it quick', async () => {
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    $quick.set('on')
    await open({ demo: false })
    expect($opening.get().phase).toBe('result')
    expect(balance()).toBe(9750)
  })

  test('does not start again, nor change its count, while one runs', async () => {
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    const first = open({ demo: false })
    await open({ demo: false })
    await first
    await open({ demo: false })
    setCount(5)
    expect(opens()).toHaveLength(1)
    expect($count.get()).toBe(1)
  })

  test('of a case that is switched off asks nothing', async () => {
    enterCase({ url: 'orion', price: 250, enabled: false })
    await open({ demo: false })
    expect([opens().length, $opening.get().phase]).toEqual([0, 'idle'])
  })

  test('can be repeated in the way it was done', async () => {
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await open({ demo: true })
    skip()
    await again()
    expect(opens().map(({ body }) => body)).toEqual([
      { count: 1, price: 250, demo: true },
      { count: 1, price: 250, demo: true },
    ])
  })
})

describe('a guest', () => {
  beforeEach(() => $user.set({ status: 'guest' }))

  test('is asked to sign in instead', async () => {
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    await open({ demo: false })
    stop()
    expect([asked, opens().length, $opening.get().phase]).toEqual([1, 0, 'idle'])
  })

  test('may try for free, and what the demo drew is nobody’s', async () => {
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await open({ demo: true })
    skip()
    expect($opening.get()).toMatchObject({ phase: 'result', demo: true, drops: [{ id: null, rollId: null }] })
    expect(unsold()).toBe(0)
  })
})

describe('too little balance', () => {
  test('that is known is said without asking, with what is missing', async () => {
    player(100)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'short', missing: 150 })
    expect(opens()).toHaveLength(0)
  })

  test('that only the server knew is read before it is said', async () => {
    answers['/api/case/orion/open'] = () => refusal('balance')
    answers['/api/user/get'] = () => reload(30)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'short', missing: 220 })
    expect(balance()).toBe(30)
  })

  test('does not keep anyone from a demo', async () => {
    player(0)
    answers['/api/case/orion/open'] = () => opened(0, [null])
    await open({ demo: true })
    expect($opening.get().phase).toBe('spinning')
  })
})

describe('a refusal', () => {
  test.each(['case-off', 'price-changed', 'item-gone'] as const)('%s is shown in the server’s words', async (code) => {
    answers['/api/case/orion/open'] = () => refusal(code)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'refused', code, message: `No: ${code}` })
    keep()
    expect($opening.get().phase).toBe('idle')
  })

  test('lets the balance go on', async () => {
    answers['/api/case/orion/open'] = () => refusal('case-off')
    await open({ demo: false })
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    $quick.set('on')
    await open({ demo: false })
    expect(balance()).toBe(9750)
  })
})

describe('a lost connection', () => {
  async function patiently(action: Promise<void>): Promise<void> {
    await vi.runAllTimersAsync()
    await action
  }

  async function loseOne({ demo }: { demo: boolean }): Promise<void> {
    answers['/api/case/orion/open'] = lost
    await patiently(open({ demo }))
  }

  const keys = (): Set<string | null> => new Set(opens().map(({ key }) => key))

  test('is tried three times, and then said', async () => {
    await loseOne({ demo: false })
    expect(opens()).toHaveLength(3)
    expect($opening.get()).toMatchObject({ phase: 'offline', request: { path: '/case/orion/open', demo: false } })
  })

  test('is also an answer that breaks off, and a gateway that gives up', async () => {
    answers['/api/user/get'] = () => reload(10_000)
    for (const broken of [new Response('{"success":tr'), new Response('', { status: 504 })]) {
      answers['/api/case/orion/open'] = () => broken.clone()
      await patiently(open({ demo: false }))
      expect($opening.get().phase).toBe('offline')
      await later()
    }
  })

  test('is asked again with the same request under the same key, and ends like any opening', async () => {
    await loseOne({ demo: false })
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    answers['/api/user/get'] = () => reload(9000)
    await askAgain()
    expect(opens().map(({ body }) => body)).toEqual(Array(4).fill({ count: 1, price: 250, demo: false }))
    expect(keys().size).toBe(1)
    expect($opening.get()).toMatchObject({ phase: 'spinning', drops: [{ id: FIRST }] })
    skip()
    // The answer is the first one's, its balance too: what holds now was read after it.
    expect([$opening.get().phase, balance()]).toEqual(['result', 9000])
  })

  test('stays when the connection is lost once more, and keeps its key', async () => {
    await loseOne({ demo: false })
    await patiently(askAgain())
    expect($opening.get()).toMatchObject({ phase: 'offline', asking: false })
    expect([opens().length, keys().size]).toEqual([6, 1])
  })

  test('lets nothing else be opened while it is not settled', async () => {
    await loseOne({ demo: false })
    await open({ demo: false })
    await open({ demo: true })
    setCount(4)
    expect([opens().length, $count.get()]).toEqual([3, 1])
  })

  test('put away for later reads the balance, and the next opening has a key of its own', async () => {
    await loseOne({ demo: false })
    answers['/api/user/get'] = () => reload(9750)
    await later()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 9750])
    answers['/api/case/orion/open'] = () => opened(9500, [SECOND])
    await open({ demo: false })
    expect(keys().size).toBe(2)
  })

  test('during a demo is asked again and put away in the same way, and moves no money', async () => {
    await loseOne({ demo: true })
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await askAgain()
    skip()
    expect($opening.get()).toMatchObject({ phase: 'result', demo: true })
    await loseOne({ demo: true })
    await later()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 10_000])
    expect(calls.filter(({ path }) => path === '/api/user/get')).toHaveLength(0)
  })
})

describe('what was won', () => {
  const sold = (balanceCents: number, count: number): SellReply => ({
    success: true,
    message: 'Sold',
    balance: balanceCents,
    sold: count,
    sum: count * 700,
  })

  async function winTwo(): Promise<void> {
    answers['/api/case/orion/open'] = () => opened(9500, [FIRST, SECOND])
    setCount(2)
    await open({ demo: false })
    skip()
  }

  test('is sold one by one', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => sold(10_200, 1)
    expect(await sell(FIRST)).toEqual({ kind: 'sold', message: 'Sold' })
    expect(calls.at(-1)).toMatchObject({ path: '/api/user/items/sell/case', body: { ids: [FIRST], isAll: false } })
    expect($opening.get()).toMatchObject({ drops: [{ state: 'sold' }, { state: 'mine' }] })
    expect([balance(), unsold()]).toEqual([10_200, 700])
  })

  test('is sold all at once, without what was sold before', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => sold(10_200, 1)
    await sell(FIRST)
    await sellAll()
    expect(calls.at(-1)?.body).toEqual({ ids: [SECOND], isAll: false })
    expect($opening.get()).toMatchObject({ drops: [{ state: 'sold' }, { state: 'sold' }] })
  })

  test('that is no longer the player’s is marked so', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => refusal('item-gone')
    expect(await sell(FIRST)).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($opening.get()).toMatchObject({ drops: [{ state: 'gone' }, { state: 'mine' }] })
  })

  test('stays the player’s when the sale could not be asked for', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = lost
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sale = sell(FIRST)
    await vi.runAllTimersAsync()
    expect(await sale).toEqual({ kind: 'failed' })
    expect($opening.get()).toMatchObject({ drops: [{ state: 'mine' }, { state: 'mine' }] })
  })

  test('is kept by putting the result away', async () => {
    await winTwo()
    keep()
    expect($opening.get()).toEqual({ phase: 'idle' })
  })
})
