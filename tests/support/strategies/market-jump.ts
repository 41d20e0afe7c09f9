// A market that jumps within a day, and a player who knows it: everything that a shop still offers is played at what it is worth outside.

import type { PaidGame } from '../../../src/game/base/games.ts'
import { type Cents, cents } from '../../../src/game/base/money.ts'
import type { Catalogue, Item } from '../../../src/game/catalogue/catalogue.ts'
import { quoteContract } from '../../../src/game/games/contract.ts'
import { quoteUpgrade, upgradeEntries } from '../../../src/game/games/upgrade.ts'
import { targetPrices } from '../../../src/game/games/upgrade-targets.ts'
import type { Offered } from '../../../src/game/prices/held-items.ts'
import { sortByPrice } from '../../../src/game/prices/price-list.ts'
import { marginRate } from '../../../src/game/rewards/margin.ts'
import { worthOf } from '../../../src/game/rewards/wheel.ts'

/** The price of an item at the market, in cents. */
export type MarketPrice = (item: Item) => number

/**
 * In October 2025 five covert skins could be exchanged for a knife or gloves from one hour to the next: within a day knives and gloves lost
 * half of their price, and covert skins tripled.
 */
export const october2025: MarketPrice = ({ skin: { star, rarity }, priceCents }) => {
  if (star) return Math.max(1, Math.round(priceCents / 2))
  return rarity === 'covert' ? priceCents * 3 : priceCents
}

/** A play that a shop offers: what it costs, what it returns at the market in the mean, and the margin that it makes. */
export interface OfferedPlay {
  readonly name: string
  readonly game: PaidGame
  readonly stake: number
  /** What who withdraws what rose and sells what fell gets in the mean. */
  readonly worth: number
  readonly margin: number
}

interface Line {
  readonly item: Item | null
  readonly priceCents: number
  readonly tickets: number
}

/** What a line is worth to a player who sells at the price of the shop, or withdraws and sells outside, whichever is more. */
const lineWorth = ({ item, priceCents }: Line, market: MarketPrice): number =>
  item === null ? priceCents : Math.max(priceCents, market(item))

function playOf(
  name: string,
  game: PaidGame,
  stakeCents: Cents,
  lines: readonly Line[],
  market: MarketPrice,
  priceRiskPercent: number,
): OfferedPlay {
  const all = lines.reduce((sum, { tickets }) => sum + tickets, 0)
  const worth = lines.reduce((sum, line) => sum + lineWorth(line, market) * line.tickets, 0) / all
  const margin = (marginRate({ stakeCents, lines }, priceRiskPercent) * stakeCents) / 1_000_000
  return { name, game, stake: stakeCents, worth, margin }
}

const entryLine = ({ item, tickets }: { readonly item: Item | null; readonly tickets: number }): Line => ({
  item,
  priceCents: item?.priceCents ?? 0,
  tickets,
})

/** Stakes at which upgrades and contracts are tried, in cents. */
const STAKES = [300, 2_000, 10_000, 50_000].map(cents)

/** Returns every play that a shop offers with these items left to choose. */
export function playsOf(
  { catalogue, rewards }: Pick<Offered, 'catalogue' | 'rewards'>,
  choosable: readonly Item[],
  market: MarketPrice,
): OfferedPlay[] {
  const risk = rewards.gifts.priceRiskPercent
  const list = sortByPrice(choosable)
  const cases = [...catalogue.cases.values()].flatMap(({ enabled, url, priceCents, entries }) =>
    enabled ? [playOf(url, 'case', priceCents, entries.map(entryLine), market, risk)] : [],
  )
  const upgrades = STAKES.flatMap((stake) => {
    const { leastCents, mostCents } = targetPrices(stake)
    return list
      .filter(({ priceCents }) => priceCents >= leastCents && priceCents <= mostCents)
      .flatMap((target) => {
        const quote = quoteUpgrade({ itemsCents: [], balanceCents: stake }, target.priceCents)
        if (!quote.ok) return []
        const lines = upgradeEntries(target, quote.offer.tickets, 'under').map(entryLine)
        return [playOf(`upgrade to ${target.id}`, 'upgrade', stake, lines, market, risk)]
      })
  })
  const contracts = STAKES.flatMap((stake) => {
    const third = cents(Math.floor(stake / 3))
    const quote = quoteContract([third, third, third], list)
    return quote.ok
      ? [
          playOf(
            `contract of ${stake}`,
            'contract',
            quote.table.sumCents,
            quote.table.entries.map(entryLine),
            market,
            risk,
          ),
        ]
      : []
  })
  const sectors = rewards.wheel.sectors.map(({ prize, tickets }) => ({
    item: prize.kind === 'item' ? prize.item : null,
    priceCents: worthOf(prize),
    tickets,
  }))
  const wheel =
    rewards.wheel.paused === true ? [] : [playOf('wheel', 'wheel', rewards.wheel.priceCents, sectors, market, risk)]
  return [...cases, ...upgrades, ...contracts, ...wheel]
}

/** Returns the play that returns most of its stake at the market. */
export function bestPlay(plays: readonly OfferedPlay[]): OfferedPlay {
  const [best] = plays.toSorted((one, other) => other.worth / other.stake - one.worth / one.stake)
  if (best === undefined) throw new Error('The shop offers nothing')
  return best
}

/** Returns what a list of the market says, by the names of the items. */
export function marketList({ items }: Catalogue, market: MarketPrice): Map<string, number> {
  return new Map([...items.values()].map((item) => [item.marketHashName, market(item)]))
}
