// Sandbox prices, estimated from rarity, demand, wear and StatTrak. An operator's import replaces them.
import type { Wear } from '../../src/game/catalogue.ts'
import { itemId, variantsOf } from '../../src/game/item.ts'
import type { Rarity } from '../../src/game/rarity.ts'
import { hashFraction, hashNormal } from './hash-random.ts'
import { FINISHES, GLOVE_WORTH, PLAIN_KNIFE_WORTH } from './knife-finishes.ts'
import { KNOWN_PRICES } from './known-prices.ts'
import type { SourceSkin } from './skins.ts'
import { WEAPONS } from './weapons.ts'

/** The lowest price on the market. */
const LEAST_CENTS = 3

/** The price in cents of an average field-tested weapon of each rarity. */
const RARITY_CENTS: Readonly<Record<Rarity, number>> = {
  consumer: 7,
  industrial: 22,
  'mil-spec': 95,
  restricted: 380,
  classified: 1600,
  covert: 6200,
  contraband: 340_000,
}

/** The price of each wear compared with field-tested; factory new gloves are very rare. */
const WEAR_WORTH: Readonly<Record<'weapon' | 'knife' | 'gloves', Readonly<Record<Wear, number>>>> = {
  weapon: { FN: 2.3, MW: 1.32, FT: 1, WW: 0.88, BS: 0.78 },
  knife: { FN: 1.5, MW: 1.16, FT: 1, WW: 0.91, BS: 0.84 },
  gloves: { FN: 6.5, MW: 2.2, FT: 1, WW: 0.78, BS: 0.64 },
}

/** Returns the price in whole US cents of every item of every skin, by item id. */
export function priceItems(skins: readonly SourceSkin[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const skin of skins) {
    for (const variant of variantsOf(skin)) {
      const id = itemId(skin.id, variant)
      const noise = 0.96 + 0.08 * hashFraction(id)
      const price = skinPrice(skin) * wearWorth(skin, variant.wear) * (variant.stattrak ? stattrakWorth(skin) : 1)
      prices.set(id, roundPrice(price * noise))
    }
  }
  return prices
}

/** Returns the price of a field-tested skin in cents, unrounded. */
function skinPrice(skin: SourceSkin): number {
  const known = KNOWN_PRICES.get(skin.id)
  if (known !== undefined) return known.priceCents / nearestToFieldTested(skin)
  const demand = WEAPONS.get(skin.model)?.demand ?? 1
  const finish = skin.name.en.split(' | ')[1]
  if (skin.class === 'knife') {
    return demand * (finish === undefined ? PLAIN_KNIFE_WORTH : (FINISHES.get(finish)?.worth ?? 1))
  }
  if (skin.class === 'gloves') return demand * (GLOVE_WORTH.get(skin.id) ?? Math.exp(0.3 * hashNormal(skin.id)) * 0.8)
  const common = skin.fromCase ? 1 : 1.5
  return RARITY_CENTS[skin.rarity] * demand * common * Math.exp(0.55 * hashNormal(skin.id))
}

/** Returns the factor of the wear that a known price belongs to: the one nearest to field-tested that the skin has. */
function nearestToFieldTested(skin: SourceSkin): number {
  const nearest = (['FT', 'MW', 'FN', 'WW', 'BS'] as const).find((wear) => skin.wears.includes(wear))
  return wearWorth(skin, nearest ?? null)
}

function wearWorth(skin: SourceSkin, wear: Wear | null): number {
  if (wear === null) return 1
  const kind = skin.class === 'knife' || skin.class === 'gloves' ? skin.class : 'weapon'
  const worth = WEAR_WORTH[kind][wear]
  // A range that begins just below 0.07 makes factory new very rare; for a skin that is always new it is not rare at all.
  if (wear === 'FN' && skin.wearMin >= 0.05) return worth * 2.4
  return skin.wears.includes('FT') ? worth : Math.sqrt(worth)
}

function stattrakWorth(skin: SourceSkin): number {
  const chance = hashFraction(`stattrak ${skin.id}`)
  return skin.class === 'knife' ? 1.05 + 0.2 * chance : 1.5 + 1.2 * chance
}

/** Rounds to whole cents; above $100 to one cent below a half dollar, above $1,000 to one below $5. */
function roundPrice(price: number): number {
  if (price >= 100_000) return Math.round(price / 500) * 500 - 1
  if (price >= 10_000) return Math.round(price / 50) * 50 - 1
  return Math.max(LEAST_CENTS, Math.round(price))
}
