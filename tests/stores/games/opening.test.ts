import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  $count,
  $opening,
  $total,
  dismissUnanswered,
  enterCase,
  keep,
  open,
  openAgain,
  openFree,
  retry,
  setCount,
  skip,
} from '../../../src/stores/games/opening.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { lost } from '../server-stub.ts'
import {
  balance,
  FIRST,
  opened,
  openOpeningFixture,
  player,
  refusal,
  reload,
  SECOND,
  unsold,
} from './opening-fixture.ts'

const fixture = openOpeningFixture()
const { opens } = fixture

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
    fixture.server.on('/api/case/orion/open', () => opened(9500, [FIRST, SECOND]))
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
    fixture.server.on('/api/case/orion/open', () => opened(12_000, [FIRST, SECOND]))
    setCount(2)
    const answered = open({ demo: false })
    expect([$opening.get().phase, balance()]).toEqual(['asking', 9500])
    await answered
    expect([$opening.get().phase, balance()]).toEqual(['playing', 9500])
    skip()
    expect(balance()).toBe(12_000)
  })

  test('that is free takes nothing from the displayed balance', async () => {
    fixture.server.on('/api/free_case/comet/open', () => opened(10_000, [FIRST]))
    const answered = openFree('comet')
    expect([$opening.get().phase, balance()]).toEqual(['asking', 10_000])
    await answered
    expect(balance()).toBe(10_000)
  })

  test('as a demo takes nothing from the displayed balance', async () => {
    fixture.server.on('/api/case/orion/open', () => opened(10_000, [null]))
    const answered = open({ demo: true })
    expect(balance()).toBe(10_000)
    await answered
    skip()
    expect(balance()).toBe(10_000)
  })

  test('shows the result at once in quick mode', async () => {
    fixture.server.on('/api/case/orion/open', () => opened(9750, [FIRST]))
    $quick.set('on')
    await open({ demo: false })
    expect($opening.get().phase).toBe('result')
    expect(balance()).toBe(9750)
  })

  test('does not start openAgain, nor change its count, while one is running', async () => {
    fixture.server.on('/api/case/orion/open', () => opened(9750, [FIRST]))
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
    fixture.server.on('/api/case/orion/open', () => opened(null, [null]))
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
    vi.stubGlobal('location', { pathname: '/ru/case/orion' })
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    setCount(3)
    await open({ demo: false })
    stop()
    expect([asked, opens().length, $opening.get().phase]).toEqual([1, 0, 'idle'])
    expect(modals.loginReturnPath()).toBe('/ru/case/orion?open=3')
    modals.openLogin()
    expect(modals.loginReturnPath()).toBe('')
  })

  test('may try a demo, and its prize belongs to nobody', async () => {
    fixture.server.on('/api/case/orion/open', () => opened(null, [null]))
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
    fixture.server.on('/api/case/orion/open', () => refusal('balance'))
    fixture.server.on('/api/user/get', () => reload(30))
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'short', missing: 220 })
    expect(balance()).toBe(30)
  })

  test('does not prevent a demo', async () => {
    player(0)
    fixture.server.on('/api/case/orion/open', () => opened(0, [null]))
    await open({ demo: true })
    expect($opening.get().phase).toBe('playing')
  })
})

describe('a refusal', () => {
  test.each(['case-off', 'price-changed', 'item-gone'] as const)('%s shows the server’s message', async (code) => {
    fixture.server.on('/api/case/orion/open', () => refusal(code))
    await open({ demo: false })
    expect($opening.get()).toEqual({ phase: 'refused', code, message: `No: ${code}` })
    keep()
    expect($opening.get().phase).toBe('idle')
  })

  test('releases the balance', async () => {
    fixture.server.on('/api/case/orion/open', () => refusal('case-off'))
    await open({ demo: false })
    fixture.server.on('/api/case/orion/open', () => opened(9750, [FIRST]))
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
    fixture.server.on('/api/case/orion/open', lost)
    await runRetries(open({ demo }))
  }

  const keys = (): Set<string | null> => new Set(opens().map(({ key }) => key))

  test('is retried three times, and then reported', async () => {
    await loseOne({ demo: false })
    expect(opens()).toHaveLength(3)
    expect($opening.get()).toMatchObject({ phase: 'offline', request: { path: '/case/orion/open', demo: false } })
  })

  test('includes a truncated response and a gateway timeout', async () => {
    fixture.server.on('/api/user/get', () => reload(10_000))
    for (const broken of [new Response('{"success":tr'), new Response('', { status: 504 })]) {
      fixture.server.on('/api/case/orion/open', () => broken.clone())
      await runRetries(open({ demo: false }))
      expect($opening.get().phase).toBe('offline')
      await dismissUnanswered()
    }
  })

  test('is retried with the same request and key, and ends like any opening', async () => {
    await loseOne({ demo: false })
    fixture.server.on('/api/case/orion/open', () => opened(9750, [FIRST]))
    fixture.server.on('/api/user/get', () => reload(9000))
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
    fixture.server.on('/api/user/get', () => reload(9750))
    await dismissUnanswered()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 9750])
    fixture.server.on('/api/case/orion/open', () => opened(9500, [SECOND]))
    await open({ demo: false })
    expect(keys().size).toBe(2)
  })

  test('during a demo is retried and dismissed in the same way, and moves no money', async () => {
    await loseOne({ demo: true })
    fixture.server.on('/api/case/orion/open', () => opened(null, [null]))
    await retry()
    skip()
    expect($opening.get()).toMatchObject({ phase: 'result', played: { demo: true } })
    await loseOne({ demo: true })
    await dismissUnanswered()
    expect([$opening.get().phase, balance()]).toEqual(['idle', 10_000])
    expect(fixture.server.calls.filter(({ path }) => path === '/api/user/get')).toHaveLength(0)
  })
})
