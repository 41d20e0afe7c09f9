import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BattlePhase, phaseAt, roundMs, timelineMs } from '../../../src/game/battles/timeline.ts'

const terms = fc.record({ rounds: fc.integer({ min: 1, max: 50 }), fast: fc.boolean() })

/** Names a phase, without the time within it. */
const nameOf = (phase: BattlePhase): string => (phase.phase === 'round' ? `round ${phase.round}` : phase.phase)

describe('the timeline of a battle', () => {
  it('shows the lead, every round and the decision, one after another without a gap', () => {
    fc.assert(
      fc.property(terms, (battle) => {
        const shown: string[] = []
        let startMs = 0
        for (let atMs = 0; atMs <= timelineMs(battle); atMs += 500) {
          const phase = phaseAt(battle, atMs)
          const name = nameOf(phase)
          if (shown.at(-1) !== name) {
            shown.push(name)
            startMs = atMs
          }
          if (phase.phase !== 'over') expect(phase.at).toBe(atMs - startMs)
        }
        const rounds = Array.from({ length: battle.rounds }, (_, place) => `round ${place + 1}`)
        expect(shown).toEqual(['lead', ...rounds, 'decision', 'over'])
      }),
    )
  })

  it('is continuous: time passes within a phase, and the next one begins at 0', () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 300_000 }), (battle, atMs) => {
        const [now, next] = [phaseAt(battle, atMs), phaseAt(battle, atMs + 1)]
        if (now.phase === 'over') expect(next).toEqual({ phase: 'over' })
        else if (next.phase !== 'over') expect(next.at).toBe(nameOf(now) === nameOf(next) ? now.at + 1 : 0)
      }),
    )
  })

  it('is over exactly at its end, and waits before its start', () => {
    fc.assert(
      fc.property(terms, fc.nat(), (battle, beforeMs) => {
        expect(phaseAt(battle, timelineMs(battle))).toEqual({ phase: 'over' })
        expect(phaseAt(battle, timelineMs(battle) - 1).phase).toBe('decision')
        expect(phaseAt(battle, -beforeMs)).toEqual({ phase: 'lead', at: 0 })
      }),
    )
  })

  it('is shorter where its creator chose it', () => {
    expect(roundMs(true)).toBeLessThan(roundMs(false))
    expect(timelineMs({ rounds: 50, fast: false })).toBe(3_000 + 50 * 5_000 + 4_000)
  })
})
