// Fills the themes with items: prices on a ladder around the case's own, then odds that give the return asked for.
import { itemId, variantsOf } from '../../src/game/item.ts'
import type { Localized } from '../../src/game/language.ts'
import { solveTickets } from './odds.ts'
import type { SkinRecord } from './skins.ts'
import { spread } from './spread.ts'
import { EVERYDAY } from './themes/everyday.ts'
import { HEIGHTS } from './themes/heights.ts'
import { SKIES } from './themes/skies.ts'
import type { CaseArt, Ladder, Pool, Theme } from './themes/theme.ts'

/** A record of data/cases.json. */
export interface CaseRecord {
  readonly url: string
  readonly name: Localized
  readonly image: string
  readonly category: string
  readonly price: number
  readonly enabled: boolean
  readonly art: CaseArt
  /** Dearest first: ticket 1 wins the best. */
  readonly entries: readonly { readonly item: string; readonly tickets: number }[]
}

interface Candidate {
  readonly id: string
  readonly skin: SkinRecord
  readonly stattrak: boolean
  readonly price: number
}

const THEMES: readonly Theme[] = [...EVERYDAY, ...SKIES, ...HEIGHTS]

/** The ids of the skins that cases are known for: the catalogue cannot be without them. */
export function topSkins(): ReadonlySet<string> {
  return new Set(THEMES.flatMap(({ tops }) => tops))
}

/** Every case, filled from the skins and the prices of their items. */
export function fillCases(skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): CaseRecord[] {
  return THEMES.map((theme) => fillCase(theme, skins, prices))
}

function fillCase(theme: Theme, skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): CaseRecord {
  const tops = skins.filter((skin) => theme.tops.includes(skin.id))
  for (const id of theme.tops) {
    if (!tops.some((skin) => skin.id === id))
      throw new Error(`Case "${theme.url}" wants the skin "${id}", which is not there`)
  }
  const fitting = skins.filter((skin) => theme.pools.some((pool) => fits(skin, pool)))
  const chosen = climb(theme, candidatesOf(tops, prices), candidatesOf(fitting, prices))
  const tickets = solveTickets(
    chosen.map(({ price }) => price),
    theme.priceCents * theme.give,
  )
  return {
    url: theme.url,
    name: theme.name,
    image: `${theme.url}.svg`,
    category: theme.category,
    price: theme.priceCents,
    enabled: true,
    art: theme.art,
    entries: chosen.map(({ id }, at) => ({ item: id, tickets: tickets[at] ?? 0 })),
  }
}

function fits(skin: SkinRecord, { classes, models, rarities, like }: Pool): boolean {
  return (
    (classes?.includes(skin.class) ?? true) &&
    (models?.includes(skin.model) ?? true) &&
    (rarities?.includes(skin.rarity) ?? true) &&
    (like?.test(skin.name.en) ?? true)
  )
}

function candidatesOf(skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): Candidate[] {
  return skins.flatMap((skin) =>
    variantsOf(skin).map((variant) => {
      const id = itemId(skin.id, variant)
      const price = prices.get(id)
      if (price === undefined) throw new Error(`Item "${id}" has no price`)
      return { id, skin, stattrak: variant.stattrak, price }
    }),
  )
}

/** The items of a case, dearest first: on each rung of the ladder the nearest in price, no skin twice. */
function climb(theme: Theme, tops: readonly Candidate[], fitting: readonly Candidate[]): Candidate[] {
  const rungs = rungsOf(theme.ladder, theme.items).map((factor) => factor * theme.priceCents)
  const chosen: Candidate[] = []
  const wanted = [...theme.tops].sort((a, b) => cheapest(tops, b) - cheapest(tops, a))
  for (const id of wanted) {
    const rung = rungs.shift() ?? theme.priceCents
    const own = tops.filter(({ skin }) => skin.id === id)
    // What a case is known for may be dearer than its ladder reaches, and is then shown in its cheapest wear.
    chosen.push(nearest(own, rung, theme.url, chosen))
  }
  for (const rung of rungs) {
    const free = fitting.filter(({ skin }) => !chosen.some((one) => one.skin.id === skin.id))
    if (free.length === 0) throw new Error(`Case "${theme.url}" has only ${chosen.length} skins to hold`)
    chosen.push(nearest(free, rung, theme.url, chosen))
  }
  return chosen.sort((a, b) => b.price - a.price || a.id.localeCompare(b.id))
}

function cheapest(candidates: readonly Candidate[], skinId: string): number {
  return Math.min(...candidates.filter(({ skin }) => skin.id === skinId).map(({ price }) => price))
}

/** The candidate nearest in price; StatTrak and a model that is there already count as a little farther. */
function nearest(
  candidates: readonly Candidate[],
  rung: number,
  salt: string,
  chosen: readonly Candidate[],
): Candidate {
  const distances = candidates.map((candidate) => {
    const same = chosen.filter(({ skin }) => skin.model === candidate.skin.model).length
    const taste = 0.1 * spread(`${salt} ${candidate.id}`)
    const distance = Math.abs(Math.log(candidate.price / rung))
    return { candidate, distance: distance + 0.06 * same + (candidate.stattrak ? 0.12 : 0) + taste }
  })
  const best = distances.reduce((a, b) => (b.distance < a.distance ? b : a))
  return best.candidate
}

/** The prices of a case's items against its own, dearest first. */
function rungsOf(ladder: Ladder, count: number): number[] {
  const steps = Array.from({ length: count }, (_, at) => 1 - at / (count - 1))
  if (ladder === 'duel') {
    // Few ways to lose, many to win, each a little over the price: that is what brings the chance to win near one half.
    const losing = Math.round(count / 4)
    const winning = count - 2 - losing
    const wins = Array.from({ length: winning }, (_, at) => 1.38 - (0.2 * at) / winning)
    const losses = Array.from({ length: losing }, (_, at) => 0.16 - (0.08 * at) / losing)
    return [6, 3, ...wins, ...losses]
  }
  const { low, high, bend } = LADDERS[ladder]
  return steps.map((step) => low * (high / low) ** (step ** bend))
}

/** Lowest and highest price against the case's own, and how strongly the items gather at the low end. */
const LADDERS = {
  long: { low: 0.09, high: 130, bend: 1.5 },
  steady: { low: 0.24, high: 14, bend: 1.35 },
  jackpot: { low: 0.06, high: 900, bend: 2 },
} as const
