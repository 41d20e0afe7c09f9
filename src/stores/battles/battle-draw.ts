// Computes the result of a battle in the browser, from its seats, the contents of its cases and the revealed secret: the server sends
// no result. Loaded when a battle was drawn.

import { cents } from '../../game/base/money.ts'
import { battleSeed } from '../../game/battles/lock.ts'
import { type BattleEntry, type DrawnBattle, drawBattle } from '../../game/battles/rolls.ts'
import type { Sha256 } from '../../game/fairness/beacon.ts'
import { type HmacAsync, runDrawAsync } from '../../game/fairness/fairness.ts'
import type { BattleView } from '../../protocol/battle.ts'
import type { ContentView } from '../../protocol/case.ts'
import type { ItemView } from '../../protocol/common.ts'

/** Anything that a case of a battle can give. */
export interface BattleContent extends BattleEntry {
  readonly item: ItemView
}

export type DrawnContents = DrawnBattle<BattleContent>

/** The cryptography that a result is computed with. */
export interface BattleHashing {
  readonly sha256: Sha256
  /** Returns the HMAC-SHA-256 under a key, both as text. */
  hmac(key: string): HmacAsync
}

/** Returns the secret that a battle was drawn from; null before. */
function secretOf({ randomness }: Pick<BattleView, 'randomness'>): string | null {
  return randomness.source === 'drand' ? randomness.signature : randomness.serverSeed
}

/** Returns the entries of a case in the order of their tickets, as its odds table has them. */
function entriesOf(contents: readonly ContentView[]): readonly BattleContent[] {
  return [...contents]
    .sort((one, other) => one.from - other.from)
    .map(({ item, price, tickets }) => ({ item, tickets, priceCents: cents(price) }))
}

/**
 * Draws a battle.
 *
 * @throws RangeError when the battle is not drawn yet, or something that decides it is missing
 */
export async function drawShownBattle(battle: BattleView, { sha256, hmac }: BattleHashing): Promise<DrawnContents> {
  const secret = secretOf(battle)
  // A lock that was not sent in time is followed by another one.
  const lock = battle.locks.at(-1)
  if (secret === null || lock === undefined) throw new RangeError(`The battle ${battle.id} is not drawn yet`)
  const seed = await battleSeed(sha256, lock.hash, secret)
  const entries = Object.fromEntries(
    Object.entries(battle.contents).map(([oddsHash, contents]) => [oddsHash, entriesOf(contents)]),
  )
  const seats = battle.seats.toSorted((one, other) => one.slot - other.slot)
  const steps = drawBattle({
    format: battle.format,
    mode: battle.mode,
    crazy: battle.crazy,
    rounds: battle.rounds.map(({ oddsHash }) => entries[oddsHash] ?? []),
    seeds: seats.map((seat) => seat.seed),
  })
  return runDrawAsync(hmac(seed), steps)
}
