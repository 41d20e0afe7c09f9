// An upgrade on its page: the stake, the request, every possible response, and what the player sees then.
import { describe, expect, test } from 'vitest'
import type { Refusal } from '../../../src/protocol/common.ts'
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
  keep,
  setAmount,
  setSide,
  setTarget,
  skip,
  toggleItem,
  upgrade,
  upgradeAgain,
} from '../../../src/stores/games/upgrade.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { fault } from '../server-stub.ts'
import { balance, id, openUpgradeFixture, owned, PLAY, ROLL, refusal, rolled, target } from './upgrade-fixture.ts'

const fixture = openUpgradeFixture()

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
    fixture.wire.on(PLAY, () => rolled(false))
    toggleItem(owned(1))
    setAmount('4')
    setSide('over')
    await upgrade()
    await upgrade()
    expect(fixture.wire.to(PLAY).map(({ body }) => body)).toEqual([
      { ids: [id(1)], balance: 400, edge: 800, target: target.item.id, price: 1000, stake: 500, side: 'over' },
    ])
    expect($upgrade.get()).toMatchObject({ phase: 'playing', played: { roll: 999_999, paid: 400 } })
    skip()
    expect($upgrade.get()).toMatchObject({ phase: 'result', played: { won: false, state: 'mine' } })
  })

  test('takes its part of the balance at the tap, and gives it back when it is refused', async () => {
    const reply = Promise.withResolvers<UpgradeReply | Refusal>()
    fixture.wire.on(PLAY, () => reply.promise)
    toggleItem(owned(1))
    setAmount('4')
    const playing = upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['asking', 600])
    reply.resolve(refusal('excluded'))
    await playing
    expect([$upgrade.get().phase, balance()]).toEqual(['refused', 1000])
  })

  test('of items alone leaves the balance as it is', async () => {
    fixture.wire.on(PLAY, () => rolled(true, 1000))
    toggleItem(owned(1))
    toggleItem(owned(2, 300))
    await upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['playing', 1000])
  })

  test('keeps stake and inventory until the pointer has stopped', async () => {
    fixture.wire.on(PLAY, () => rolled(true, 600))
    toggleItem(owned(1))
    setAmount('4')
    await upgrade()
    expect([balance(), $staked.get().size, $inventory.get().items.length]).toEqual([600, 1, 2])
    skip()
    expect(balance()).toBe(600)
    expect($staked.get().size).toBe(0)
    expect($inventory.get().items.map((item) => item.id)).toEqual([ROLL, id(2)])
    expect($inventory.get().items[0]).toMatchObject({ price: 1000, source: 'upgrade', item: target.item })
  })

  test('shows its result at once in quick mode', async () => {
    fixture.wire.on(PLAY, () => rolled(true))
    $quick.set('on')
    setAmount('5')
    await upgrade()
    expect([$upgrade.get().phase, balance()]).toEqual(['result', 500])
  })

  test('changes nothing else while it runs', async () => {
    fixture.wire.on(PLAY, () => rolled(true))
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
    expect(fixture.wire.calls).toHaveLength(0)
  })

  test('is dismissed when the next stake is made', async () => {
    fixture.wire.on(PLAY, () => rolled(false))
    $quick.set('on')
    setAmount('5')
    await upgrade()
    toggleItem(owned(2))
    expect([$upgrade.get().phase, $staked.get().size]).toEqual(['idle', 1])
  })

  test('can be played again with the same amount, from the balance', async () => {
    fixture.wire.on(PLAY, () => rolled(false))
    $quick.set('on')
    toggleItem(owned(1, 500))
    await upgrade()
    await upgradeAgain()
    expect(fixture.wire.to(PLAY).map(({ body }) => body)).toMatchObject([
      { ids: [id(1)], balance: 0 },
      { ids: [], balance: 500, target: target.item.id },
    ])
    expect(new Set(fixture.wire.to(PLAY).map(({ key }) => key)).size).toBe(2)
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
    expect([asked, fixture.wire.calls.length, $upgrade.get().phase]).toEqual([1, 0, 'idle'])
  })

  test('with an ended session is asked to sign in, and keeps the stake', async () => {
    fixture.wire.on(PLAY, () => fault(401))
    let asked = 0
    const stop = modals.onOpenLogin(() => asked++)
    setAmount('5')
    await upgrade()
    stop()
    expect([asked, $user.get().status, $upgrade.get().phase, $amount.get()]).toEqual([1, 'guest', 'idle', '5'])
  })
})
