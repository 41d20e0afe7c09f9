// Statistics of a player's referrals: sums, by day, and by player. Every figure is read from the orders and the shares.
import { and, countDistinct, eq, gt, isNotNull } from 'drizzle-orm'
import { addDays, type Day, dayAt, startOfDay } from '../../../game/base/site-time.ts'
import { EARNING_DAYS } from '../../../game/rewards/referral.ts'
import type { OwnReferral, ReferredPlayer, ReferredReply } from '../../../protocol/referral.ts'
import type { Database, Statement } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { orders } from '../../db/schema-payments.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'

export interface OwnCode {
  readonly code: string
  readonly chosen: boolean
}

/** Returns the days that are shown, the oldest first. */
function daysUntil(nowMs: number, timeZone: string): Day[] {
  const today = dayAt(nowMs, timeZone)
  return Array.from({ length: EARNING_DAYS }, (_, place) => addDays(today, place + 1 - EARNING_DAYS))
}

/**
 * Selects the shares of the margin of the referred players, and their orders: what they deposited, and the commission of orders from
 * before margin paid referrers, both less what refunds and disputes reversed.
 */
const SHARES = `
  select orders.player_id, orders.paid_at as at, orders.commission - orders.commission_returned as earned,
    orders.amount - orders.returned as deposited
  from orders where orders.referrer_id = $1
  union all select referral_shares.player_id, referral_shares.at, referral_shares.amount, 0
  from referral_shares where referral_shares.referrer_id = $1`

/** $1 player, $2 starts of the days. A row for each day on which something was paid; 0 is all the time before. */
const SUMS: Statement = {
  name: 'referral-sums',
  text: `
select width_bucket(at, $2::timestamptz[]) as place, sum(earned) as earned, sum(deposited) as deposited
from (${SHARES}) shares group by 1`,
}

/** $1 player, $2 and $3 when the last player of the page before was referred, and their id, $4 how many. */
const PAGE_STATEMENT: Statement = {
  name: 'referred-players',
  text: `
select brought.id, brought.username, brought.at, coalesce(sum(shares.earned), 0) as earned,
  coalesce(sum(shares.deposited), 0) as deposited
from (
  select id, case when hidden then null else username end as username,
    extract(epoch from coalesce(referred_at, created_at)) * 1000 as at, referred_at
  from players where referrer_id = $1 and (referred_at, id) < (to_timestamp($2::float8 / 1000), $3::bigint)
  order by referred_at desc, id desc limit $4
) brought left join lateral (select * from (${SHARES}) earned where earned.player_id = brought.id) shares on true
group by brought.id, brought.username, brought.at, brought.referred_at
order by brought.referred_at desc, brought.id desc`,
}

interface SumRow {
  place: number
  earned: string | number
  deposited: string | number
}

interface PlayerRow {
  id: number
  username: string | null
  at: string | number
  earned: string | number
  deposited: string | number
}

/** Returns a player's statistics, without the codes. */
export async function ownReferral(
  db: Database,
  playerId: number,
  { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
): Promise<Omit<OwnReferral, 'code' | 'chosen' | 'link' | 'visits' | 'offered' | 'agreed'>> {
  const days = daysUntil(nowMs, timeZone)
  const beginnings = days.map((day) => new Date(startOfDay(day, timeZone)).toISOString())
  const rows = await db.run<SumRow>(SUMS, [playerId, beginnings])
  const total = (name: 'earned' | 'deposited'): number => rows.reduce((sum, row) => sum + Number(row[name]), 0)
  const earnedAt = new Map(rows.map(({ place, earned }) => [place, Number(earned)]))
  const paid = and(eq(orders.referrerId, playerId), gt(orders.amount, orders.returned))
  const [depositors] = await db.queries
    .select({ count: countDistinct(orders.playerId) })
    .from(orders)
    .where(paid)
  return {
    players: await db.queries.$count(players, eq(players.referrerId, playerId)),
    depositors: depositors?.count ?? 0,
    deposited: total('deposited'),
    earned: total('earned'),
    days: days.map((day, place) => ({ day, earned: earnedAt.get(place + 1) ?? 0 })),
    ...(await enteredBy(db, playerId)),
  }
}

/** Returns whose code a player entered, and whether they may still enter one. */
async function enteredBy(db: Database, playerId: number): Promise<Pick<OwnReferral, 'entered' | 'mayEnter'>> {
  const [player] = await db.queries
    .select({ referrerId: players.referrerId })
    .from(players)
    .where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`There is no player ${playerId}`)
  if (player.referrerId === null) {
    const paid = await db.queries.$count(orders, and(eq(orders.playerId, playerId), isNotNull(orders.paidAt)))
    return { entered: null, mayEnter: paid === 0 }
  }
  const [referrer] = await db.queries
    .select({ username: players.username, hidden: players.hidden })
    .from(players)
    .where(eq(players.id, player.referrerId))
  return { entered: { username: referrer?.hidden === false ? referrer.username : null }, mayEnter: false }
}

/** Returns a page of the players whom a player referred, the newest first. */
export async function referredPlayers(
  db: Database,
  playerId: number,
  cursor: string | undefined,
): Promise<Omit<ReferredReply, 'success'>> {
  const [at, id] = cursor === undefined ? [8.64e15, 2 ** 31 - 1] : cursor.split('.').map(Number)
  const rows = await db.run<PlayerRow>(PAGE_STATEMENT, [playerId, at, id, PAGE_LIMIT])
  const page = pageOf(rows, (last) => `${Math.round(Number(last.at))}.${last.id}`)
  const shown = page.rows.map(
    (row, place): ReferredPlayer => ({
      id: row.username === null ? `hidden.${row.at}.${place}` : String(row.id),
      username: row.username,
      joined_at: Math.round(Number(row.at)),
      deposited: Number(row.deposited),
      earned: Number(row.earned),
    }),
  )
  return { players: shown, cursor: page.cursor }
}
