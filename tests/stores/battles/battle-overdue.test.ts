// A battle whose next event is late: the page asks by itself, so that an event that was lost leaves nobody waiting.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { enterBattle, shownBattle } from '../../../src/stores/battles/battle.ts'
import { OVERDUE, watchOverdue } from '../../../src/stores/battles/battle-overdue.ts'
import { $battleEvent, $connectionCount } from '../../../src/stores/kernel/realtime-events.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault } from '../server-stub.ts'
import { BATTLE_ID, changedEvent, drawnBattle, lockedBattle, openBattle, SECRET } from './drawn-battle.ts'

const PATH = `/api/battles/${BATTLE_ID}`
/** The time of the server, of which the device's clock is five minutes ahead. */
const NOW = 1_900_000_000_000
const AHEAD_MS = 300_000
/** From the lock to its draw in the sandbox (drawn-battle.ts). */
const DRAW_MS = 3_000
const TERMS = { rounds: 3, fast: false }

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
let stops: (() => void)[] = []

const answer = (battle: BattleView): void =>
  wire.on(PATH, () => ({ success: true, now: Date.now() - AHEAD_MS, battle }))

/** Lets time pass, with the answers that arrive in it. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

const readings = (): number => wire.to(PATH).length

/** Opens the page of a battle; `spread` is the random number from 0 to 1 of every wait. */
async function arrive(battle: BattleView, spread = 0): Promise<void> {
  answer(battle)
  stops = [enterBattle(BATTLE_ID), watchOverdue(() => spread)]
  await pass(0)
  expect(readings()).toBe(1)
}

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: 'token=t; XSRF-TOKEN=x' }))
  vi.setSystemTime(NOW + AHEAD_MS)
  $user.set({ status: 'guest' })
  $connectionCount.set(1)
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

describe('a battle whose draw is due', () => {
  test('is read when the draw was not told, and is then drawn', async () => {
    await arrive(lockedBattle({}, NOW))
    await pass(DRAW_MS + OVERDUE.firstMs - 1)
    expect(readings()).toBe(1)
    answer(drawnBattle({}, NOW + DRAW_MS))
    await pass(1)
    expect(shownBattle()?.state).toBe('drawn')
    expect(readings()).toBe(2)
  })

  test('is not read when the draw was told in time', async () => {
    await arrive(lockedBattle({}, NOW))
    await pass(DRAW_MS)
    $battleEvent.set({ id: BATTLE_ID, kind: 'drawn', secret: SECRET, startsAt: NOW + DRAW_MS })
    await pass(timelineMs(TERMS))
    expect(readings()).toBe(1)
  })

  test('is read again after longer and longer, for as long as its beacon is late', async () => {
    await arrive(lockedBattle({}, NOW))
    const at: number[] = []
    wire.on(PATH, () => {
      at.push(Date.now() - AHEAD_MS - NOW - DRAW_MS)
      return { success: true, now: Date.now() - AHEAD_MS, battle: lockedBattle({}, NOW) }
    })
    await pass(DRAW_MS + 120_000)
    const { firstMs, mostMs } = OVERDUE
    const waits = at.map((time, place) => time - (at[place - 1] ?? 0))
    expect(waits.slice(0, 3)).toEqual([firstMs, 2 * firstMs, 4 * firstMs])
    expect(waits.at(-1)).toBe(mostMs)
    expect(Math.max(...waits)).toBe(mostMs)
  })

  test('is read by no two pages at the same moment', async () => {
    await arrive(lockedBattle({}, NOW), 0.5)
    await pass(DRAW_MS + OVERDUE.firstMs)
    expect(readings()).toBe(1)
    await pass(OVERDUE.firstMs / 2)
    expect(readings()).toBe(2)
  })

  test('is read again after an answer that did not arrive', async () => {
    await arrive(lockedBattle({}, NOW))
    wire.on(PATH, () => fault(503))
    await pass(DRAW_MS + OVERDUE.firstMs)
    expect(readings()).toBe(2)
    answer(drawnBattle({}, NOW + DRAW_MS))
    await pass(2 * OVERDUE.firstMs)
    expect(shownBattle()?.state).toBe('drawn')
  })

  test('that was locked again waits for the later round', async () => {
    await arrive(lockedBattle({}, NOW))
    const later = lockedBattle({}, NOW + 60_000)
    const [lock] = later.locks
    if (lock === undefined) throw new Error('A locked battle without a lock')
    const told = changedEvent(later)
    if (told.kind !== 'changed') throw new Error('No card')
    $battleEvent.set({ id: BATTLE_ID, kind: 'locked', card: told.card, lock: { ...lock, hash: '7'.repeat(64) } })
    await pass(50_000)
    expect(readings()).toBe(1)
    await pass(10_000 + DRAW_MS + OVERDUE.firstMs)
    expect(readings()).toBe(2)
  })
})

test('an open battle is read when its time is over', async () => {
  const open = { ...openBattle({ taken: [1] }), expiresAt: NOW + 60_000 }
  await arrive(open)
  answer({ ...open, state: 'expired', endedBy: 'time' })
  await pass(60_000 + OVERDUE.firstMs)
  expect(shownBattle()).toMatchObject({ state: 'expired', endedBy: 'time' })
  await pass(600_000)
  expect(readings()).toBe(2)
})

test('a battle is read after its show until it was paid', async () => {
  await arrive(drawnBattle({}, NOW))
  await pass(timelineMs(TERMS) + OVERDUE.firstMs - 1)
  expect(readings()).toBe(1)
  await pass(1)
  expect(readings()).toBe(2)
  answer({ ...drawnBattle({}, NOW), state: 'settled', result: { pot: 1, winners: [1] } })
  await pass(2 * OVERDUE.firstMs)
  expect(shownBattle()?.state).toBe('settled')
  await pass(600_000)
  expect(readings()).toBe(3)
})

test('a page that was left reads nothing', async () => {
  await arrive(lockedBattle({}, NOW))
  for (const stop of stops) stop()
  await pass(600_000)
  expect(readings()).toBe(1)
})
