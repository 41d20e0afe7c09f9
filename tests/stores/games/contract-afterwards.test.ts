import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SellReply } from '../../../src/protocol/user.ts'
import {
  $contract,
  dismissUnanswered,
  fillWithCheapest,
  keep,
  placeWon,
  retry,
  sellWon,
  sign,
  skip,
  toggleItem,
} from '../../../src/stores/games/contract.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import * as modals from '../../../src/stores/kernel/modals.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { lost } from '../server-stub.ts'
import {
  balance,
  FIRST,
  FOURTH,
  ids,
  list,
  openContractFixture,
  put,
  refusal,
  SECOND,
  signed,
  THIRD,
  WON,
} from './contract-fixture.ts'

const { wire, asked, signings } = openContractFixture()

describe('a guest', () => {
  beforeEach(() => $user.set({ status: 'guest' }))

  test('is asked to sign in on any action', async () => {
    let opened = 0
    const stop = modals.onOpenLogin(() => opened++)
    await sign()
    await fillWithCheapest()
    stop()
    expect([opened, wire.calls.length, $contract.get().phase]).toEqual([2, 0, 'idle'])
  })
})

test('the cheapest items are those that are worth least now, not when they were won', async () => {
  const fallen = { ...FOURTH, price: 1 }
  const dear = Array.from({ length: 10 }, (_, place) => ({ ...FIRST, id: `${WON.slice(0, -2)}${10 + place}` }))
  wire.on('/api/user/items', () => list([...dear, fallen]))
  await fillWithCheapest()
  expect(ids()).toContain(fallen.id)
})

test('an ended session clears the table and asks to sign in', async () => {
  let opened = 0
  const stop = modals.onOpenLogin(() => opened++)
  await put(FIRST, SECOND, THIRD)
  wire.on('/api/contract', () => new Response('{}', { status: 401 }))
  await sign()
  stop()
  expect([opened, $user.get().status, $contract.get().phase, ids().length]).toEqual([1, 'guest', 'idle', 0])
})

describe('a lost connection', () => {
  async function runRetries(action: Promise<void>): Promise<void> {
    await vi.runAllTimersAsync()
    await action
  }

  async function lose(): Promise<void> {
    await put(FIRST, SECOND, THIRD)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    wire.on('/api/contract', lost)
    await runRetries(sign())
  }

  const keys = (): Set<string | null> => new Set(signings().map(({ key }) => key))

  test('is retried three times, and then reported', async () => {
    await lose()
    expect(signings()).toHaveLength(3)
    expect($contract.get()).toMatchObject({ phase: 'offline', asking: false, request: { table: { sum: 306 } } })
  })

  test('is retried with the same request and key, and ends like any contract', async () => {
    await lose()
    wire.on('/api/contract', () => signed(306))
    await retry()
    expect([signings().length, keys().size]).toEqual([4, 1])
    expect($contract.get()).toMatchObject({ phase: 'playing', played: { won: { id: WON } } })
    skip()
    // The response is the first one's, with its balance; the current balance was read after it.
    expect(balance()).toBe(9000)
  })

  test('stays when the connection is lost again, and keeps its key', async () => {
    await lose()
    await runRetries(retry())
    expect($contract.get()).toMatchObject({ phase: 'offline', asking: false })
    expect([signings().length, keys().size]).toEqual([6, 1])
  })

  test('blocks changes and signing until it is settled', async () => {
    await lose()
    toggleItem(FOURTH)
    await sign()
    keep()
    expect([signings().length, ids().length, $contract.get().phase]).toEqual([3, 3, 'offline'])
  })

  test('that is dismissed keeps the items on the table that the player still has', async () => {
    await lose()
    wire.on('/api/user/items', () => list([SECOND, THIRD, FOURTH]))
    await dismissUnanswered()
    expect([$contract.get().phase, ids()]).toEqual(['idle', [SECOND.id, THIRD.id]])
  })
})

describe('the result', () => {
  async function become(): Promise<void> {
    wire.on('/api/contract', () => signed(306))
    await put(FIRST, SECOND, THIRD)
    await sign()
    skip()
  }

  const sold: SellReply = { success: true, message: 'Sold', balance: 10_700, sold: 1, sum: 700 }

  test('is kept by closing it, and by the next item on the table', async () => {
    await become()
    keep()
    expect($contract.get()).toEqual({ phase: 'idle' })
    expect(ids()).toEqual([])
    await become()
    toggleItem(FOURTH)
    expect([$contract.get().phase, ids()]).toEqual(['idle', [FOURTH.id]])
  })

  test('cannot be used together with its ingredients, however fast the player is', async () => {
    await become()
    await sign()
    expect([signings().length, ids()]).toEqual([1, []])
  })

  test('can be used in the next contract', async () => {
    await become()
    placeWon()
    expect([$contract.get().phase, ids()]).toEqual(['idle', [WON]])
  })

  test('can be sold, and leaves the inventory', async () => {
    await become()
    wire.on('/api/user/items/sell', () => sold)
    expect(await sellWon()).toEqual({ kind: 'sold', message: 'Sold' })
    expect(asked('/api/user/items/sell')).toMatchObject([{ body: { ids: [WON], isAll: false } }])
    expect($contract.get()).toMatchObject({ phase: 'result', played: { state: 'sold' } })
    expect([balance(), $inventory.get().items.some(({ id }) => id === WON)]).toEqual([10_700, false])
    placeWon()
    expect($contract.get().phase).toBe('result')
  })

  test('that the player no longer has is marked so', async () => {
    await become()
    wire.on('/api/user/items/sell', () => refusal('item-gone'))
    expect(await sellWon()).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($contract.get()).toMatchObject({ played: { state: 'gone' } })
  })

  test('stays the player’s when the sale fails', async () => {
    await become()
    wire.on('/api/user/items/sell', () => new Response('{}', { status: 400 }))
    expect(await sellWon()).toEqual({ kind: 'failed' })
    expect($contract.get()).toMatchObject({ played: { state: 'mine' } })
  })
})
