// Fills the themes with items whose prices follow the theme's distribution, then solves the odds for its return to player.
import { itemId, variantsOf } from '../../src/game/item.ts'
import type { CaseRecord, SkinRecord } from '../../src/server/catalogue/records.ts'
import { hashFraction } from './hash-random.ts'
import { solveTickets } from './odds.ts'
import { COLOURS } from './themes/colours.ts'
import { EVERYDAY } from './themes/everyday.ts'
import { EXPENSIVE } from './themes/expensive.ts'
import type { Pool, PriceDistribution, Theme } from './themes/theme.ts'

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

/** Returns every case, filled from the skins and the prices of their items. */
export function fillCases(skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): CaseRecord[] {
  return THEMES.map((theme) => fillCase(theme, skins, prices))
}

function fillCase(theme: Theme, skins: readonly SkinRecord[], prices: ReadonlyMap<string, number>): CaseRecord {
  const featured = skins.filter((skin) => theme.featured.includes(skin.id))
  for (const id of theme.featured) {
    if (!featured.some((skin) => skin.id === id))
      throw new Error(`Case "${theme.url}" features the skin "${id}", which does not exist`)
  }
  const fitting = skins.filter((skin) => theme.pools.some((pool) => fits(skin, pool)))
  const chosen = chooseItems(theme, candidatesOf(featured, prices), candidatesOf(fitting, prices))
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
    variantsOf(skin).map((variant) => {
      const id = itemId(skin.id, variant)
      const price = prices.get(id)
      if (price === undefined) throw new Error(`Item "${id}" has no price`)
      return { id, skin, stattrak: variant.stattrak, price }
    }),
  )
}

/** Chooses the items of a case, most expensive first: for each target price the item nearest to it, no skin twice. */
function chooseItems(theme: Theme, featured: readonly Candidate[], fitting: readonly Candidate[]): Candidate[] {
  const targets = priceFactors(theme.distribution, theme.items).map((factor) => factor * theme.priceCents)
  const chosen: Candidate[] = []
  const wanted = [...theme.featured].sort((a, b) => cheapest(featured, b) - cheapest(featured, a))
  for (const id of wanted) {
    const target = targets.shift() ?? theme.priceCents
    const own = featured.filter(({ skin }) => skin.id === id)
    // A featured skin above the highest target price is shown in its cheapest wear.
    chosen.push(nearestInPrice(own, target, theme.url, chosen))
  }
  for (const target of targets) {
    const free = fitting.filter(({ skin }) => !chosen.some((one) => one.skin.id === skin.id))
    if (free.length === 0) throw new Error(`Case "${theme.url}" has only ${chosen.length} fitting skins`)
    chosen.push(nearestInPrice(free, target, theme.url, chosen))
  }
  return chosen.sort((a, b) => b.price - a.price || a.id.localeCompare(b.id))
}

function cheapest(candidates: readonly Candidate[], skinId: string): number {
  return Math.min(...candidates.filter(({ skin }) => skin.id === skinId).map(({ price }) => price))
}

/** Returns the candidate nearest in price. StatTrak and a model that was chosen before add to the distance. */
function nearestInPrice(
  candidates: readonly Candidate[],
  target: number,
  salt: string,
  chosen: readonly Candidate[],
): Candidate {
  const distances = candidates.map((candidate) => {
    const same = chosen.filter(({ skin }) => skin.model === candidate.skin.model).length
    const jitter = 0.1 * hashFraction(`${salt} ${candidate.id}`)
    const distance = Math.abs(Math.log(candidate.price / target))
    return { candidate, distance: distance + 0.06 * same + (candidate.stattrak ? 0.12 : 0) + jitter }
  })
  const best = distances.reduce((a, b) => (b.distance < a.distance ? b : a))
  return best.candidate
}

/** Returns the target prices as factors of the case's own, highest first. */
function priceFactors(distribution: PriceDistribution, count: number): number[] {
  const steps = Array.from({ length: count }, (_, at) => 1 - at / (count - 1))
  if (distribution === 'duel') {
    // Few items below the price and many a little above it bring the chance to win near one half.
    const losing = Math.round(count / 4)
    const winning = count - 2 - losing
    const wins = Array.from({ length: winning }, (_, at) => 1.38 - (0.2 * at) / winning)
    const losses = Array.from({ length: losing }, (_, at) => 0.16 - (0.08 * at) / losing)
    return [6, 3, ...wins, ...losses]
  }
  const { low, high, bend } = DISTRIBUTIONS[distribution]
  return steps.map((step) => low * (high / low) ** (step ** bend))
}

/** The lowest and highest factor, and how strongly items concentrate at the low end. */
const DISTRIBUTIONS = {
  long: { low: 0.09, high: 130, bend: 1.5 },
  steady: { low: 0.24, high: 14, bend: 1.35 },
  jackpot: { low: 0.06, high: 900, bend: 2 },
} as const
