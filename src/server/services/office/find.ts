// Finds a player by name, number or Steam ID, and whatever has an id by it: each is one look into an index.
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { PAYMENT_PROVIDERS } from '../../../game/payments/payment-providers.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Found } from '../../../protocol/office/find.ts'
import { isId } from '../../base/ids.ts'
import type { Queries } from '../../db/database.ts'
import { catalogueItems, FIRST_PLAYER_ID, items, players, rolls, transfers } from '../../db/schema.ts'
import { battles } from '../../db/schema-battles.ts'
import { letters } from '../../db/schema-letters.ts'
import { orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import { playerNames } from '../account/lookup.ts'

/** The most players of a name that are listed. */
const NAMES_MOST = 20

/** The greatest number of a player: an integer of the database. */
const NUMBER_MOST = 2_147_483_647

/** Follows every other letter in the order of the index. */
const LAST_LETTER = '\u{10FFFF}'

/** What `players_by_name` has in order. */
const LOWER_NAME = sql`lower(${players.username})`

const STEAM_ID = /^\d{17}$/
const NUMBER = /^\d{1,10}$/

/** Something found, and the number of its player before the name is read. */
interface Match extends Pick<Found, 'kind' | 'id' | 'remark' | 'item'> {
  readonly playerId: number | null
}

async function byId(queries: Queries, id: string): Promise<Match[]> {
  const [order, withdrawal, item, transfer, roll, battle, letter] = await Promise.all([
    queries.select({ playerId: orders.playerId, remark: orders.state }).from(orders).where(eq(orders.id, id)),
    queries
      .select({ playerId: withdrawals.playerId, remark: withdrawals.state })
      .from(withdrawals)
      .where(eq(withdrawals.id, id)),
    queries
      .select({ playerId: items.playerId, remark: items.itemId, view: catalogueItems.view })
      .from(items)
      .leftJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
      .where(eq(items.id, id)),
    queries
      .select({ debitId: transfers.debitId, creditId: transfers.creditId, remark: transfers.kind })
      .from(transfers)
      .where(eq(transfers.id, id)),
    queries.select({ playerId: rolls.playerId, remark: rolls.game }).from(rolls).where(eq(rolls.id, id)),
    queries.select({ playerId: battles.creatorId, remark: battles.state }).from(battles).where(eq(battles.id, id)),
    queries.select({ playerId: letters.playerId, remark: letters.state }).from(letters).where(eq(letters.id, id)),
  ])
  const found =
    (kind: Found['kind']) =>
    (row: Pick<Match, 'playerId' | 'remark' | 'item'>): Match => ({ kind, id, ...row })
  const ofPlayer = ({ debitId, creditId, remark }: (typeof transfer)[number]) => ({
    playerId: [debitId, creditId].find((account) => account >= FIRST_PLAYER_ID) ?? null,
    remark,
  })
  return [
    ...order.map(found('order')),
    ...withdrawal.map(found('withdrawal')),
    ...item.map(({ view, ...row }) => found('item')(view === null ? row : { ...row, item: view as ItemView })),
    ...transfer.map(ofPlayer).map(found('transfer')),
    ...roll.map(found('roll')),
    ...battle.map(found('battle')),
    ...letter.map(found('letter')),
  ]
}

/** All providers that withdrawals may have: the index of what they call them begins with the provider. */
const TRADE_PROVIDERS = ['steam', 'sandbox'] as const

/** Finds orders and withdrawals by what their provider calls them. */
async function byReference(queries: Queries, reference: string): Promise<Match[]> {
  const [paid, sent] = await Promise.all([
    queries
      .select({ id: orders.id, playerId: orders.playerId, remark: orders.state })
      .from(orders)
      .where(and(inArray(orders.provider, [...PAYMENT_PROVIDERS]), eq(orders.reference, reference))),
    queries
      .select({ id: withdrawals.id, playerId: withdrawals.playerId, remark: withdrawals.state })
      .from(withdrawals)
      .where(and(inArray(withdrawals.provider, [...TRADE_PROVIDERS]), eq(withdrawals.reference, reference))),
  ])
  return [
    ...paid.map((row): Match => ({ kind: 'order', ...row })),
    ...sent.map((row): Match => ({ kind: 'withdrawal', ...row })),
  ]
}

async function byNumber(queries: Queries, text: string): Promise<Match[]> {
  const named = [
    STEAM_ID.test(text) ? eq(players.steamid, text) : undefined,
    NUMBER.test(text) && Number(text) <= NUMBER_MOST ? eq(players.id, Number(text)) : undefined,
  ].filter((condition) => condition !== undefined)
  if (named.length === 0) return []
  return playersWhere(queries, or(...named))
}

/** Finds players whose name begins with a text, in any case; those whose name it is come first. */
function byName(queries: Queries, text: string): Promise<Match[]> {
  const start = text.toLowerCase()
  // Not `like`: a plan that does not know the text could not bound it in the index.
  return playersWhere(queries, sql`${LOWER_NAME} ~>=~ ${start} and ${LOWER_NAME} ~<~ ${start + LAST_LETTER}`)
}

async function playersWhere(queries: Queries, condition: SQL | undefined): Promise<Match[]> {
  const rows = await queries
    .select({ id: players.id, steamid: players.steamid })
    .from(players)
    .where(condition)
    // The order of the index: a letter is the beginning of many names.
    .orderBy(sql`${LOWER_NAME} using ~<~`, players.id)
    .limit(NAMES_MOST)
  return rows.map(({ id, steamid }) => ({ kind: 'player', id: String(id), remark: steamid, playerId: id }))
}

/**
 * Finds whatever a text may mean: a player's number, Steam ID or the beginning of a name; the id of an order, withdrawal, item, transfer, roll,
 * battle or letter; what a provider calls a payment or an offer.
 *
 * @returns at most 20 players and what else has that id
 */
export async function find(queries: Queries, text: string): Promise<Found[]> {
  const matches = isId(text)
    ? await byId(queries, text)
    : (await Promise.all([byNumber(queries, text), byReference(queries, text), byName(queries, text)])).flat()
  const ids = matches.flatMap(({ playerId }) => playerId ?? [])
  const names = await playerNames(queries, [...new Set(ids)])
  const unique = new Map(matches.map((match) => [`${match.kind}:${match.id}`, match]))
  return [...unique.values()].map(({ playerId, ...found }) => ({
    ...found,
    player: playerId === null ? null : { id: playerId, username: names.get(playerId) ?? '' },
  }))
}
