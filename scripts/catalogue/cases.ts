// Fills the themes with items whose prices follow the theme's distribution, then solves the odds for its return to player.
import { itemId, variantsOf } from '../../src/game/catalogue/item.ts'
import type { CaseRecord, SkinRecord } from '../../src/server/catalogue/records.ts'
import { hashFraction } from './hash-random.ts'
import { KNOWN_SKINS } from './known-skins.ts'
import { solveTickets } from './odds.ts'
import { COLOURS } from './themes/colours.ts'
import { EVERYDAY } from './themes/everyday.ts'
import { EXPENSIVE } from './themes/expensive.ts'
import type { Pool, Theme } from './themes/theme.ts'

/** The least price of an item as a part of its case's: less is no prize. */
const LEAST_PART = 0.05

interface Candidate {
  readonly id: string
  readonly skin: SkinRecord
  readonly stattrak: boolean
  readonly price: number
}

const THEMES: readonly Theme[] = [...EVERYDAY, ...COLOURS, ...EXPENSIVE]

/** Returns the ids of the featured skins of all cases. */
export function featuredSkins(): ReadonlySet<string> {
  return new Set(THEMES.flatMap(({ featured }) => featured))
}

/** Returns every case, filled from the items that have a price. */
export function fillCases(skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): CaseRecord[] {
  const filled: Candidate[] = []
  return THEMES.map((theme) => {
    const chosen = itemsOf(theme, skins, prices, filled)
    filled.push(...chosen)
    return fillCase(theme, chosen)
  })
}

function itemsOf(
  theme: Theme,
  skins: readonly SkinRecord[],
  prices: ReadonlyMap<string, number>,
  filled: readonly Candidate[],
): Candidate[] {
  const featured = skins.filter((skin) => theme.featured.includes(skin.id))
  for (const id of theme.featured) {
    if (!featured.some((skin) => skin.id === id))
      throw new Error(`Case "${theme.url}" features the skin "${id}", which does not exist`)
  }
  const fitting = skins.filter((skin) => theme.pools.some((pool) => fits(skin, pool)))
  return chooseItems(theme, candidatesOf(featured, prices), candidatesOf(fitting, prices), filled)
}

function fillCase(theme: Theme, chosen: readonly Candidate[]): CaseRecord {
  const tickets = solveTickets(
    chosen.map(({ price }) => price),
    theme.priceCents * theme.returnToPlayer,
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
    variantsOf(skin).flatMap((variant) => {
      const id = itemId(skin.id, variant)
      const price = prices.get(id)
      return price === undefined ? [] : [{ id, skin, stattrak: variant.stattrak, price }]
    }),
  )
}

/**
 * Chooses the items of a case, most expensive first: for each target price the item nearest to it, no skin twice.
 *
 * @param filled the items of the cases before it: a skin that is in many of them is less wanted
 */
function chooseItems(
  theme: Theme,
  featured: readonly Candidate[],
  fitting: readonly Candidate[],
  filled: readonly Candidate[],
): Candidate[] {
  const targets = targetPrices(
    theme,
    [...featured, ...fitting].map(({ price }) => price),
  )
  const worthy = fitting.filter(({ price }) => price >= LEAST_PART * theme.priceCents)
  const chosen: Candidate[] = []
  const wanted = [...theme.featured].sort((a, b) => cheapest(featured, b) - cheapest(featured, a))
  for (const id of wanted) {
    const own = featured.filter(({ skin }) => skin.id === id)
    if (own.length === 0) throw new Error(`Case "${theme.url}" features the skin "${id}", of which no item has a price`)
    // A featured skin above the highest target price is shown in its cheapest wear.
    const [target = theme.priceCents] = targets.splice(nearestTarget(targets, own), 1)
    chosen.push(nearestInPrice(own, target, theme.url, chosen, []))
  }
  for (const target of targets) {
    const free = worthy.filter(({ skin }) => !chosen.some((one) => one.skin.id === skin.id))
    if (free.length === 0) throw new Error(`Case "${theme.url}" has only ${chosen.length} fitting skins`)
    chosen.push(nearestInPrice(free, target, theme.url, chosen, filled))
  }
  return chosen.sort((a, b) => b.price - a.price || a.id.localeCompare(b.id))
}

function cheapest(candidates: readonly Candidate[], skinId: string): number {
  return Math.min(...candidates.filter(({ skin }) => skin.id === skinId).map(({ price }) => price))
}

/** Returns the place of the target price that is nearest to the price of one of the candidates. */
function nearestTarget(targets: readonly number[], candidates: readonly Candidate[]): number {
  const distances = targets.map((target) =>
    Math.min(...candidates.map(({ price }) => Math.abs(Math.log(price / target)))),
  )
  return distances.indexOf(Math.min(...distances))
}

/**
 * Returns the candidate nearest in price. StatTrak, a model that was chosen before and a skin of other cases add to the distance, a skin that
 * players know takes from it.
 */
function nearestInPrice(
  candidates: readonly Candidate[],
  target: number,
  salt: string,
  chosen: readonly Candidate[],
  filled: readonly Candidate[],
): Candidate {
  const distances = candidates.map((candidate) => {
    const same = chosen.filter(({ skin }) => skin.model === candidate.skin.model).length
    const jitter = 0.1 * hashFraction(`${salt} ${candidate.id}`)
    const distance = Math.abs(Math.log(candidate.price / target))
    const uses = filled.filter(({ skin }) => skin.id === candidate.skin.id).length
    const fame = KNOWN_SKINS.has(candidate.skin.id) ? 0.3 : 0
    const stattrak = candidate.stattrak ? 0.12 : 0
    return { candidate, distance: distance + 0.06 * same + 0.08 * uses + stattrak + jitter - fame }
  })
  const best = distances.reduce((a, b) => (b.distance < a.distance ? b : a))
  return best.candidate
}

/** Returns the target prices, highest first. Those of a long ladder reach as far as the items that fit. */
function targetPrices({ distribution, items, priceCents }: Theme, prices: readonly number[]): number[] {
  if (distribution === 'duel') return duelFactors(items).map((factor) => factor * priceCents)
  const { low, high, bend } = DISTRIBUTIONS[distribution]
  const least = Math.max(low * priceCents, Math.min(...prices))
  const most = Math.min(high * priceCents, Math.max(...prices))
  return Array.from({ length: items }, (_, at) => least * (most / least) ** ((1 - at / (items - 1)) ** bend))
}

/** Returns factors of the case's price: few items below it and many a little above bring the chance to win near one half. */
function duelFactors(count: number): number[] {
  const losing = Math.round(count / 4)
  const winning = count - 2 - losing
  const wins = Array.from({ length: winning }, (_, at) => 1.38 - (0.2 * at) / winning)
  const losses = Array.from({ length: losing }, (_, at) => 0.16 - (0.08 * at) / losing)
  return [6, 3, ...wins, ...losses]
}

/** The lowest and highest price as a factor of the case's, and how strongly items concentrate at the low end. */
const DISTRIBUTIONS = {
  long: { low: 0.09, high: 130, bend: 1.5 },
  steady: { low: 0.24, high: 14, bend: 1.35 },
  jackpot: { low: 0.06, high: 900, bend: 2 },
} as const
