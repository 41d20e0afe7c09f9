// Battles that were played: the player's own ones and those of a profile, page by page.
import { describe, expect, test, vi } from 'vitest'
import {
  $lastBattles,
  $ownBattles,
  $playerBattles,
  loadOlderBattles,
  loadOlderPlayerBattles,
  loadOwnBattles,
  loadPlayerBattles,
  watchLastBattles,
} from '../../../src/stores/battles/battle-history.ts'
import { $battlesEvent } from '../../../src/stores/kernel/realtime-events.ts'
import { openServerFixture } from '../server-fixture.ts'
import { later, lost } from '../server-stub.ts'
import { card } from './battle-fixture.ts'

const page = (numbers: readonly number[], cursor: string | null = null) => ({
  success: true,
  battles: numbers.map((number) => card(number, { state: 'settled' })),
  cursor,
})

const numbersOf = (list: { entries: readonly { number: number }[] }): number[] =>
  list.entries.map(({ number }) => number)

const { wire } = openServerFixture()

describe('the own battles', () => {
  test('are read page by page, each with the day that it was made', async () => {
    wire.on('/api/user/battles', () => page([9, 8], 'a b'))
    await loadOwnBattles()
    expect(numbersOf($ownBattles.get())).toEqual([9, 8])
    expect($ownBattles.get().entries[0]?.at).toBe(9_000)
    wire.on('/api/user/battles?cursor=a+b', () => page([8, 7]))
    await loadOlderBattles()
    expect(numbersOf($ownBattles.get())).toEqual([9, 8, 7])
    expect($ownBattles.get().cursor).toBeNull()
  })

  test('that cannot be read are told as failed, and are read at the next try', async () => {
    wire.on('/api/user/battles', lost)
    await loadOwnBattles()
    expect($ownBattles.get().status).toBe('failed')
    wire.on('/api/user/battles', () => page([1]))
    await loadOwnBattles()
    expect($ownBattles.get()).toMatchObject({ status: 'ready', cursor: null })
  })
})

describe('the battles of a player', () => {
  test('are read from the profile that is shown, with their further pages', async () => {
    wire.on('/api/user/7/battles', () => page([5], 'next'))
    wire.on('/api/user/7/battles?cursor=next', () => page([4]))
    await loadPlayerBattles(7)
    await loadOlderPlayerBattles()
    expect(numbersOf($playerBattles.get())).toEqual([5, 4])
  })

  test('of another profile replace them at once, and a late answer of the first one is ignored', async () => {
    wire.on('/api/user/8/battles', () => page([3]))
    await loadPlayerBattles(8)
    const { answer, go } = later()
    wire.on('/api/user/9/battles', answer)
    const first = loadPlayerBattles(9)
    expect(numbersOf($playerBattles.get())).toEqual([])
    wire.on('/api/user/10/battles', () => page([2]))
    await loadPlayerBattles(10)
    go(page([1]))
    await first
    expect(numbersOf($playerBattles.get())).toEqual([2])
  })

  test('stay while the same profile is read again', async () => {
    wire.on('/api/user/11/battles', () => page([6]))
    await loadPlayerBattles(11)
    const again = loadPlayerBattles(11)
    expect(numbersOf($playerBattles.get())).toEqual([6])
    await again
    expect(wire.to('/api/user/11/battles')).toHaveLength(2)
  })
})

test('the last battles of all are those that are over, read again when another one has ended', async () => {
  wire.on('/api/battles?tab=ended', () => page([12, 11]))
  const stop = watchLastBattles()
  await vi.waitFor(() => expect(numbersOf($lastBattles.get())).toEqual([12, 11]))
  wire.on('/api/battles?tab=ended', () => page([13, 12, 11]))
  $battlesEvent.set([card(14, { state: 'drawn' })])
  $battlesEvent.set([card(13, { state: 'settled' })])
  await vi.waitFor(() => expect(numbersOf($lastBattles.get())).toEqual([13, 12, 11]))
  expect(wire.to('/api/battles?tab=ended')).toHaveLength(2)
  stop()
  $battlesEvent.set([card(15, { state: 'settled' })])
  expect(wire.to('/api/battles?tab=ended')).toHaveLength(2)
})
