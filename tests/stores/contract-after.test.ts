import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SellReply } from '../../src/contract/user.ts'
import {
  $signing,
  askAgain,
  fillCheapest,
  keep,
  later,
  sellWon,
  sign,
  skip,
  toggle,
  useAgain,
} from '../../src/stores/contract.ts'
import { $inventory } from '../../src/stores/inventory.ts'
import * as modals from '../../src/stores/modals.ts'
import { $user } from '../../src/stores/user.ts'
import {
  asked,
  balance,
  desk,
  FIRST,
  FOURTH,
  ids,
  list,
  lost,
  openDesk,
  put,
  refusal,
  SECOND,
  signed,
  signings,
  THIRD,
  WON,
} from './contract-desk.ts'

openDesk()

describe('a guest', () => {
  beforeEach(() => $user.set({ status: 'guest' }))

  test('is asked to sign in, whatever he presses', async () => {
    let opened = 0
    const stop = modals.onOpenLogin(() => opened++)
    await sign()
    await fillCheapest()
    stop()
    expect([opened, desk.calls.length, $signing.get().phase]).toEqual([2, 0, 'idle'])
  })
})

test('a session that has ended clears the table and asks to sign in', async () => {
  let opened = 0
  const stop = modals.onOpenLogin(() => opened++)
  await put(FIRST, SECOND, THIRD)
  desk.answers['/api/contract'] = () => new Response('{}', { status: 401 })
  await sign()
  stop()
  expect([opened, $user.get().status, $signing.get().phase, ids().length]).toEqual([1, 'guest', 'idle', 0])
})

describe('a lost connection', () => {
  async function patiently(action: Promise<void>): Promise<void> {
    await vi.runAllTimersAsync()
    await action
  }

  async function lose(): Promise<void> {
    await put(FIRST, SECOND, THIRD)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    desk.answers['/api/contract'] = lost
    await patiently(sign())
  }

  const keys = (): Set<string | null> => new Set(signings().map(({ key }) => key))

  test('is tried three times, and then said', async () => {
    await lose()
    expect(signings()).toHaveLength(3)
    expect($signing.get()).toMatchObject({ phase: 'offline', asking: false, request: { table: { sum: 306 } } })
  })

  test('is asked again with the same request under the same key, and ends like any contract', async () => {
    await lose()
    desk.answers['/api/contract'] = () => signed(306)
    await askAgain()
    expect([signings().length, keys().size]).toEqual([4, 1])
    expect($signing.get()).toMatchObject({ phase: 'forming', signed: { won: { id: WON } } })
    skip()
    // The answer is the first one's, its balance too: what holds now was read after it.
    expect(balance()).toBe(9000)
  })

  test('stays when the connection is lost once more, and keeps its key', async () => {
    await lose()
    await patiently(askAgain())
    expect($signing.get()).toMatchObject({ phase: 'offline', asking: false })
    expect([signings().length, keys().size]).toEqual([6, 1])
  })

  test('lets nothing be changed or signed while it is not settled', async () => {
    await lose()
    toggle(FOURTH)
    await sign()
    keep()
    expect([signings().length, ids().length, $signing.get().phase]).toEqual([3, 3, 'offline'])
  })

  test('put away for later keeps on the table what is still the player’s', async () => {
    await lose()
    desk.answers['/api/user/items'] = () => list([SECOND, THIRD, FOURTH])
    await later()
    expect([$signing.get().phase, ids()]).toEqual(['idle', [SECOND.id, THIRD.id]])
  })
})

describe('what came out', () => {
  async function become(): Promise<void> {
    desk.answers['/api/contract'] = () => signed(306)
    await put(FIRST, SECOND, THIRD)
    await sign()
    skip()
  }

  const sold: SellReply = { success: true, message: 'Sold', balance: 10_700, sold: 1, sum: 700 }

  test('is kept by putting it away, and by the next item on the table', async () => {
    await become()
    keep()
    expect($signing.get()).toEqual({ phase: 'idle' })
    expect(ids()).toEqual([])
    await become()
    toggle(FOURTH)
    expect([$signing.get().phase, ids()]).toEqual(['idle', [FOURTH.id]])
  })

  test('cannot be used together with what it was made of, however fast one is', async () => {
    await become()
    await sign()
    expect([signings().length, ids()]).toEqual([1, []])
  })

  test('is used in the next contract', async () => {
    await become()
    useAgain()
    expect([$signing.get().phase, ids()]).toEqual(['idle', [WON]])
  })

  test('is sold, and leaves the inventory', async () => {
    await become()
    desk.answers['/api/user/items/sell'] = () => sold
    expect(await sellWon()).toEqual({ kind: 'sold', message: 'Sold' })
    expect(asked('/api/user/items/sell')).toMatchObject([{ body: { ids: [WON], isAll: false } }])
    expect($signing.get()).toMatchObject({ phase: 'result', state: 'sold' })
    expect([balance(), $inventory.get().items.some(({ id }) => id === WON)]).toEqual([10_700, false])
    useAgain()
    expect($signing.get().phase).toBe('result')
  })

  test('that is no longer the player’s is marked so', async () => {
    await become()
    desk.answers['/api/user/items/sell'] = () => refusal('item-gone')
    expect(await sellWon()).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($signing.get()).toMatchObject({ state: 'gone' })
  })

  test('stays the player’s when the sale could not be asked for', async () => {
    await become()
    desk.answers['/api/user/items/sell'] = () => new Response('{}', { status: 400 })
    expect(await sellWon()).toEqual({ kind: 'failed' })
    expect($signing.get()).toMatchObject({ state: 'mine' })
  })
})
