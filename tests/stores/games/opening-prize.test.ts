// What an opening has won: it is sold, kept, or handed to other games.
import { describe, expect, test, vi } from 'vitest'
import type { SellReply } from '../../../src/protocol/user.ts'
import {
  $opening,
  cheapDrops,
  keep,
  open,
  ownedDrops,
  sellAllDrops,
  sellDrop,
  sellDropsBelow,
  setCount,
  skip,
} from '../../../src/stores/games/opening.ts'
import { lost } from '../server-stub.ts'
import { balance, FIRST, opened, openOpeningFixture, refusal, SECOND, unsold } from './opening-fixture.ts'

const fixture = openOpeningFixture()

describe('a prize', () => {
  const sold = (balanceCents: number, count: number): SellReply => ({
    success: true,
    message: 'Sold',
    balance: balanceCents,
    sold: count,
    sum: count * 700,
  })

  async function winTwo(): Promise<void> {
    fixture.server.on('/api/case/orion/open', () => opened(9500, [FIRST, SECOND]))
    setCount(2)
    await open({ demo: false })
    skip()
  }

  test('can be sold individually', async () => {
    await winTwo()
    fixture.server.on('/api/user/items/sell/case', () => sold(10_200, 1))
    expect(await sellDrop(FIRST)).toEqual({ kind: 'sold', message: 'Sold' })
    expect(fixture.server.calls.at(-1)).toMatchObject({
      path: '/api/user/items/sell/case',
      body: { ids: [FIRST], isAll: false },
    })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'mine' }] } })
    expect([balance(), unsold()]).toEqual([10_200, 700])
  })

  test('can be sold with all others, without those sold before', async () => {
    await winTwo()
    fixture.server.on('/api/user/items/sell/case', () => sold(10_200, 1))
    await sellDrop(FIRST)
    await sellAllDrops()
    expect(fixture.server.calls.at(-1)?.body).toEqual({ ids: [SECOND], isAll: false, sum: 700 })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'sold' }] } })
  })

  test('that is worth less than a limit is sold, and only where others are left', async () => {
    const reply = opened(9500, [FIRST, SECOND])
    if (!reply.success) throw new Error(reply.message)
    const drops = reply.drops.map((drop, place) => ({ ...drop, price: [100, 900][place] ?? 0 }))
    fixture.server.on('/api/case/orion/open', () => ({ ...reply, drops }))
    setCount(2)
    await open({ demo: false })
    skip()
    const cheap = (limitCents: number): readonly (string | null)[] => {
      const { phase, ...run } = $opening.get()
      return phase === 'result' && 'played' in run ? cheapDrops(run.played.drops, limitCents).map(({ id }) => id) : []
    }
    expect([cheap(100), cheap(250), cheap(1000)]).toEqual([[], [FIRST], []])
    fixture.server.on('/api/user/items/sell/case', () => sold(9600, 1))
    await sellDropsBelow(250)
    expect(fixture.server.calls.at(-1)?.body).toEqual({ ids: [FIRST], isAll: false, sum: 100 })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'sold' }, { state: 'mine' }] } })
    expect(cheap(250)).toEqual([])
  })

  test('is handed to games as an item of the inventory while the player owns it', async () => {
    await winTwo()
    fixture.server.on('/api/user/items/sell/case', () => sold(10_200, 1))
    await sellDrop(FIRST)
    const opening = $opening.get()
    const drops = opening.phase === 'result' ? opening.played.drops : []
    expect(ownedDrops(drops)).toMatchObject([{ id: SECOND, price: 700, won_price: 700, source: 'case' }])
  })

  test('that the player no longer has is marked so', async () => {
    await winTwo()
    fixture.server.on('/api/user/items/sell/case', () => refusal('item-gone'))
    expect(await sellDrop(FIRST)).toEqual({ kind: 'refused', message: 'No: item-gone' })
    expect($opening.get()).toMatchObject({ played: { drops: [{ state: 'gone' }, { state: 'mine' }] } })
  })

  test('stays the player’s when the sale fails', async () => {
    await winTwo()
    fixture.server.on('/api/user/items/sell/case', lost)
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
