// One item: what its price rests on, what it was in earlier editions, and where it can be won.
import { sql } from 'drizzle-orm'
import { CASE_TICKETS } from '../../../../game/base/economy.ts'
import { returnToPlayer, ticketSum } from '../../../../game/cases/case.ts'
import { priceClassOf } from '../../../../game/prices/price-rules.ts'
import { wheelReturn } from '../../../../game/rewards/wheel.ts'
import type { PriceItemReply } from '../../../../protocol/office/prices.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { freeCaseReturn } from './effects.ts'
import { itemsOf } from './list.ts'
import { offeredBy, type ReadShop } from './reading.ts'

/** How many of the newest editions are looked through: a quarter of a year of daily lists. */
const EDITIONS_MOST = 100

type History = PriceItemReply['history']

/** Returns the prices of an item in the newest editions, oldest first; a run of the same price by its first edition. */
async function historyOf(queries: Queries, id: string): Promise<History> {
  // Each text is read once, and never leaves the database: it has all prices.
  const pattern = `"${id.replaceAll('.', '\\.')}"\\s*:\\s*(\\d+)`
  const rows = await queryRows<{ edition: number; at: number | string; price: number | null }>(
    queries,
    sql`
    with newest as (
      select id, at, files->>'prices.json' as digest from shop_editions order by id desc limit ${EDITIONS_MOST}
    ), priced as (
      select digest, substring(text from ${pattern})::int as price from shop_files
      where digest in (select digest from newest)
    )
    select newest.id as edition, extract(epoch from newest.at) * 1000 as at, priced.price
    from newest left join priced on priced.digest = newest.digest order by newest.id`,
  )
  const prices = rows.map(({ edition, at, price }) => ({ edition, at: Math.round(Number(at)), price }))
  return prices.filter(({ price }, place) => place === 0 || prices[place - 1]?.price !== price)
}

type Place = PriceItemReply['places'][number]

/** Returns the chance of an item among entries; 0 where it is not among them. */
const chanceAmong = (
  id: string,
  entries: readonly { readonly item: { readonly id: string }; readonly tickets: number }[],
): number =>
  entries.reduce((sum, { item, tickets }) => sum + (item.id === id ? tickets : 0), 0) / Math.max(1, ticketSum(entries))

/** Returns where an item is, with what is sold now: a held one is taken out of it, and has no chance. */
function placesOf({ reading }: ReadShop, id: string): Place[] {
  const offered = offeredBy(reading)
  const has = ({ entries }: { readonly entries: readonly { readonly item: { readonly id: string } }[] }): boolean =>
    entries.some(({ item }) => item.id === id)
  const cases = [...reading.catalogue.cases.values()].filter(has).map(({ url }): Place[] => {
    const box = offered.catalogue.cases.get(url)
    if (box === undefined) return []
    const { name, priceCents: price, entries, enabled: isOn } = box
    const returns = returnToPlayer(box)
    return [{ kind: 'case', id: url, name, price, returns, isOn, chance: chanceAmong(id, entries) }]
  })
  const { wheel, freeCases } = offered.rewards
  const isOnWheel = reading.rewards.wheel.sectors.some(({ prize }) => prize.kind === 'item' && prize.item.id === id)
  const sectors = wheel.sectors.filter(({ prize }) => prize.kind === 'item' && prize.item.id === id)
  const chance = ticketSum(sectors) / CASE_TICKETS
  const turning: Place = {
    ...{ kind: 'wheel', id: 'wheel', name: null, price: wheel.priceCents, returns: wheelReturn(wheel) },
    ...{ isOn: wheel.paused !== true, chance },
  }
  const given = reading.rewards.freeCases.filter(has).map(({ tier }): Place[] => {
    const box = freeCases.find((one) => one.tier === tier)
    if (box === undefined) return []
    const { name, depositedCents: price, entries, paused } = box
    const returns = freeCaseReturn(box)
    return [
      { kind: 'freeCase', id: tier, name, price, returns, isOn: paused !== true, chance: chanceAmong(id, entries) },
    ]
  })
  return [...cases.flat(), ...(isOnWheel ? [turning] : []), ...given.flat()]
}

/** Returns an item. Throws ProtocolError 'unknown'. */
export async function readPriceItem(queries: Queries, shop: ReadShop, id: string): Promise<PriceItemReply> {
  const { reading } = shop
  const item = itemsOf(reading).rows.get(id)
  if (item === undefined) throw new ProtocolError(404, 'unknown', 'There is no such item')
  const { priceState, priceRules } = reading
  const move = priceState.moves.get(id)
  return {
    item,
    source: priceState.source,
    isShipped: priceState.isShipped && move === undefined,
    move: move === undefined ? null : { from: move.fromCents, at: move.atMs },
    movePercent: item.price === null ? null : priceClassOf(priceRules, item.price).movePercent,
    history: await historyOf(queries, id),
    places: placesOf(shop, id),
  }
}
