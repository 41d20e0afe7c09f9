import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { Refusal } from '../../../src/protocol/common.ts'
import type { SellReply } from '../../../src/protocol/user.ts'
import {
  $count,
  $opening,
  $total,
  cheapDrops,
  dismissUnanswered,
  enterCase,
  keep,
  open,
  openAgain,
  openFree,
  ownedDrops,
  retry,
  sellAllDrops,
  sellDrop,
  sellDropsBelow,
  setCount,
  skip,
  unsoldOf,
} from '../../../src/stores/games/opening.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'

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

/** The prizes of the result that can still be sold. */
function unsold(): number {
  const opening = $opening.get()
  return opening.phase === 'result' ? unsoldOf(opening.played.drops) : 0
}

const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

interface Call {
  readonly path: string
  readonly body: unknown
  readonly key: string | null
}

/** A fake server: a table of responses; a function may fail like a lost connection. */
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

/** The response of a server for the same player with this balance. */
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

describe('the number of cases', () => {
  test('is from 1 to 10, and the total depends on it', () => {
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
  test('sends one request with the displayed price, spins, and shows the prize', async () => {
    answers['/api/case/orion/open'] = () => opened(9500, [FIRST, SECOND])
    setCount(2)
    await open({ demo: false })
    expect(opens()).toMatchObject([{ body: { count: 2, price: 250, demo: false } }])
    expect($opening.get()).toMatchObject({ phase: 'playing', played: { drops: [{ id: FIRST }, { id: SECOND }] } })
    skip()
    expect($opening.get()).toMatchObject({
      phase: 'result',
      played: { drops: [{ state: 'mine', rollId: FIRST }, { rollId: SECOND }] },
    })
  })

  test('takes its cost from the displayed balance at the click, and shows the server’s balance with the result', async () => {
    answers['/api/case/orion/open'] = () => opened(12_000, [FIRST, SECOND])
    setCount(2)
    const answered = open({ demo: false })
    expect([$opening.get().phase, balance()]).toEqual(['asking', 9500])
    await answered
    expect([$opening.get().phase, balance()]).toEqual(['playing', 9500])
    skip()
    expect(balance()).toBe(12_000)
  })

  test('that is free takes nothing from the displayed balance', async () => {
    answers['/api/free_case/comet/open'] = () => opened(10_000, [FIRST])
    const answered = openFree('comet')
    expect([$opening.get().phase, balance()]).toEqual(['asking', 10_000])
    await answered
    expect(balance()).toBe(10_000)
  })

  test('as a demo takes nothing from the displayed balance', async () => {
    answers['/api/case/orion/open'] = () => opened(10_000, [null])
    const answered = open({ demo: true })
    expect(balance()).toBe(10_000)
    await answered
    skip()
    expect(balance()).toBe(10_000)
  })

  test('shows the result at once in quick mode', async () => {
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    $quick.set('on')
    await open({ demo: false })
    expect($opening.get().phase).toBe('result')
    expect(balance()).toBe(9750)
  })

  test('does not start openAgain, nor change its count, while one is running', async () => {
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    const first = open({ demo: false })
    await open({ demo: false })
    await first
    await open({ demo: false })
    setCount(5)
    expect(opens()).toHaveLength(1)
    expect($count.get()).toBe(1)
  })

  test('of a switched-off case sends no request', async () => {
    enterCase({ url: 'orion', price: 250, enabled: false })
    await open({ demo: false })
    expect([opens().length, $opening.get().phase]).toEqual([0, 'idle'])
  })

  test('can be repeated in the same way', async () => {
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await open({ demo: true })
    skip()
    await openAgain()
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

  test('may try a demo, and its prize belongs to nobody', async () => {
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await open({ demo: true })
    skip()
    expect($opening.get()).toMatchObject({
      phase: 'result',
      played: { demo: true, drops: [{ id: null, rollId: null }] },
    })
    expect(unsold()).toBe(0)
  })
})

describe('insufficient balance', () => {
  test('that is known is reported without a request, with the missing amount', async () => {
    player(100)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'short', missing: 150 })
    expect(opens()).toHaveLength(0)
  })

  test('that only the server knew is loaded before it is reported', async () => {
    answers['/api/case/orion/open'] = () => refusal('balance')
    answers['/api/user/get'] = () => reload(30)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'short', missing: 220 })
    expect(balance()).toBe(30)
  })

  test('does not prevent a demo', async () => {
    player(0)
    answers['/api/case/orion/open'] = () => opened(0, [null])
    await open({ demo: true })
    expect($opening.get().phase).toBe('playing')
  })
})

describe('a refusal', () => {
  test.each(['case-off', 'price-changed', 'item-gone'] as const)('%s shows the server’s message', async (code) => {
    answers['/api/case/orion/open'] = () => refusal(code)
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'refused', code, message: `No: ${code}` })
    keep()
    expect($opening.get().phase).toBe('idle')
  })

  test('releases the balance', async () => {
    answers['/api/case/orion/open'] = () => refusal('case-off')
    await open({ demo: false })
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    $quick.set('on')
    await open({ demo: false })
    expect(balance()).toBe(9750)
  })
})

describe('a lost connection', () => {
  async function runRetries(action: Promise<void>): Promise<void> {
    await vi.runAllTimersAsync()
    await action
  }

  async function loseOne({ demo }: { demo: boolean }): Promise<void> {
    answers['/api/case/orion/open'] = lost
    await runRetries(open({ demo }))
  }

  const keys = (): Set<string | null> => new Set(opens().map(({ key }) => key))

  test('is retried three times, and then reported', async () => {
    await loseOne({ demo: false })
    expect(opens()).toHaveLength(3)
    expect($opening.get()).toMatchObject({ phase: 'offline', request: { path: '/case/orion/open', demo: false } })
  })

  test('includes a truncated response and a gateway timeout', async () => {
    answers['/api/user/get'] = () => reload(10_000)
    for (const broken of [new Response('{"success":tr'), new Response('', { status: 504 })]) {
      answers['/api/case/orion/open'] = () => broken.clone()
      await runRetries(open({ demo: false }))
      expect($opening.get().phase).toBe('offline')
      await dismissUnanswered()
    }
  })

  test('is retried with the same request and key, and ends like any opening', async () => {
    await loseOne({ demo: false })
    answers['/api/case/orion/open'] = () => opened(9750, [FIRST])
    answers['/api/user/get'] = () => reload(9000)
    await retry()
    expect(opens().map(({ body }) => body)).toEqual(Array(4).fill({ count: 1, price: 250, demo: false }))
    expect(keys().size).toBe(1)
    expect($opening.get()).toMatchObject({ phase: 'playing', played: { drops: [{ id: FIRST }] } })
    skip()
    // The response is the first one's, with its balance; the current balance was read after it.
    expect([$opening.get().phase, balance()]).toEqual(['result', 9000])
  })

  test('stays when the connection is lost again, and keeps its key', async () => {
    await loseOne({ demo: false })
    await runRetries(retry())
    expect($opening.get()).toMatchObject({ phase: 'offline', asking: false })
    expect([opens().length, keys().size]).toEqual([6, 1])
  })

  test('blocks other openings until it is settled', async () => {
    await loseOne({ demo: false })
    await open({ demo: false })
    await open({ demo: true })
    setCount(4)
    expect([opens().length, $count.get()]).toEqual([3, 1])
  })

  test('that is dismissed reloads the balance, and the next opening has a new key', async () => {
    await loseOne({ demo: false })
    answers['/api/user/get'] = () => reload(9750)
    await dismissUnanswered()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 9750])
    answers['/api/case/orion/open'] = () => opened(9500, [SECOND])
    await open({ demo: false })
    expect(keys().size).toBe(2)
  })

  test('during a demo is retried and dismissed in the same way, and moves no money', async () => {
    await loseOne({ demo: true })
    answers['/api/case/orion/open'] = () => opened(null, [null])
    await retry()
    skip()
    expect($opening.get()).toMatchObject({ phase: 'result', played: { demo: true } })
    await loseOne({ demo: true })
    await dismissUnanswered()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 10_000])
    expect(calls.filter(({ path }) => path === '/api/user/get')).toHaveLength(0)
  })
})

describe('a prize', () => {
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

  test('can be sold individually', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => sold(10_200, 1)
    expect(await sellDrop(FIRST)).toEqual({ kind: 'sold', message: 'Sold' })
    expect(calls.at(-1)).toMatchObject({ path: '/api/user/items/sell/case', body: { ids: [FIRST], isAll: false } })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'mine' }] } })
    expect([balance(), unsold()]).toEqual([10_200, 700])
  })

  test('can be sold with all others, without those sold before', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => sold(10_200, 1)
    await sellDrop(FIRST)
    await sellAllDrops()
    expect(calls.at(-1)?.body).toEqual({ ids: [SECOND], isAll: false })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'sold' }] } })
  })

  test('that is worth less than a limit is sold, and only where others are left', async () => {
    const reply = opened(9500, [FIRST, SECOND])
    if (!reply.success) throw new Error(reply.message)
    const drops = reply.drops.map((drop, place) => ({ ...drop, price: [100, 900][place] ?? 0 }))
    answers['/api/case/orion/open'] = () => ({ ...reply, drops })
    setCount(2)
    await open({ demo: false })
    skip()
    const cheap = (limitCents: number): readonly (string | null)[] => {
      const { phase, ...run } = $opening.get()
      return phase === 'result' && 'played' in run ? cheapDrops(run.played.drops, limitCents).map(({ id }) => id) : []
    }
    expect([cheap(100), cheap(250), cheap(1000)]).toEqual([[], [FIRST], []])
    answers['/api/user/items/sell/case'] = () => sold(9600, 1)
    await sellDropsBelow(250)
    expect(calls.at(-1)?.body).toEqual({ ids: [FIRST], isAll: false })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'mine' }] } })
    expect(cheap(250)).toEqual([])
  })

  test('is handed to games as an item of the inventory while the player owns it', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => sold(10_200, 1)
    await sellDrop(FIRST)
    const opening = $opening.get()
    const drops = opening.phase === 'result' ? opening.played.drops : []
    expect(ownedDrops(drops)).toMatchObject([{ id: SECOND, price: 700, won_price: 700, source: 'case' }])
  })

  test('that the player no longer has is marked so', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = () => refusal('item-gone')
    expect(await sellDrop(FIRST)).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'gone' }, { state: 'mine' }] } })
  })

  test('stays the player’s when the sale fails', async () => {
    await winTwo()
    answers['/api/user/items/sell/case'] = lost
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sale = sellDrop(FIRST)
    await vi.runAllTimersAsync()
    expect(await sale).toEqual({ kind: 'failed' })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'mine' }, { state: 'mine' }] } })
  })

  test('is kept by closing the result', async () => {
    await winTwo()
    keep()
    expect($opening.get()).toEqual({ phase: 'idle' })
  })
})
