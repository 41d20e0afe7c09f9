// What the arena shows of a moment: sums, points, chances, who is ahead, and what each seat gets.
import { describe, expect, it } from 'vitest'
import type { BattleMode } from '../../../../src/game/battles/battle.ts'
import type { BattleMoment } from '../../../../src/game/battles/timeline.ts'
import { type Arena, arenaOf, dearest } from '../../../../src/islands/battles/parts/arena.ts'
import { type BattleOptions, draw, drawnBattle, openBattle } from '../../../stores/battles/drawn-battle.ts'

const at = (step: 'lead' | 'draw' | 'winner' | 'over'): BattleMoment => ({ step, untilMs: 0 })
const inRound = (step: 'reels' | 'items', round: number): BattleMoment => ({ step, round, untilMs: 0 })

/** Returns the arena of a drawn battle at a moment, and what was drawn. */
async function arenaAt(options: BattleOptions, moment: BattleMoment) {
  const battle = drawnBattle(options, 0)
  const drawn = await draw(battle)
  return { battle, drawn, arena: arenaOf(battle, { drawn, moment }) }
}

const seatsOf = ({ sides }: Arena) => sides.flatMap(({ seats }) => seats)

describe('the arena', () => {
  it('has every seat of its format before the draw, free ones too', () => {
    const arena = arenaOf(openBattle({ format: '2v2v2', taken: [1, 4] }), null)
    expect(arena.sides.map(({ seats }) => seats.map(({ slot }) => slot))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(seatsOf(arena).map(({ seat }) => seat !== null)).toEqual([true, false, false, true, false, false])
    expect(arena).toMatchObject({ potCents: 0, shown: 0, round: null })
  })

  it('tells no drop of a round whose reels still run', async () => {
    const running = (await arenaAt({ rounds: 2 }, inRound('reels', 1))).arena
    expect(seatsOf(running).map(({ drops }) => drops.length)).toEqual([0, 0])
    const { arena, drawn } = await arenaAt({ rounds: 2 }, inRound('items', 1))
    expect(seatsOf(arena).map(({ drops }) => drops.length)).toEqual([1, 1])
    const [first] = drawn.rounds
    expect(arena.potCents).toBe((first ?? []).reduce((sum, { entry }) => sum + entry.priceCents, 0))
  })

  it.each<BattleMode>(['normal', 'share', 'terminal', 'jackpot', 'rush'])(
    'gives in %s mode all seats together what was drawn, and names winners only when they are decided',
    async (mode) => {
      const options = { mode, format: '1v1v1', rounds: 4 } as const
      expect(seatsOf((await arenaAt(options, at('draw'))).arena).every(({ gets }) => gets === null)).toBe(true)
      const { arena, drawn } = await arenaAt(options, at('winner'))
      const gets = seatsOf(arena).map((seat) => seat.gets?.seatCents ?? 0)
      expect(gets.reduce<number>((sum, cents) => sum + cents, 0)).toBe(drawn.result.potCents)
      expect(arena.sides.some(({ outcome }) => outcome === 'won')).toBe(true)
    },
  )

  it('has no chance before the first round of a jackpot, and then chances that come to one', async () => {
    const options = { mode: 'jackpot', format: '1v1v1', rounds: 2 } as const
    const chances = ({ sides }: Arena) =>
      sides.map(({ score }) => (score !== null && 'chance' in score ? score.chance : undefined))
    expect(chances((await arenaAt(options, at('lead'))).arena)).toEqual([null, null, null])
    const after = chances((await arenaAt(options, inRound('items', 1))).arena)
    expect(after.reduce<number>((sum, chance) => sum + (chance ?? 0), 0)).toBeCloseTo(1)
  })

  it('has nobody ahead in a terminal battle until its last round', async () => {
    const options = { mode: 'terminal', rounds: 3 } as const
    const ahead = async (moment: BattleMoment) =>
      (await arenaAt(options, moment)).arena.sides.filter(({ isAhead }) => isAhead).length
    expect(await ahead(inRound('items', 2))).toBe(0)
    expect(await ahead(inRound('items', 3))).toBeGreaterThan(0)
  })

  it('pays the player of a part of a seat that part of what it gets', async () => {
    const whole = drawnBattle({ mode: 'share' }, 0)
    const battle = { ...whole, seats: whole.seats.map((seat) => ({ ...seat, percent: 40 })) }
    const [seat] = seatsOf(arenaOf(battle, { drawn: await draw(battle), moment: at('over') }))
    expect(seat?.gets?.cents).toBeLessThan(seat?.gets?.seatCents ?? 0)
    expect(seat?.gets?.paidCents).toBe(Math.ceil(battle.price * 0.4))
  })
})

it('the most expensive items come first, and no more than are asked for', async () => {
  const { arena } = await arenaAt({ rounds: 8 }, at('over'))
  const drops = seatsOf(arena).flatMap((seat) => seat.drops)
  const best = Math.max(...drops.map(({ entry }) => entry.priceCents))
  const shown = dearest(drops, 3)
  expect(shown).toHaveLength(3)
  expect(shown[0]).toEqual(drops.find(({ entry }) => entry.priceCents === best)?.entry.item)
})
