// One code or one batch: its terms, who used it, and what those players brought.
import { and, desc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { PAID_GAMES } from '../../../../game/base/games.ts'
import { marginCents } from '../../../../game/office/figures.ts'
import type {
  Brought,
  PromoBatchReply,
  PromoCodeReply,
  PromoUse,
  PromoUsesReply,
} from '../../../../protocol/office/promo.ts'
import { csvLine, csvText } from '../../../base/csv.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { items, players } from '../../../db/schema.ts'
import { orders } from '../../../db/schema-payments.ts'
import { promoBatches, promoCodes, promoOpenings } from '../../../db/schema-promo.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { IS_USED } from '../../payments/promo.ts'
import { batchCodes } from '../../payments/promo-codes.ts'
import { batchOf, codeOf, usesOf as countedUses } from './lists.ts'
import { caseNames } from './promo-cases.ts'

type CodeRow = typeof promoCodes.$inferSelect
type BatchRow = typeof promoBatches.$inferSelect

/** The most players whose margin is counted for one page: each is a look into the index of their rolls. */
const PLAYERS_MOST = 5_000

/** Returns a code. Throws ProtocolError 'unknown'. */
export async function codeRow(queries: Queries, code: string): Promise<CodeRow> {
  const [row] = await queries.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such code')
  return row
}

/** Returns a batch. Throws ProtocolError 'unknown'. */
export async function batchRow(queries: Queries, id: number): Promise<BatchRow> {
  const [row] = await queries.select().from(promoBatches).where(eq(promoBatches.id, id))
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such batch')
  return row
}

const ofCode = ({ id }: CodeRow): SQL => sql`promo_id = ${id}`
const ofBatch = ({ id }: BatchRow): SQL => sql`promo_id in (select id from promo_codes where batch_id = ${id})`

/**
 * Returns the margin of players, in cents: of their rolls and settled battles of paid games since each one's first order, as the figures of
 * days add it up.
 */
async function marginSince(queries: Queries, used: SQL): Promise<number> {
  const games = sql.join(
    PAID_GAMES.map((game) => sql`${game}`),
    sql`, `,
  )
  const [row] = await queryRows<{ margin: string }>(
    queries,
    sql`select coalesce(sum(made.margin), 0) as margin from (
        select distinct on (player_id) player_id, id from (${used}) used order by player_id, id
      ) first cross join lateral (
        select margin from rolls where rolls.player_id = first.player_id and rolls.game in (${games}) and rolls.id >= first.id
        union all select margin from battle_stakes
          where battle_stakes.player_id = first.player_id and battle_stakes.id >= first.id
      ) made`,
  )
  return marginCents(Number(row?.margin ?? 0))
}

/** Selects the uses of codes: paid orders, or opened cases, of which the players’ deposits since the first one count. */
function usesSql({ caseUrl }: Pick<CodeRow, 'caseUrl'>, condition: SQL): SQL {
  if (caseUrl !== null) {
    return sql`select opened.roll_id as id, opened.player_id, case when row_number() over (partition by opened.player_id order by opened.roll_id) > 1 then 0
        else (select coalesce(sum(amount - returned), 0) from orders where orders.player_id = opened.player_id
          and orders.paid_at is not null and orders.id > opened.roll_id) end as amount, items.price as bonus
      from promo_openings opened join items on items.id = opened.roll_id join players on players.id = opened.player_id and not players.house
      where opened.${condition}`
  }
  return sql`select orders.id, orders.player_id, orders.amount - orders.returned as amount,
      orders.bonus - orders.bonus_returned as bonus from orders
      join players on players.id = orders.player_id and not players.house where orders.${condition} and ${IS_USED}`
}

async function broughtBy(queries: Queries, row: Pick<CodeRow, 'caseUrl'>, condition: SQL): Promise<Brought> {
  const used = usesSql(row, condition)
  const [sums] = await queryRows<Record<'uses' | 'players' | 'deposited' | 'bonus', string>>(
    queries,
    sql`select count(*) as uses, count(distinct player_id) as players, coalesce(sum(amount), 0) as deposited,
      coalesce(sum(bonus), 0) as bonus from (${used}) used`,
  )
  const count = Number(sums?.players ?? 0)
  return {
    uses: Number(sums?.uses ?? 0),
    players: count,
    deposited: Number(sums?.deposited ?? 0),
    bonus: Number(sums?.bonus ?? 0),
    margin: count > PLAYERS_MOST ? null : await marginSince(queries, used),
  }
}

/** Returns one code and what it brought. Throws ProtocolError 'unknown'. */
export async function readCode(queries: Queries, code: string, at: Date): Promise<PromoCodeReply> {
  const row = await codeRow(queries, code)
  const used = (await countedUses(queries, [row.id])).get(row.id) ?? 0
  const names = await caseNames(queries, [row])
  return { ...codeOf(row, used, at, names), brought: await broughtBy(queries, row, ofCode(row)) }
}

/** Returns one batch and what it brought. Throws ProtocolError 'unknown'. */
export async function readBatch(queries: Queries, id: number, at: Date): Promise<PromoBatchReply> {
  const row = await batchRow(queries, id)
  return { ...batchOf(row, at, await caseNames(queries, [row])), brought: await broughtBy(queries, row, ofBatch(row)) }
}

/** Returns a page of the cases that codes opened, the newest first. */
async function openingsOf(queries: Queries, condition: SQL, cursor: string | undefined): Promise<PromoUsesReply> {
  const rows = await queries
    .select({
      opened: promoOpenings,
      price: items.price,
      code: promoCodes.code,
      username: players.username,
      isBot: players.house,
    })
    .from(promoOpenings)
    .innerJoin(items, eq(items.id, promoOpenings.rollId))
    .innerJoin(promoCodes, eq(promoCodes.id, promoOpenings.promoId))
    .innerJoin(players, eq(players.id, promoOpenings.playerId))
    .where(and(sql`promo_openings.${condition}`, cursor === undefined ? undefined : lt(promoOpenings.rollId, cursor)))
    .orderBy(desc(promoOpenings.rollId))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ opened: { rollId } }) => rollId)
  const uses = page.rows.map(({ opened: { rollId, at, playerId }, price, code, username, isBot }): PromoUse => {
    const player = { id: playerId, username, isBot }
    return { id: rollId, at: at.getTime(), code, player, order: null, won: price }
  })
  return { uses, cursor: page.cursor }
}

async function usesOf(
  queries: Queries,
  { caseUrl }: Pick<CodeRow, 'caseUrl'>,
  condition: SQL,
  cursor: string | undefined,
): Promise<PromoUsesReply> {
  if (caseUrl !== null) return openingsOf(queries, condition, cursor)
  const rows = await queries
    .select({ order: orders, code: promoCodes.code, username: players.username, isBot: players.house })
    .from(orders)
    .innerJoin(promoCodes, eq(promoCodes.id, orders.promoId))
    .innerJoin(players, eq(players.id, orders.playerId))
    .where(
      and(sql`orders.${condition}`, isNotNull(orders.paidAt), cursor === undefined ? undefined : lt(orders.id, cursor)),
    )
    .orderBy(desc(orders.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ order: { id } }) => id)
  const uses = page.rows.map(({ order, code, username, isBot }): PromoUse => {
    const { id, paidAt, createdAt, playerId, state, amount, bonus } = order
    const at = (paidAt ?? createdAt).getTime()
    return { id, at, code, player: { id: playerId, username, isBot }, order: { state, amount, bonus }, won: 0 }
  })
  return { uses, cursor: page.cursor }
}

/** Returns a page of the paid orders with a code, the newest first. Throws ProtocolError 'unknown'. */
export async function readCodeUses(
  queries: Queries,
  code: string,
  cursor: string | undefined,
): Promise<PromoUsesReply> {
  const row = await codeRow(queries, code)
  return usesOf(queries, row, ofCode(row), cursor)
}

/** Returns a page of the paid orders with codes of a batch, the newest first. Throws ProtocolError 'unknown'. */
export async function readBatchUses(queries: Queries, id: number, cursor: string | undefined): Promise<PromoUsesReply> {
  const row = await batchRow(queries, id)
  return usesOf(queries, row, ofBatch(row), cursor)
}

/** Returns the codes of a batch as CSV: each with whether it was used. Throws ProtocolError 'unknown'. */
export async function batchFile(queries: Queries, id: number): Promise<string> {
  await batchRow(queries, id)
  const codes = await batchCodes(queries, id)
  const ids = queries.select({ id: promoCodes.id }).from(promoCodes).where(eq(promoCodes.batchId, id))
  const opened = await queries
    .select({ id: promoOpenings.promoId })
    .from(promoOpenings)
    .where(inArray(promoOpenings.promoId, ids))
  const used = await queries
    .select({ id: orders.promoId })
    .from(orders)
    .where(and(inArray(orders.promoId, ids), IS_USED))
  const usedIds = new Set([...used, ...opened].map((row) => row.id))
  const lines = codes.map((row) => csvLine([csvText(row.code), usedIds.has(row.id) ? 'used' : 'free']))
  return csvLine(['code', 'state']) + lines.join('')
}
