// What follows an upgrade: a refusal, a lost connection, a prize.
import { describe, expect, test, vi } from 'vitest'
import type { TargetsReply } from '../../../src/protocol/inventory.ts'
import {
  $amount,
  $quote,
  $stakeCents,
  $staked,
  $target,
  $upgrade,
  dismissUnanswered,
  retry,
  sellWon,
  setAmount,
  setTarget,
  skip,
  stakeWon,
  toggleItem,
  upgrade,
} from '../../../src/stores/games/upgrade.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { lost } from '../server-stub.ts'
import { balance, known, openUpgradeFixture, owned, PLAY, ROLL, refusal, rolled, target } from './upgrade-fixture.ts'

const fixture = openUpgradeFixture()

describe('a refusal', () => {
  test('of a known balance is reported without a request', async () => {
    setAmount('20')
    setTarget({ ...target, price: 5000 })
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'short', missing: 1000 })
    expect(fixture.wire.calls).toHaveLength(0)
  })

  test('of a balance that only the server knew is reported with the missing amount', async () => {
    fixture.wire.on(PLAY, () => refusal('balance'))
    fixture.wire.on('/api/user/get', () => known(30))
    setAmount('5')
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'short', missing: 470 })
    expect(balance()).toBe(30)
  })

  test('because of a missing item empties the stake and reloads the inventory', async () => {
    fixture.wire.on(PLAY, () => refusal('item-gone'))
    toggleItem(owned(1, 500))
    await upgrade()
    expect($upgrade.get()).toEqual({ phase: 'refused', code: 'item-gone', message: 'No: item-gone' })
    expect($staked.get().size).toBe(0)
    await vi.waitFor(() => expect($inventory.get().items).toEqual([]))
  })

  test('because of a new price shows that price', async () => {
    const now: TargetsReply = {
      success: true,
      items: [{ ...target, price: 1200 }],
      cursor: null,
      total: 1,
      edge: 800,
      old: 0,
    }
    fixture.wire.on(PLAY, () => refusal('target-price'))
    fixture.wire.on('/api/upgrade/targets?q=AK-47+%7C+Redline&rarity=classified', () => now)
    setAmount('5')
    await upgrade()
    expect($upgrade.get()).toMatchObject({ phase: 'refused', code: 'target-price' })
    expect($target.get()?.price).toBe(1200)
    expect($quote.get()).toMatchObject({ ok: true, offer: { tickets: 383_333 } })
  })

  test('because of a missing target deselects it', async () => {
    fixture.wire.on(PLAY, () => refusal('target-unknown'))
    setAmount('5')
    await upgrade()
    expect($target.get()).toBeNull()
  })

  test('releases the balance, and is dismissed by the next change', async () => {
    fixture.wire.on(PLAY, () => refusal('seed-in-use'))
    setAmount('5')
    await upgrade()
    setAmount('6')
    expect($upgrade.get().phase).toBe('idle')
    fixture.wire.on(PLAY, () => rolled(false, 400))
    $quick.set('on')
    await upgrade()
    expect(balance()).toBe(400)
  })
})

describe('a lost connection', () => {
  async function loseOne(): Promise<void> {
    fixture.wire.on(PLAY, lost)
    setAmount('5')
    const playing = upgrade()
    await vi.runAllTimersAsync()
    await playing
  }

  const keys = (): Set<string | null> => new Set(fixture.wire.to(PLAY).map(({ key }) => key))

  test('is retried three times, and then reported; nothing else is played meanwhile', async () => {
    await loseOne()
    await upgrade()
    setAmount('7')
    expect(fixture.wire.to(PLAY)).toHaveLength(3)
    expect($upgrade.get()).toMatchObject({ phase: 'offline', request: { body: { balance: 500 } } })
    expect($amount.get()).toBe('5')
  })

  test('is retried with the same key, and ends like any upgrade', async () => {
    await loseOne()
    fixture.wire.on(PLAY, () => rolled(true, 500))
    fixture.wire.on('/api/user/get', () => known(450))
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
    fixture.wire.on('/api/user/get', () => known(500))
    await dismissUnanswered()
    expect([$upgrade.get().phase, balance(), $staked.get().size]).toEqual(['idle', 500, 0])
    expect($inventory.get().items).toEqual([])
    fixture.wire.on(PLAY, () => rolled(false))
    await upgrade()
    expect(keys().size).toBe(2)
  })
})

describe('a prize', () => {
  async function win(): Promise<void> {
    fixture.wire.on(PLAY, () => rolled(true))
    $quick.set('on')
    setAmount('5')
    await upgrade()
  }

  test('can be sold, and leaves the inventory', async () => {
    await win()
    fixture.wire.on('/api/user/items/sell', () => ({
      success: true,
      message: 'Sold',
      balance: 1500,
      sold: 1,
      sum: 1000,
    }))
    expect(await sellWon()).toEqual({ kind: 'sold', message: 'Sold' })
    expect(fixture.wire.calls.at(-1)?.body).toEqual({ ids: [ROLL], isAll: false, sum: 1000 })
    expect([balance(), $inventory.get().items.length]).toEqual([1500, 2])
    expect($upgrade.get()).toMatchObject({ phase: 'result', played: { state: 'sold' } })
  })

  test('that the player no longer has is marked so', async () => {
    await win()
    fixture.wire.on('/api/user/items/sell', () => refusal('item-gone'))
    expect(await sellWon()).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($upgrade.get()).toMatchObject({ played: { state: 'gone' } })
    stakeWon()
    expect($staked.get().size).toBe(0)
  })

  test('stays the player’s when the sale fails', async () => {
    await win()
    fixture.wire.on('/api/user/items/sell', lost)
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
