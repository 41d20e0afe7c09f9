// What a screen shows of a battle at a moment: the steps follow each other without a gap, and standings agree with the decision.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  allowsCrazy,
  BATTLE_FORMAT_NAMES,
  BATTLE_FORMATS,
  BATTLE_MODES,
  type BattleTerms,
  decideBattle,
  standingsOf,
} from '../../../src/game/battles/battle.ts'
import {
  type BattleMoment,
  DRAW_MS,
  momentAt,
  reelsMs,
  roundMs,
  roundStartMs,
  roundsShown,
  timelineMs,
} from '../../../src/game/battles/timeline.ts'
import { type DrawSteps, runDraw } from '../../../src/game/fairness/fairness.ts'

const terms = fc.record({ rounds: fc.integer({ min: 1, max: 50 }), fast: fc.boolean() })

/** Returns all moments of a battle, each one after the end of the one before. */
function momentsOf(timeline: { rounds: number; fast: boolean }, isDrawn: boolean): BattleMoment[] {
  const moments = [momentAt(timeline, 0, isDrawn)]
  for (let last = moments[0]; last !== undefined && Number.isFinite(last.untilMs); last = moments.at(-1)) {
    moments.push(momentAt(timeline, last.untilMs, isDrawn))
  }
  return moments
}

describe('the steps of a battle', () => {
  test('are the lead, reels and items of each round, the draw where there is one, the winner, and the end', () => {
    fc.assert(
      fc.property(terms, fc.boolean(), (timeline, isDrawn) => {
        const steps = momentsOf(timeline, isDrawn).map(({ step }) => step)
        const rounds = Array.from({ length: timeline.rounds }, () => ['reels', 'items']).flat()
        expect(steps).toEqual(['lead', ...rounds, ...(isDrawn ? ['draw'] : []), 'winner', 'over'])
      }),
    )
  })

  test('are the same for every moment between their beginning and their end', () => {
    fc.assert(
      fc.property(terms, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (timeline, isDrawn, share) => {
        const elapsedMs = Math.floor(share * (timelineMs(timeline) + 1_000))
        const shown = momentAt(timeline, elapsedMs, isDrawn)
        expect(shown.untilMs).toBeGreaterThan(elapsedMs)
        const before = momentsOf(timeline, isDrawn).findLast(({ untilMs }) => untilMs <= elapsedMs)
        expect(momentAt(timeline, before?.untilMs ?? 0, isDrawn)).toEqual(shown)
      }),
    )
  })

  test('slow the reels of the last round, and show its items before the decision', () => {
    for (const fast of [true, false]) {
      const timeline = { rounds: 3, fast }
      expect(reelsMs(timeline, 3)).toBeGreaterThan(reelsMs(timeline, 2))
      expect(momentAt(timeline, roundStartMs(fast, 3) + reelsMs(timeline, 2), false).step).toBe('reels')
      expect(momentAt(timeline, roundStartMs(fast, 3) + reelsMs(timeline, 3), false).step).toBe('items')
      expect(timelineMs(timeline)).toBe(roundStartMs(fast, 4) + timelineMs({ rounds: 0, fast }) - roundStartMs(fast, 1))
    }
  })

  test('show the items of a round when its reels have stopped, and the winner after the draw', () => {
    for (const fast of [true, false]) {
      const timeline = { rounds: 3, fast }
      for (const round of [1, 2, 3]) expect(reelsMs(timeline, round)).toBeLessThan(roundMs(fast))
      expect(momentAt(timeline, roundStartMs(fast, 2), false)).toMatchObject({ step: 'reels', round: 2 })
      expect(momentAt(timeline, roundStartMs(fast, 2) + reelsMs(timeline, 2), false)).toMatchObject({
        step: 'items',
        round: 2,
      })
      const decisionMs = roundStartMs(fast, 4)
      expect(momentAt(timeline, decisionMs, true).step).toBe('draw')
      expect(momentAt(timeline, decisionMs + DRAW_MS, true).step).toBe('winner')
      expect(momentAt(timeline, timelineMs(timeline), true).step).toBe('over')
    }
  })

  test('have shown the items of the rounds before, and of this one once its reels stopped', () => {
    const timeline = { rounds: 2, fast: false }
    expect(momentsOf(timeline, true).map((moment) => roundsShown(timeline, moment))).toEqual([0, 0, 1, 1, 2, 2, 2, 2])
  })

  test('begin with the lead for who is early', () => {
    expect(momentAt({ rounds: 1, fast: true }, -5_000, false).step).toBe('lead')
  })
})

const battle = fc
  .record({
    format: fc.constantFrom(...BATTLE_FORMAT_NAMES),
    mode: fc.constantFrom(...BATTLE_MODES),
    crazy: fc.boolean(),
  })
  .map(({ format, mode, crazy }): BattleTerms => ({ format, mode, crazy: crazy && allowsCrazy(mode) }))
  .chain((chosen) =>
    fc.record({
      terms: fc.constant(chosen),
      rounds: fc.array(
        fc.array(fc.integer({ min: 1, max: 500 }).map(cents), {
          minLength: BATTLE_FORMATS[chosen.format].seats,
          maxLength: BATTLE_FORMATS[chosen.format].seats,
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  )

/** Draws zeros: the first tied side, the first cent. */
const decide = <Drawn>(steps: DrawSteps<Drawn>): Drawn => runDraw(() => new Uint8Array(32), steps)

describe('standings', () => {
  test('of all rounds are those of the decision', () => {
    fc.assert(
      fc.property(battle, ({ terms: chosen, rounds }) => {
        const { seatCents, sideScores, deciding } = decide(decideBattle(chosen, rounds))
        const standings = standingsOf(chosen, rounds)
        expect(standings).toMatchObject({ seatCents, sideScores })
        if (chosen.mode !== 'jackpot') expect(standings.leaders.length > 1).toBe(deciding.tie !== null)
      }),
    )
  })

  test('of no rounds are zeros without a leader', () => {
    fc.assert(
      fc.property(battle, ({ terms: chosen }) => {
        const { seatCents, sideScores, leaders } = standingsOf(chosen, [])
        expect(seatCents).toEqual(Array.from({ length: BATTLE_FORMATS[chosen.format].seats }, () => 0))
        expect(sideScores.every((score) => score === 0)).toBe(true)
        expect(leaders).toEqual([])
      }),
    )
  })

  test('have the lowest sum ahead in crazy mode, and nobody where the pot is shared', () => {
    const rounds = [[cents(100), cents(300)]]
    expect(standingsOf({ format: '1v1', mode: 'normal', crazy: false }, rounds).leaders).toEqual([1])
    expect(standingsOf({ format: '1v1', mode: 'normal', crazy: true }, rounds).leaders).toEqual([0])
    expect(standingsOf({ format: '1v1', mode: 'share', crazy: false }, rounds).leaders).toEqual([])
  })
})
