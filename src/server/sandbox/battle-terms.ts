// What kinds of battles bots make: various formats and modes, most of them cheap. Pure.

import { type Cents, cents, sumCents } from '../../game/base/money.ts'
import type { BattleFormat, BattleMode } from '../../game/battles/battle.ts'
import { allowsCrazy } from '../../game/battles/battle.ts'
import type { CreateBattleBody } from '../../protocol/battle.ts'
import { type Random, weightedOrder, within } from './rhythm.ts'

/** A case that can be played. */
export interface OfferedCase {
  readonly url: string
  readonly priceCents: Cents
}

export type BotBattle = Pick<CreateBattleBody, 'format' | 'mode' | 'crazy' | 'fast' | 'rounds'> & {
  /** The price of a seat. */
  readonly priceCents: Cents
}

const FORMATS = { '1v1': 5, '1v1v1': 2, '1v1v1v1': 1, '2v2': 2 } as const satisfies Partial<
  Record<BattleFormat, number>
>
const MODES: Readonly<Record<BattleMode, number>> = { normal: 6, share: 1, terminal: 1, jackpot: 1, rush: 1 }
const CRAZY_CHANCE = 0.12
const FAST_CHANCE = 0.25
const ROUNDS = { least: 2, most: 6 } as const
/** Different cases of a battle. */
const CASES_MOST = 3
/** What a seat costs at most, in cents, and how often. */
const SEAT_CENTS = [
  { most: 250, weight: 5 },
  { most: 800, weight: 3 },
  { most: 2_500, weight: 1 },
] as const

function draw<Entry extends string>(weights: Readonly<Partial<Record<Entry, number>>>, random: Random): Entry {
  const [first] = weightedOrder(Object.keys(weights) as Entry[], (entry) => weights[entry] ?? 0, random)
  if (first === undefined) throw new RangeError('There is nothing to draw from')
  return first
}

/** Draws a battle of a few of the cases; null where there are none. A shop of expensive cases gets battles of its cheapest. */
export function drawBattle(cases: readonly OfferedCase[], random: Random): BotBattle | null {
  const cheapest = [...cases].sort((a, b) => a.priceCents - b.priceCents)[0]
  if (cheapest === undefined) return null
  const [seat] = weightedOrder(SEAT_CENTS, ({ weight }) => weight, random)
  const count = within({ least: ROUNDS.least, most: ROUNDS.most + 1 }, random())
  const most = (seat ?? SEAT_CENTS[0]).most / count
  const affordable = cases.filter(({ priceCents }) => priceCents <= most)
  const from = affordable.length === 0 ? [cheapest] : affordable
  const chosen = weightedOrder(from, ({ priceCents }) => Math.max(1, priceCents), random).slice(0, CASES_MOST)
  const rounds = Array.from({ length: count }, (_, at) => chosen[at % chosen.length] ?? cheapest)
  const mode = draw(MODES, random)
  return {
    format: draw(FORMATS, random),
    mode,
    crazy: random() < CRAZY_CHANCE && allowsCrazy(mode),
    fast: random() < FAST_CHANCE,
    rounds: rounds.map(({ url }) => url),
    priceCents: cents(sumCents(rounds.map(({ priceCents }) => priceCents))),
  }
}
