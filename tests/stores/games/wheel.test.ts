// The wheel on its page: who spins with what, every possible response, and what the player sees then.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../../../src/protocol/common.ts'
import type { PrizeView } from '../../../src/protocol/prize.ts'
import type { SpinReply, WheelReply } from '../../../src/protocol/wheel.ts'
import {
  $isFree,
  $missing,
  $spin,
  $wheel,
  dismissUnanswered,
  keep,
  loadWheel,
  retry,
  sellWon,
  skip,
  spin,
} from '../../../src/stores/games/wheel.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { later as answerLater, fault, lost, PLAYER } from '../server-stub.ts'

const ID = '0199a2f0-0000-7000-8000-00000000000f'
const WHEEL = '/api/wheel'
const SPIN = '/api/wheel/spin'
const HALF = { kind: 'balance', amount: 50 } as const
const ITEM = { kind: 'item', item: redline, price: 900 } as const

const sectors = [
  { prize: HALF, tickets: 600_000, from: 1, to: 600_000 },
  { prize: ITEM, tickets: 400_000, from: 600_001, to: 1_000_000 },
]

function wheelNow(own: WheelReply['own'], price = 100): WheelReply {
  const odds = { free: 'f'.repeat(64), paid: 'a'.repeat(64) }
  return { success: true, price, returnToPlayer: 0.9, sectors, odds, last: [], nextDay: 0, giftRefusal: null, own }
}

const player = (free: boolean): WheelReply['own'] => ({ free, spins: [] })

function rolled(prize: PrizeView = HALF, { free = false, balance = 950 } = {}): SpinReply {
  const drop = prize.kind === 'item' ? { id: ID, price: prize.price, item: prize.item, roll: 700_000 } : null
  return { success: true, sector: drop === null ? 0 : 1, roll: 42, id: ID, free, prize, balance, drop }
}

const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

const known = (balanceCents: number): unknown => ({ success: true, user: { ...PLAYER, balance: balanceCents } })

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })

function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

/** The wheel as the server returns it, displayed. */
async function show(reply: WheelReply): Promise<void> {
  wire.on(WHEEL, () => reply)
  await loadWheel()
}

beforeEach(async () => {
  wire.on('/api/settings', () => ({}))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  $quick.set('off')
  $user.set({ status: 'authorised', user: PLAYER })
  $spin.set({ phase: 'idle' })
  $wheel.set({ status: 'loading' })
  await show(wheelNow(player(false)))
})

afterEach(() => {
  skip()
})

describe('the wheel', () => {
  test('is shown as the server returns it, and reports a failure to load', async () => {
    expect($wheel.get()).toMatchObject({ status: 'ready', price: 100, own: { free: false } })
    $wheel.set({ status: 'loading' })
    wire.on(WHEEL, lost)
    const reading = loadWheel()
    await vi.runAllTimersAsync()
    await reading
    expect($wheel.get()).toEqual({ status: 'failed' })
  })

  test('keeps its data when it cannot be reloaded', async () => {
    wire.on(WHEEL, () => fault(500))
    const reading = loadWheel()
    await vi.runAllTimersAsync()
    await reading
    expect($wheel.get().status).toBe('ready')
  })

  test('offers the free spin to guests and to players who have not used it', async () => {
    expect($isFree.get()).toBe(false)
    await show(wheelNow(player(true)))
    expect($isFree.get()).toBe(true)
    await show(wheelNow(null))
    expect($isFree.get()).toBe(true)
  })

  test('names the missing balance for a paid spin only', async () => {
    await show(wheelNow(player(false), 1200))
    expect($missing.get()).toBe(200)
    await show(wheelNow(player(true), 1200))
    expect($missing.get()).toBe(0)
    $user.set({ status: 'guest' })
    await show(wheelNow(player(false), 1200))
    expect($missing.get()).toBe(0)
  })
})

describe('a spin', () => {
  test('is sent once with the displayed price and odds, turns, and shows the result', async () => {
    wire.on(SPIN, () => rolled())
    await spin()
    await spin()
    expect(wire.to(SPIN).map(({ body }) => body)).toEqual([{ free: false, price: 100, odds: 'a'.repeat(64) }])
    expect($spin.get()).toMatchObject({ phase: 'playing', played: { id: ID, sector: 0, sectors } })
    skip()
    expect($spin.get()).toMatchObject({ phase: 'result', played: { prize: HALF, state: 'mine' } })
  })

  test('that is free costs nothing, and is used when the wheel has stopped', async () => {
    await show(wheelNow(player(true)))
    wire.on(SPIN, () => rolled(HALF, { free: true, balance: 1050 }))
    await spin()
    expect(wire.to(SPIN).map(({ body }) => body)).toEqual([{ free: true, price: 0, odds: 'f'.repeat(64) }])
    expect([$isFree.get(), balance()]).toEqual([true, 1000])
    wire.on(WHEEL, () => wheelNow(player(false)))
    skip()
    expect([$isFree.get(), balance()]).toEqual([false, 1050])
  })

  test('keeps the balance and the lists of spins until the wheel has stopped', async () => {
    wire.on(SPIN, () => rolled())
    await spin()
    const mine = { id: ID, at: 1, prize: HALF, free: false, roll: 42 }
    await show({ ...wheelNow({ free: false, spins: [mine] }) })
    // What was paid is gone at the tap; what was won is not there yet.
    expect([balance(), $wheel.get()]).toMatchObject([900, { own: { spins: [] } }])
    skip()
    expect(balance()).toBe(950)
    await vi.waitFor(() => expect($wheel.get()).toMatchObject({ own: { spins: [{ id: ID }] } }))
  })

  test('shows its result at once in quick mode', async () => {
    wire.on(SPIN, () => rolled())
    $quick.set('on')
    await spin()
    expect([$spin.get().phase, balance()]).toEqual(['result', 950])
  })

  test('is not sent while the balance is too low or the wheel is not loaded', async () => {
    await show(wheelNow(player(false), 1200))
    await spin()
    $wheel.set({ status: 'loading' })
    await spin()
    expect(wire.to(SPIN)).toEqual([])
    expect($spin.get().phase).toBe('idle')
  })

  test('is dismissed when it is over, not earlier', async () => {
    wire.on(SPIN, () => rolled())
    await spin()
    keep()
    expect($spin.get().phase).toBe('playing')
    skip()
    keep()
    expect($spin.get().phase).toBe('idle')
  })
})

describe('the price of a paid spin', () => {
  test('is subtracted at the tap, before the answer', async () => {
    const { answer, go } = answerLater()
    wire.on(SPIN, answer)
    const spinning = spin()
    expect([balance(), $spin.get().phase]).toEqual([900, 'asking'])
    go(rolled())
    await spinning
    expect(balance()).toBe(900)
    skip()
    expect(balance()).toBe(950)
  })

  test('is added again when the spin is refused', async () => {
    wire.on(SPIN, () => refusal('odds-changed'))
    await spin()
    expect([balance(), $spin.get().phase]).toEqual([1000, 'refused'])
  })
})

describe('an item', () => {
  test('that was won can be sold once', async () => {
    wire.on(SPIN, () => rolled(ITEM))
    wire.on('/api/user/items/sell', () => ({ success: true, message: 'Sold', balance: 1850, sum: 900 }))
    $quick.set('on')
    await spin()
    expect(await sellWon()).toEqual({ kind: 'sold', message: 'Sold' })
    expect([$spin.get(), balance()]).toMatchObject([{ phase: 'result', played: { state: 'sold' } }, 1850])
    expect(await sellWon()).toEqual({ kind: 'failed' })
    expect(wire.to('/api/user/items/sell').map(({ body }) => body)).toEqual([{ ids: [ID], isAll: false, sum: 900 }])
  })

  test('is absent after an amount of money', async () => {
    wire.on(SPIN, () => rolled())
    $quick.set('on')
    await spin()
    expect(await sellWon()).toEqual({ kind: 'failed' })
  })
})

describe('a guest', () => {
  test('is asked to sign in at the click', async () => {
    $user.set({ status: 'guest' })
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    await spin()
    stop()
    expect([asked, wire.to(SPIN).length, $spin.get().phase]).toEqual([1, 0, 'idle'])
  })

  test('with an ended session is asked to sign in', async () => {
    wire.on(SPIN, () => fault(401))
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    await spin()
    stop()
    expect([asked, $user.get().status, $spin.get().phase]).toEqual([1, 'guest', 'idle'])
  })
})

describe('a refusal', () => {
  test.each(['spin-used', 'price-changed', 'odds-changed'] as const)('by %s shows the updated wheel', async (code) => {
    wire.on(SPIN, () => refusal(code))
    wire.on(WHEEL, () => wheelNow(player(false), 120))
    await spin()
    expect($spin.get()).toEqual({ phase: 'refused', code, message: `No: ${code}` })
    expect($wheel.get()).toMatchObject({ price: 120 })
  })

  test('of a balance that only the server knew loads it', async () => {
    wire.on(SPIN, () => refusal('balance'))
    wire.on('/api/user/get', () => known(30))
    await spin()
    await vi.waitFor(() => expect(balance()).toBe(30))
    expect($missing.get()).toBe(70)
  })
})

describe('a lost connection', () => {
  async function loseOne(): Promise<void> {
    wire.on(SPIN, lost)
    const spinning = spin()
    await vi.runAllTimersAsync()
    await spinning
  }

  test('is reported, and nothing else is spun meanwhile', async () => {
    await loseOne()
    const sent = wire.to(SPIN).length
    await spin()
    expect(wire.to(SPIN)).toHaveLength(sent)
    expect($spin.get()).toMatchObject({ phase: 'offline', asking: false })
  })

  test('is retried with the same key, and ends like any spin, with the current balance', async () => {
    await loseOne()
    wire.on(SPIN, () => rolled())
    wire.on('/api/user/get', () => known(700))
    await retry()
    expect(new Set(wire.to(SPIN).map(({ key }) => key)).size).toBe(1)
    expect($spin.get().phase).toBe('playing')
    skip()
    expect(balance()).toBe(700)
  })

  test('is retried once, however often the button is pressed', async () => {
    await loseOne()
    const { answer, go } = answerLater()
    wire.on(SPIN, answer)
    const sent = wire.to(SPIN).length
    const asking = retry()
    await retry()
    await dismissUnanswered()
    expect($spin.get()).toMatchObject({ phase: 'offline', asking: true })
    wire.on('/api/user/get', () => known(950))
    go(rolled())
    await asking
    expect(wire.to(SPIN)).toHaveLength(sent + 1)
    expect($spin.get().phase).toBe('playing')
  })

  test('can be dismissed: balance and wheel are reloaded', async () => {
    await loseOne()
    wire.on('/api/user/get', () => known(900))
    wire.on(WHEEL, () => wheelNow({ free: false, spins: [{ id: ID, at: 1, prize: HALF, free: false, roll: 42 }] }))
    await dismissUnanswered()
    expect([$spin.get().phase, balance()]).toEqual(['idle', 900])
    expect($wheel.get()).toMatchObject({ own: { spins: [{ id: ID }] } })
  })
})
