// The rolls of a battle: one for each seat in each round, from the battle's seed. The server draws them once; every browser and
// `npm run verify` compute the same.

import type { Cents } from '../base/money.ts'
import { entryOfRoll, type Ticketed } from '../cases/case.ts'
import { type DrawSteps, drawSteps, ROLL_RANGE } from '../fairness/fairness.ts'
import { type BattleResult, type BattleTerms, decideBattle } from './battle.ts'

/** Anything that a case can give, at its price. */
export interface BattleEntry extends Ticketed {
  readonly priceCents: Cents
}

/** Everything that a battle is drawn from besides its seed. */
export interface BattleDraw<Entry extends BattleEntry> extends BattleTerms {
  /** The entries of the case of each round, in the order of their tickets. */
  readonly rounds: readonly (readonly Entry[])[]
  /** The client seed of each seat, by slot. */
  readonly seeds: readonly string[]
}

export interface BattleDrop<Entry> {
  /** From 1 to 1,000,000. */
  readonly roll: number
  readonly entry: Entry
}

export interface DrawnBattle<Entry> {
  /** Of each round the drops by slot. */
  readonly rounds: readonly (readonly BattleDrop<Entry>[])[]
  readonly result: BattleResult
}

/** A place in a battle: the round and the slot, both from 1, and the client seed of the seat. */
interface RollPlace {
  readonly seed: string
  readonly round: number
  readonly slot: number
}

/** Draws one roll of a battle: `HMAC-SHA-256(seed of the battle, "battle:{seed of the seat}:{round}:{slot}:{k}")`. */
export function battleRoll({ seed, round, slot }: RollPlace): DrawSteps<number> {
  return drawSteps(`battle:${seed}:${round}:${slot}`, ROLL_RANGE)
}

/** Draws a battle. Run it by `runDraw` or `runDrawAsync`, with the HMAC under the battle's seed as hex. */
export function* drawBattle<Entry extends BattleEntry>(battle: BattleDraw<Entry>): DrawSteps<DrawnBattle<Entry>> {
  const rounds: BattleDrop<Entry>[][] = []
  for (const [place, entries] of battle.rounds.entries()) {
    const drops: BattleDrop<Entry>[] = []
    for (const [seat, seed] of battle.seeds.entries()) {
      const roll = yield* battleRoll({ seed, round: place + 1, slot: seat + 1 })
      drops.push({ roll, entry: entryOfRoll(entries, roll) })
    }
    rounds.push(drops)
  }
  const values = rounds.map((drops) => drops.map(({ entry }) => entry.priceCents))
  return { rounds, result: yield* decideBattle(battle, values) }
}
