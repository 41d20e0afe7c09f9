// Battles of a few cents, decided by every outcome of their deciding rolls.

import { cents } from '../../../src/game/base/money.ts'
import {
  allowsCrazy,
  BATTLE_FORMAT_NAMES,
  BATTLE_MODES,
  type BattleResult,
  type BattleTerms,
  decideBattle,
} from '../../../src/game/battles/battle.ts'
import { runDraw } from '../../../src/game/fairness/fairness.ts'
import { blockOf } from '../fairness/hmac-block.ts'

/** Every format, with every mode, and inverted where the mode can be. */
export const ALL_TERMS: readonly BattleTerms[] = BATTLE_FORMAT_NAMES.flatMap((format) =>
  BATTLE_MODES.flatMap((mode) =>
    (allowsCrazy(mode) ? [false, true] : [false]).map((crazy) => ({ format, mode, crazy })),
  ),
)

/** Names terms in the title of a test. */
export const nameOf = ({ format, mode, crazy }: BattleTerms): string => `${format} ${crazy ? 'crazy ' : ''}${mode}`

interface Decided {
  readonly result: BattleResult
  /** The deciding rolls that were drawn, in order. */
  readonly drawn: readonly number[]
}

/**
 * Decides a battle by chosen deciding rolls instead of a seed. A roll above its range wraps around; the last ones may be left out.
 *
 * @param values of each round the cents by slot
 */
export function decideBy(
  terms: BattleTerms,
  values: readonly (readonly number[])[],
  rolls: readonly number[],
): Decided {
  let asked = 0
  const rounds = values.map((round) => round.map(cents))
  const result = runDraw(() => blockOf([(rolls[asked++] ?? 1) - 1]), decideBattle(terms, rounds))
  const { tie, jackpot, cents: first } = result.deciding
  return { result, drawn: [tie, jackpot, first].filter((roll) => roll !== null) }
}

/**
 * Returns the result of every combination of deciding rolls; all of them are equally likely, because the sides of a format have the
 * same number of seats, so that leftover cents are drawn from the same range for each winner.
 */
export function everyOutcome(terms: BattleTerms, values: readonly (readonly number[])[]): BattleResult[] {
  const outcomes = (before: readonly number[]): BattleResult[] => {
    const { result, drawn } = decideBy(terms, values, before)
    if (drawn.length === before.length) return [result]
    const all: BattleResult[] = []
    for (let roll = 1; roll === 1 || decideBy(terms, values, [...before, roll]).drawn[before.length] === roll; roll++) {
      all.push(...outcomes([...before, roll]))
    }
    return all
  }
  return outcomes([])
}

/** Returns all lists of a length that are made of the given values. */
export function listsOf(length: number, values: readonly number[]): number[][] {
  if (length === 0) return [[]]
  return listsOf(length - 1, values).flatMap((list) => values.map((value) => [...list, value]))
}
