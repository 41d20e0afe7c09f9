// The bots' part in the lobby, by properties over simulated hours: a player always finds an open battle and soon a running one, battles of
// players are joined after a human pause, and nothing becomes too much.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/art/random.ts'
import { cents } from '../../../src/game/base/money.ts'
import { BATTLE_FORMATS, faultOfRounds } from '../../../src/game/battles/battle.ts'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import { type BotBattle, drawBattle } from '../../../src/server/sandbox/battle-terms.ts'
import {
  drawEmote,
  LOBBY_TICK_MS,
  type OpenBattle,
  PERSON_WAITS_MS,
  planLobby,
  type Waits,
  waitKey,
  waitsOf,
} from '../../../src/server/sandbox/lobby-plan.ts'

const START_MS = Date.parse('2026-11-28T12:00:00Z')
const HOUR_MS = 3_600_000
const WINDOW_MS = 180_000

const CASES = [19, 45, 120, 399, 1_500, 25_000].map((price, at) => ({ url: `case-${at}`, priceCents: cents(price) }))

/** A battle of the simulation; its lock waits for the last seat and a few seconds of randomness. */
type Simulated = OpenBattle & { readonly terms: BotBattle }

const LOCKED_MS = 3_000

interface Look {
  readonly atMs: number
  readonly open: number
  readonly running: number
}

/** A battle that a player makes in the simulation. */
interface Guest {
  readonly atMs: number
  readonly seats: number
}

interface Hour {
  readonly looks: readonly Look[]
  readonly created: number
  readonly emotes: number
  /** How long battles of players waited for each seat, in milliseconds. */
  readonly guestWaits: readonly number[]
}

function simulateHour(seed: string, guests: readonly Guest[] = []): Hour {
  const chance = (text: string): number => seededRandom(`${seed}:${text}`)()
  const random = seededRandom(seed)
  let open: Simulated[] = []
  let running: { readonly id: string; readonly endsMs: number }[] = []
  let waits: Waits = new Map()
  let ranMs = START_MS
  let [created, emotes] = [0, 0]
  const [looks, guestWaits]: [Look[], number[]] = [[], []]
  for (let nowMs = START_MS; nowMs < START_MS + HOUR_MS; nowMs += LOBBY_TICK_MS) {
    for (const [place, { atMs, seats }] of guests.entries()) {
      if (atMs < nowMs - LOBBY_TICK_MS || atMs >= nowMs) continue
      const terms = drawBattle(CASES, random) as BotBattle
      open.push({ id: `guest-${place}`, createdMs: nowMs, seats, taken: [1], hasPerson: true, terms })
    }
    running = running.filter(({ endsMs }) => endsMs > nowMs)
    if (running.length > 0) ranMs = nowMs
    waits = waitsOf({ open, waits, nowMs })
    for (const step of planLobby({ open, waits, ranMs, nowMs, chance })) {
      if (step.kind === 'create') {
        const terms = drawBattle(CASES, random) as BotBattle
        const { seats } = BATTLE_FORMATS[terms.format]
        open.push({ id: `battle-${created++}`, createdMs: nowMs, seats, taken: [1], hasPerson: false, terms })
        continue
      }
      const battle = open.find(({ id }) => id === step.battleId) as Simulated
      expect(battle.taken).not.toContain(step.slot)
      expect(step.slot).toBeLessThanOrEqual(battle.seats)
      if (battle.hasPerson) guestWaits.push(nowMs - (waits.get(waitKey(battle)) ?? nowMs))
      const after = { ...battle, taken: [...battle.taken, step.slot] }
      open = open.map((one) => (one === battle ? after : one))
      if (after.taken.length < after.seats) continue
      open = open.filter((one) => one !== after)
      const { rounds, fast } = after.terms
      running.push({ id: after.id, endsMs: nowMs + LOCKED_MS + timelineMs({ rounds: rounds.length, fast }) })
    }
    emotes += running.filter(({ id }) => drawEmote(id, nowMs, chance) !== null).length
    looks.push({ atMs: nowMs, open: open.length, running: running.length })
  }
  return { looks, created, emotes, guestWaits }
}

/** Tells whether something is seen in each three minutes of an hour. */
function isAlwaysSeen({ looks }: Hour, seen: (look: Look) => boolean): boolean {
  let lastMs = START_MS
  return looks.every((look) => {
    if (seen(look)) lastMs = look.atMs
    return look.atMs - lastMs <= WINDOW_MS
  })
}

const seeds = fc.uuid()

describe('an hour of bots in the lobby', () => {
  it('always has an open battle, a running one within three minutes, and at most four open ones', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const hour = simulateHour(seed)
        expect(Math.min(...hour.looks.map(({ open }) => open))).toBeGreaterThanOrEqual(1)
        expect(Math.max(...hour.looks.map(({ open }) => open))).toBeLessThanOrEqual(4)
        expect(isAlwaysSeen(hour, ({ running }) => running > 0)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('makes 30 to 110 battles, and says something in few of them', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { created, emotes } = simulateHour(seed)
        expect(created).toBeGreaterThanOrEqual(30)
        expect(created).toBeLessThanOrEqual(110)
        expect(emotes).toBeLessThanOrEqual(created * 0.6)
      }),
      { numRuns: 15 },
    )
  })

  it('joins the battles of players after 10 to 40 seconds a seat', () => {
    const guests = fc.array(
      fc.record({
        atMs: fc.integer({ min: START_MS, max: START_MS + HOUR_MS - 600_000 }),
        seats: fc.integer({ min: 2, max: 6 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(seeds, guests, (seed, battles) => {
        const { guestWaits } = simulateHour(seed, battles)
        expect(guestWaits).toHaveLength(battles.reduce((sum, { seats }) => sum + seats - 1, 0))
        for (const waitMs of guestWaits) {
          expect(waitMs).toBeGreaterThanOrEqual(PERSON_WAITS_MS.least)
          expect(waitMs).toBeLessThan(PERSON_WAITS_MS.most + LOBBY_TICK_MS)
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('the lobby', () => {
  const chance = (): number => 0.5
  const battle = (id: string, seats: number, taken: readonly number[]): OpenBattle => ({
    id,
    createdMs: START_MS,
    seats,
    taken,
    hasPerson: false,
  })

  it('gets several battles at once while it is empty', () => {
    const steps = planLobby({ open: [], waits: new Map(), ranMs: START_MS, nowMs: START_MS, chance })
    expect(steps.length).toBeGreaterThanOrEqual(2)
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['create']))
  })

  it('keeps its only open battle of bots for a player, however long it waits', () => {
    const open = [battle('a', 2, [1])]
    const nowMs = START_MS + HOUR_MS
    const view = { open, waits: new Map([[waitKey(battle('a', 2, [1])), START_MS]]), ranMs: nowMs, nowMs, chance }
    expect(planLobby(view).filter(({ kind }) => kind === 'join')).toEqual([])
    const two = { ...view, open: [...open, battle('b', 2, [1])] }
    expect(planLobby(two)).toContainEqual({ kind: 'join', battleId: 'a', slot: 2 })
  })

  it('starts the battle that has waited longest where nothing has been running for a while', () => {
    const open = [battle('b', 2, [1]), { ...battle('a', 3, [1]), createdMs: START_MS - 1 }]
    const nowMs = START_MS + 75_000
    const view = { open, waits: waitsOf({ open, waits: new Map(), nowMs }), nowMs, chance }
    const joins = (ranMs: number) => planLobby({ ...view, ranMs }).filter(({ kind }) => kind === 'join')
    expect(joins(START_MS + 1)).toEqual([])
    expect(joins(START_MS)).toMatchObject([{ battleId: 'a' }])
  })

  it('forgets battles that are not open any more', () => {
    const first = waitsOf({ open: [battle('a', 2, [1])], waits: new Map(), nowMs: START_MS })
    expect([...waitsOf({ open: [battle('b', 2, [1])], waits: first, nowMs: START_MS + 1 })]).toEqual([
      ['b:1', START_MS + 1],
    ])
  })
})

describe('a battle of a bot', () => {
  it('can be played, and costs little where cheap cases are offered', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = seededRandom(seed)
        const battles = Array.from({ length: 100 }, () => drawBattle(CASES, random) as BotBattle)
        for (const { rounds, mode, crazy, priceCents } of battles) {
          expect(faultOfRounds(rounds)).toBeNull()
          expect(mode === 'share' && crazy).toBe(false)
          const prices = rounds.map((url) => CASES.find((one) => one.url === url)?.priceCents ?? Number.NaN)
          expect(priceCents).toBe(prices.reduce<number>((sum, price) => sum + price, 0))
          expect(priceCents).toBeLessThanOrEqual(2_500)
        }
        expect(battles.filter(({ priceCents }) => priceCents <= 800).length).toBeGreaterThan(50)
        expect(new Set(battles.map(({ format }) => format)).size).toBe(4)
        expect(new Set(battles.map(({ mode }) => mode)).size).toBe(5)
      }),
      { numRuns: 30 },
    )
  })

  it('is one of the cheapest case where all are expensive, and none where there is no case', () => {
    const dear = [9_000, 5_000].map((price) => ({ url: `at-${price}`, priceCents: cents(price) }))
    expect(new Set(drawBattle(dear, seededRandom('dear'))?.rounds)).toEqual(new Set(['at-5000']))
    expect(drawBattle([], seededRandom('none'))).toBeNull()
  })
})
