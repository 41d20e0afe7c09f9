// A battle on its page: what is read, what events change, and the show that follows from its start alone: for those who come late, who
// were cut off, and who play it again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reelsMs, roundStartMs, timelineMs } from '../../../src/game/battles/timeline.ts'
import type { BattleEvent, BattleView } from '../../../src/protocol/battle.ts'
import { $battle, enterBattle, ownSeat, shownBattle } from '../../../src/stores/battles/battle.ts'
import { $emotes } from '../../../src/stores/battles/battle-emotes.ts'
import {
  $clock,
  $drawn,
  $moment,
  elapsedMs,
  endReplay,
  seekReplay,
  setReplaySpeed,
  skipShow,
  startReplay,
  stepReplay,
  toggleReplay,
  watchShow,
} from '../../../src/stores/battles/battle-show.ts'
import { $battleEvent, $connectionCount } from '../../../src/stores/kernel/realtime-events.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, PLAYER } from '../server-stub.ts'
import {
  BATTLE_ID,
  type BattleOptions,
  cardOf,
  changedEvent,
  draw,
  drawnBattle,
  lockedBattle,
  openBattle,
  SECRET,
  seat,
} from './drawn-battle.ts'

const PATH = `/api/battles/${BATTLE_ID}`
/** The time of the server, of which the device's clock is five minutes ahead. */
const NOW = 1_900_000_000_000
const AHEAD_MS = 300_000

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
let stops: (() => void)[] = []

const serverTime = (): number => Date.now() - AHEAD_MS

/** Lets the answers that are on their way arrive. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

const answer = (battle: BattleView): void => wire.on(PATH, () => ({ success: true, now: serverTime(), battle }))

/** Opens the page of a battle. */
async function arrive(battle: BattleView): Promise<void> {
  answer(battle)
  stops = [enterBattle(BATTLE_ID), watchShow(draw)]
  await settle()
  await vi.waitFor(() => expect(battle.state === 'drawn' && $drawn.get() === null).toBe(false))
}

const send = (event: BattleEvent): void => $battleEvent.set(event)

const slots = (): number[] => shownBattle()?.seats.map(({ slot }) => slot) ?? []

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: 'token=t; XSRF-TOKEN=x' }))
  vi.setSystemTime(NOW + AHEAD_MS)
  $user.set({ status: 'authorised', user: PLAYER })
  $connectionCount.set(1)
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

describe('a battle', () => {
  test('is read, and its seats follow the events, in which the player’s own seat stays their own', async () => {
    await arrive(openBattle({ format: '1v1v1', taken: [1], own: 1 }))
    expect(slots()).toEqual([1])
    send(changedEvent(openBattle({ format: '1v1v1', taken: [1, 3], own: 1 })))
    expect(slots()).toEqual([1, 3])
    expect(ownSeat(shownBattle() ?? openBattle())?.slot).toBe(1)
    send(changedEvent(openBattle({ format: '1v1v1', taken: [3], own: 0 })))
    expect(ownSeat(shownBattle() ?? openBattle())).toBeUndefined()
  })

  test('takes another player on the own slot for another player', async () => {
    await arrive(openBattle({ taken: [1], own: 1 }))
    const other = openBattle({ taken: [], own: 0 })
    send(changedEvent({ ...other, seats: [{ ...seat(1), seed: 'another-seed' }] }))
    expect(shownBattle()?.seats).toMatchObject([{ slot: 1, own: false }])
  })

  test('that an event has locked is not unlocked by an older answer', async () => {
    const { answer: slow, go } = later()
    wire.on(PATH, slow)
    stops = [enterBattle(BATTLE_ID), watchShow(draw)]
    const open = openBattle()
    const locked = lockedBattle({}, NOW)
    const [lock] = locked.locks
    if (lock === undefined) throw new Error('A locked battle without a lock')
    answer(locked)
    send({ id: BATTLE_ID, kind: 'locked', card: cardOf(locked), lock })
    go({ success: true, now: NOW, battle: open })
    await settle()
    await vi.waitFor(() => expect(shownBattle()?.state).toBe('locked'))
    expect(wire.to(PATH)).toHaveLength(2)
    send(changedEvent(open))
    expect(shownBattle()?.state).toBe('locked')
  })

  test('names the beacon’s round of its lock, and of the lock that replaces it', async () => {
    await arrive({
      ...openBattle(),
      randomness: { source: 'drand', chain: 'd'.repeat(64), round: null, signature: null },
    })
    const card = cardOf(lockedBattle({}, NOW))
    for (const round of [101, 103]) {
      const lock = {
        hash: String(round).padStart(64, '0'),
        text: JSON.stringify({ round }),
        lockedAt: NOW,
        sentAt: NOW,
        drawAt: NOW,
      }
      send({ id: BATTLE_ID, kind: 'locked', card, lock })
      expect(shownBattle()?.randomness).toMatchObject({ round })
    }
    expect(shownBattle()?.locks).toHaveLength(2)
  })

  test('that is cancelled says so', async () => {
    await arrive(openBattle())
    send(changedEvent({ ...openBattle(), state: 'cancelled', endedBy: 'creator' }))
    expect(shownBattle()).toMatchObject({ state: 'cancelled', endedBy: 'creator' })
  })

  test('that does not exist is unknown, and one that cannot be read can be tried again', async () => {
    wire.on(PATH, () => fault(404))
    stops = [enterBattle(BATTLE_ID)]
    await settle()
    expect($battle.get()).toEqual({ status: 'unknown' })
    wire.on(PATH, () => fault(500))
    stops.push(enterBattle(BATTLE_ID))
    await settle()
    expect($battle.get()).toEqual({ status: 'failed' })
  })

  test('ignores events of other battles and those that it cannot show', async () => {
    await arrive(openBattle())
    const before = shownBattle()
    send(changedEvent({ ...openBattle({ taken: [] }), id: '0199a2f0-0000-7000-8000-0000000000bb' }))
    $battleEvent.set({ id: BATTLE_ID, kind: 'changed', card: { id: BATTLE_ID } })
    $battleEvent.set({ id: BATTLE_ID, kind: 'constructor' })
    expect(shownBattle()).toBe(before)
    expect(console.error).toHaveBeenCalledTimes(2)
  })

  test('shows an emote above its seat for two seconds, and a second one anew', async () => {
    await arrive(openBattle())
    send({ id: BATTLE_ID, kind: 'emote', slot: 2, emote: 'wow' })
    expect($emotes.get()[2]).toMatchObject({ emote: 'wow' })
    vi.advanceTimersByTime(1_500)
    send({ id: BATTLE_ID, kind: 'emote', slot: 2, emote: 'gg' })
    vi.advanceTimersByTime(1_500)
    expect($emotes.get()[2]).toMatchObject({ emote: 'gg' })
    vi.advanceTimersByTime(500)
    expect($emotes.get()).toEqual({})
  })

  test('knows its rematch as soon as another player made it', async () => {
    await arrive(openBattle())
    send({ id: BATTLE_ID, kind: 'rematch', rematch: 'b2' })
    expect(shownBattle()?.rematch).toBe('b2')
  })
})

const OPTIONS: BattleOptions = { rounds: 3, fast: false }
const TERMS = { rounds: 3, fast: false }

describe('the show', () => {
  test('begins with the secret, and its moments follow each other by the server’s clock', async () => {
    const locked = lockedBattle(OPTIONS, NOW - 3_000)
    await arrive(locked)
    expect($moment.get()).toBeNull()
    send({ id: BATTLE_ID, kind: 'drawn', secret: SECRET, startsAt: NOW })
    await vi.waitFor(() => expect($moment.get()).toMatchObject({ step: 'lead' }))
    const steps: string[] = []
    stops.push(
      $moment.listen((moment) =>
        steps.push(moment === null ? '' : 'round' in moment ? `${moment.step} ${moment.round}` : moment.step),
      ),
    )
    vi.advanceTimersByTime(timelineMs(TERMS))
    const drawn = steps.filter((step) => step !== 'draw')
    expect(drawn).toEqual(['reels 1', 'items 1', 'reels 2', 'items 2', 'reels 3', 'items 3', 'winner', 'over'])
  })

  test.each([0, 1_500, 4_000, 8_200, 12_900, 60_000])(
    'is the same for who comes %i ms after its start',
    async (lateMs) => {
      vi.setSystemTime(NOW + AHEAD_MS + lateMs)
      await arrive(drawnBattle(OPTIONS, NOW))
      const late = $moment.get()
      for (const stop of stops) stop()
      vi.setSystemTime(NOW + AHEAD_MS)
      await arrive(drawnBattle(OPTIONS, NOW))
      vi.advanceTimersByTime(lateMs)
      expect($moment.get()).toEqual(late)
      expect(late).not.toBeNull()
    },
  )

  test('is where the others are after a lost connection, also where the draw was missed', async () => {
    await arrive(lockedBattle(OPTIONS, NOW - 3_000))
    vi.advanceTimersByTime(9_000)
    expect($moment.get()).toBeNull()
    answer(drawnBattle(OPTIONS, NOW))
    $connectionCount.set(2)
    await settle()
    await vi.waitFor(() => expect($moment.get()).toMatchObject({ step: 'reels', round: 2 }))
    expect($moment.get()).toEqual({ step: 'reels', round: 2, untilMs: roundStartMs(false, 2) + reelsMs(TERMS, 2) })
  })

  test('waits for the seats and the lock where the page heard of the draw alone', async () => {
    await arrive(openBattle({ ...OPTIONS, taken: [1] }))
    answer(drawnBattle(OPTIONS, NOW))
    send({ id: BATTLE_ID, kind: 'drawn', secret: SECRET, startsAt: NOW })
    await settle()
    await vi.waitFor(() => expect($moment.get()).toMatchObject({ step: 'lead' }))
    expect(slots()).toEqual([1, 2])
  })

  test('is where the others are on a page whose timers stood still while it was hidden', async () => {
    await arrive(drawnBattle(OPTIONS, NOW))
    vi.setSystemTime(NOW + AHEAD_MS + 13_500)
    document.dispatchEvent(new Event('visibilitychange'))
    expect($moment.get()).toMatchObject({ step: 'reels', round: 3 })
  })

  test('can be skipped by this page alone', async () => {
    await arrive(drawnBattle(OPTIONS, NOW))
    skipShow()
    expect($moment.get()).toMatchObject({ step: 'over' })
    expect($clock.get()).toEqual({ kind: 'skipped' })
  })

  test('reports that this browser could not compute it', async () => {
    answer(drawnBattle(OPTIONS, NOW))
    stops = [enterBattle(BATTLE_ID), watchShow(() => Promise.reject(new Error('No part')))]
    await settle()
    await vi.waitFor(() => expect($drawn.get()).toBe('failed'))
    expect($moment.get()).toBeNull()
  })
})

describe('a replay', () => {
  beforeEach(async () => {
    // A day later.
    vi.setSystemTime(NOW + AHEAD_MS + 86_400_000)
    await arrive({ ...drawnBattle(OPTIONS, NOW), state: 'settled', result: { pot: 1, winners: [1] } })
    expect($moment.get()).toMatchObject({ step: 'over' })
  })

  const elapsed = (): number => elapsedMs(shownBattle() ?? openBattle())

  test('begins at the beginning and ends with the result', () => {
    startReplay()
    expect($moment.get()).toMatchObject({ step: 'lead' })
    vi.advanceTimersByTime(roundStartMs(false, 2))
    expect($moment.get()).toMatchObject({ step: 'reels', round: 2 })
    vi.advanceTimersByTime(timelineMs(TERMS))
    expect($moment.get()).toMatchObject({ step: 'over' })
    expect($clock.get().kind).toBe('replay')
    endReplay()
    expect($moment.get()).toMatchObject({ step: 'over' })
    expect($clock.get().kind).not.toBe('replay')
  })

  test.each([0.5, 1, 2, 4] as const)('runs at %f times the speed', (speed) => {
    startReplay()
    setReplaySpeed(speed)
    vi.advanceTimersByTime(2_000)
    expect(elapsed()).toBe(2_000 * speed)
    vi.advanceTimersByTime((roundStartMs(false, 2) - 2_000 * speed) / speed)
    expect($moment.get()).toMatchObject({ step: 'reels', round: 2 })
  })

  test('stands still while it is stopped, and changes its speed where it is', () => {
    startReplay()
    vi.advanceTimersByTime(4_000)
    toggleReplay()
    vi.advanceTimersByTime(60_000)
    expect(elapsed()).toBe(4_000)
    setReplaySpeed(4)
    expect(elapsed()).toBe(4_000)
    toggleReplay()
    vi.advanceTimersByTime(1_000)
    expect(elapsed()).toBe(8_000)
  })

  test('moves by rounds, and to any time', () => {
    startReplay()
    toggleReplay()
    stepReplay(1)
    expect(elapsed()).toBe(roundStartMs(false, 1))
    stepReplay(1)
    expect(elapsed()).toBe(roundStartMs(false, 2))
    seekReplay(roundStartMs(false, 2) + 2_000)
    stepReplay(-1)
    expect(elapsed()).toBe(roundStartMs(false, 2))
    stepReplay(-1)
    expect(elapsed()).toBe(roundStartMs(false, 1))
    stepReplay(-1)
    stepReplay(-1)
    expect(elapsed()).toBe(0)
    seekReplay(1e9)
    expect($moment.get()).toMatchObject({ step: 'over' })
    stepReplay(1)
    expect($moment.get()).toMatchObject({ step: 'over' })
  })

  test('that has ended begins anew', () => {
    startReplay()
    skipShow()
    expect($moment.get()).toMatchObject({ step: 'over' })
    toggleReplay()
    expect($moment.get()).toMatchObject({ step: 'lead' })
  })
})
