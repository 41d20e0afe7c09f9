// An upgrade on its page: the stake, the request, every possible response, and what the player sees then.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../../../src/protocol/common.ts'
import type { OwnedItem, Target, TargetsReply } from '../../../src/protocol/inventory.ts'
import type { UpgradeReply } from '../../../src/protocol/upgrade.ts'
import {
  $amount,
  $missing,
  $quote,
  $side,
  $stakeCents,
  $staked,
  $target,
  $upgrade,
  clearStake,
  dismissUnanswered,
  keep,
  retry,
  sellWon,
  setAmount,
  setSide,
  setTarget,
  skip,
  stakeWon,
  toggleItem,
  upgrade,
  upgradeAgain,
} from '../../../src/stores/games/upgrade.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { fault, lost, PLAYER, ServerStub } from '../server-stub.ts'

const ROLL = '0199a2f0-0000-7000-8000-00000000000f'

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

const owned = (number: number, price = 100): OwnedItem => ({
  id: id(number),
  item: redline,
  price,
  won_price: price,
  source: 'case',
  won_at: number,
})

const target: Target = { item: { ...redline, id: 'ak-47-redline.fn' }, price: 1000 }

const PLAY = '/api/upgrade'
const NEWEST = '/api/user/items?sort=new'

const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

function rolled(won: boolean, balance = 500): UpgradeReply {
  const drop = won ? { id: ROLL, price: target.price, item: target.item, roll: 42 } : null
  return {
    success: true,
    won,
    id: ROLL,
    roll: won ? 42 : 999_999,
    from: 1,
    to: 460_000,
    stake: 500,
    target,
    drop,
    balance,
  }
}

let wire: ServerStub

function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

const known = (balanceCents: number): unknown => ({ success: true, user: { ...PLAYER, balance: balanceCents } })

beforeEach(() => {
  wire = new ServerStub()
  wire.open()
  wire.on('/api/settings', () => ({}))
  wire.on(NEWEST, () => ({ success: true, items: [], cursor: null, total: { count: 0, sum: 0 } }))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  $quick.set('off')
  $user.set({ status: 'authorised', user: PLAYER })
  $upgrade.set({ phase: 'idle' })
  $inventory.set({
    ...$inventory.get(),
    status: 'ready',
    items: [owned(2), owned(1)],
    total: { count: 2, sum: 200 },
    cursor: null,
  })
  clearStake()
  setSide('under')
  setTarget(target)
})

afterEach(() => {
  skip()
  // Runs the result actions of the next frame here, not in the next test.
  keep()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the stake', () => {
  test('is items and balance together, at most six items', () => {
    for (let number = 1; number <= 7; number++) toggleItem(owned(number))
    setAmount('1,5')
    expect([$staked.get().size, $stakeCents.get(), $amount.get()]).toEqual([6, 750, '1.5'])
    toggleItem(owned(6))
    toggleItem(owned(7))
    expect([...$staked.get().keys()].at(-1)).toBe(id(7))
    clearStake()
    expect($stakeCents.get()).toBe(0)
  })

  test('has a chance once it has a target', () => {
    expect($quote.get()).toBeNull()
    setAmount('5')
    expect($quote.get()).toMatchObject({ ok: true, offer: { tickets: 460_000 } })
    setAmount('9.99')
    expect($quote.get()).toEqual({ ok: false, fault: 'chance-high' })
    setTarget(null)
    expect($quote.get()).toBeNull()
  })

  test('is compared with the balance of a player, not of a guest', () => {
    setAmount('12')
    expect($missing.get()).toBe(200)
    $user.set({ status: 'guest' })
    expect($missing.get()).toBe(0)
  })
})

describe('an upgrade', () => {
  test('sends one request with everything displayed, runs, and shows the result', async () => {
    wire.on(PLAY, () => rolled(false))
    toggleItem(owned(1))
    setAmount('4')
    setSide('over')
    await upgrade()
    await upgrade()
    expect(wire.to(PLAY).map(({ body }) => body)).toEqual([
      { ids: [id(1)], balance: 400, target: target.item.id, price: 1000, stake: 500, side: 'over' },
    ])
    expect($upgrade.get()).toMatchObject({ phase: 'playing', played: { roll: 999_999, paid: 400 } })
    skip()
    expect($upgrade.get()).toMatchObject({ phase: 'result', played: { won: false, state: 'mine' } })
  })

  test('takes its part of the balance at the tap, and gives it back when it is refused', async () => {
    const reply = Promise.withResolvers<UpgradeReply | Refusal>()
    wire.on(PLAY, () => reply.promise)
    toggleItem(owned(1))
    setAmount('4')
    const playing = upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['asking', 600])
    reply.resolve(refusal('excluded'))
    await playing
    expect([$upgrade.get().phase, balance()]).toEqual(['refused', 1000])
  })

  test('of items alone leaves the balance as it is', async () => {
    wire.on(PLAY, () => rolled(true, 1000))
    toggleItem(owned(1))
    toggleItem(owned(2, 300))
    await upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['playing', 1000])
  })

  test('keeps stake and inventory until the pointer has stopped', async () => {
    wire.on(PLAY, () => rolled(true, 600))
    toggleItem(owned(1))
    setAmount('4')
    await upgrade()
    expect([balance(), $staked.get().size, $inventory.get().items.length]).toEqual([600, 1, 2])
    skip()
    expect(balance()).toBe(600)
    // The result is painted first.
    vi.runAllTimers()
    expect($staked.get().size).toBe(0)
    expect($inventory.get().items.map((item) => item.id)).toEqual([ROLL, id(2)])
    expect($inventory.get().items[0]).toMatchObject({ price: 1000, source: 'upgrade', item: target.item })
  })

  test('shows its result at once in quick mode', async () => {
    wire.on(PLAY, () => rolled(true))
    $quick.set('on')
    setAmount('5')
    await upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['result', 500])
  })

  test('changes nothing else while it runs', async () => {
    wire.on(PLAY, () => rolled(true))
    setAmount('5')
    await upgrade()
    toggleItem(owned(2))
    setAmount('7')
    setTarget(null)
    setSide('over')
    keep()
    expect([$staked.get().size, $amount.get(), $target.get(), $side.get()]).toEqual([0, '5', target, 'under'])
    expect($upgrade.get().phase).toBe('playing')
  })

  test('without a valid target sends no request', async () => {
    setAmount('9.99')
    await upgrade()
    setTarget(null)
    await upgrade()
    expect(wire.calls).toHaveLength(0)
  })

  test('is dismissed when the next stake is made', async () => {
    wire.on(PLAY, () => rolled(false))
    $quick.set('on')
    setAmount('5')
    await upgrade()
    toggleItem(owned(2))
    expect([$upgrade.get().phase, $staked.get().size]).toEqual(['idle', 1])
  })

  test('can be played again with the same amount, from the balance', async () => {
    wire.on(PLAY, () => rolled(false))
    $quick.set('on')
    toggleItem(owned(1, 500))
    await upgrade()
    await upgradeAgain()
    expect(wire.to(PLAY).map(({ body }) => body)).toMatchObject([
      { ids: [id(1)], balance: 0 },
      { ids: [], balance: 500, target: target.item.id },
    ])
    expect(new Set(wire.to(PLAY).map(({ key }) => key)).size).toBe(2)
  })
})

describe('a guest', () => {
  test('is asked to sign in at the click', async () => {
    $user.set({ status: 'guest' })
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    setAmount('5')
    await upgrade()
    stop()
    expect([asked, wire.calls.length, $upgrade.get().phase]).toEqual([1, 0, 'idle'])
  })

  test('with an ended session is asked to sign in, and keeps the stake', async () => {
    wire.on(PLAY, () => fault(401))
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    setAmount('5')
    await upgrade()
    stop()
    expect([asked, $user.get().status, $upgrade.get().phase, $amount.get()]).toEqual([1, 'guest', 'idle', '5'])
  })
})

describe('a refusal', () => {
  test('of a known balance is reported without a request', async () => {
    setAmount('20')
    setTarget({ ...target, price: 5000 })
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'short', missing: 1000 })
    expect(wire.calls).toHaveLength(0)
  })

  test('of a balance that only the server knew is reported with the missing amount', async () => {
    wire.on(PLAY, () => refusal('balance'))
    wire.on('/api/user/get', () => known(30))
    setAmount('5')
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'short', missing: 470 })
    expect(balance()).toBe(30)
  })

  test('because of a missing item empties the stake and reloads the inventory', async () => {
    wire.on(PLAY, () => refusal('item-gone'))
    toggleItem(owned(1, 500))
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'refused', code: 'item-gone', message: 'No: item-gone' })
    expect($staked.get().size).toBe(0)
    await vi.waitFor(() => expect($inventory.get().items).toEqual([]))
  })

  test('because of a new price shows that price', async () => {
    const now: TargetsReply = { success: true, items: [{ ...target, price: 1200 }], cursor: null, total: 1 }
    wire.on(PLAY, () => refusal('target-price'))
    wire.on('/api/upgrade/targets?q=AK-47+%7C+Redline&rarity=classified', () => now)
    setAmount('5')
    await upgrade()
    expect($upgrade.get()).toMatchObject({ phase: 'refused', code: 'target-price' })
    expect($target.get()?.price).toBe(1200)
    expect($quote.get()).toMatchObject({ ok: true, offer: { tickets: 383_333 } })
  })

  test('because of a missing target deselects it', async () => {
    wire.on(PLAY, () => refusal('target-unknown'))
    setAmount('5')
    await upgrade()
    expect($target.get()).toBeNull()
  })

  test('releases the balance, and is dismissed by the next change', async () => {
    wire.on(PLAY, () => refusal('seed-in-use'))
    setAmount('5')
    await upgrade()
    setAmount('6')
    expect($upgrade.get().phase).toBe('idle')
    wire.on(PLAY, () => rolled(false, 400))
    $quick.set('on')
    await upgrade()
    expect(balance()).toBe(400)
  })
})

describe('a lost connection', () => {
  async function loseOne(): Promise<void> {
    wire.on(PLAY, lost)
    setAmount('5')
    const playing = upgrade()
    await vi.runAllTimersAsync()
    await playing
  }

  const keys = (): Set<string | null> => new Set(wire.to(PLAY).map(({ key }) => key))

  test('is retried three times, and then reported; nothing else is played meanwhile', async () => {
    await loseOne()
    await upgrade()
    setAmount('7')
    expect(wire.to(PLAY)).toHaveLength(3)
    expect($upgrade.get()).toMatchObject({ phase: 'offline', request: { body: { balance: 500 } } })
    expect($amount.get()).toBe('5')
  })

  test('is retried with the same key, and ends like any upgrade', async () => {
    await loseOne()
    wire.on(PLAY, () => rolled(true, 500))
    wire.on('/api/user/get', () => known(450))
    await retry()
    expect(keys().size).toBe(1)
    expect($upgrade.get().phase).toBe('playing')
    skip()
    // The response is the first one's, with its balance; the current balance was read after it.
    expect([$upgrade.get().phase, balance()]).toEqual(['result', 450])
  })

  test('that is dismissed reloads balance and inventory, and leaves no outdated stake', async () => {
    toggleItem(owned(1))
    await loseOne()
    wire.on('/api/user/get', () => known(500))
    await dismissUnanswered()
    expect([$upgrade.get().phase, balance(), $staked.get().size]).toEqual(['idle', 500, 0])
    expect($inventory.get().items).toEqual([])
    wire.on(PLAY, () => rolled(false))
    await upgrade()
    expect(keys().size).toBe(2)
  })
})

describe('a prize', () => {
  async function win(): Promise<void> {
    wire.on(PLAY, () => rolled(true))
    $quick.set('on')
    setAmount('5')
    await upgrade()
  }

  test('can be sold, and leaves the inventory', async () => {
    await win()
    wire.on('/api/user/items/sell', () => ({ success: true, message: 'Sold', balance: 1500, sold: 1, sum: 1000 }))
    expect(await sellWon()).toEqual({ kind: 'sold', message: 'Sold' })
    expect(wire.calls.at(-1)?.body).toEqual({ ids: [ROLL], isAll: false })
    expect([balance(), $inventory.get().items.length]).toEqual([1500, 2])
    expect($upgrade.get()).toMatchObject({ phase: 'result', played: { state: 'sold' } })
  })

  test('that the player no longer has is marked so', async () => {
    await win()
    wire.on('/api/user/items/sell', () => refusal('item-gone'))
    expect(await sellWon()).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($upgrade.get()).toMatchObject({ played: { state: 'gone' } })
    stakeWon()
    expect($staked.get().size).toBe(0)
  })

  test('stays the player’s when the sale fails', async () => {
    await win()
    wire.on('/api/user/items/sell', lost)
    const sale = sellWon()
    await vi.runAllTimersAsync()
    expect(await sale).toEqual({ kind: 'failed' })
    expect($upgrade.get()).toMatchObject({ played: { state: 'mine' } })
  })

  test('can be staked at once, without the previous balance part', async () => {
    await win()
    stakeWon()
    expect([...$staked.get().keys()]).toEqual([ROLL])
    expect([$stakeCents.get(), $amount.get(), $target.get(), $upgrade.get().phase]).toEqual([1000, '', null, 'idle'])
  })
})
