// Partners: players with a referral code, by what their referrals brought, and one by day or month. Bots are none.
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { PAID_GAMES } from '../../../../game/base/games.ts'
import { addDays, type Day, dayAt, startOfDay } from '../../../../game/base/site-time.ts'
import { daysOf, marginCents, PERIOD_MOST, type Period } from '../../../../game/office/figures.ts'
import type { Rewards } from '../../../../game/rewards/rewards.ts'
import type {
  ListedPartner,
  PartnerFigures,
  PartnerQuery,
  PartnerReply,
  PartnersReply,
} from '../../../../protocol/office/promo.ts'
import { leastIdAt } from '../../../base/ids.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { players } from '../../../db/schema.ts'
import { bans } from '../../../db/schema-operations.ts'
import { referralCodes } from '../../../db/schema-rewards.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { momentOfId, partOf } from '../../operations/report.ts'
import { ownPercents, shareOfReferrer } from '../../referral/own-shares.ts'
import { ownShareView } from './partner-share.ts'

/** The days of a page without a period. */
const DAYS = 30

/** The most referred players whose house edge is counted for one page. */
const PLAYERS_MOST = 5_000

const CURSOR = /^(\d{1,15})_(\d{1,10})$/

function placeOf(cursor: string): { readonly earned: number; readonly playerId: number } {
  const match = CURSOR.exec(cursor)
  const [earned, playerId] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || playerId > 2_147_483_647) {
    throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  }
  return { earned, playerId }
}

const isBanned = sql<boolean>`exists (select from ${bans} where ${and(eq(bans.playerId, players.id), isNull(bans.liftedAt))})`

/** Returns a page of partners, those who were paid most first. Throws ProtocolError 'invalid'. */
export async function listPartners(queries: Queries, cursor: string | undefined, at: Date): Promise<PartnersReply> {
  const { earned, playerId, code } = referralCodes
  const place = cursor === undefined ? undefined : placeOf(cursor)
  const after =
    place === undefined
      ? undefined
      : or(lt(earned, place.earned), and(eq(earned, place.earned), lt(playerId, place.playerId)))
  const read = await queries
    .select({ id: playerId, username: players.username, isBanned, code, paid: earned })
    .from(referralCodes)
    .innerJoin(players, and(eq(players.id, playerId), eq(players.house, false)))
    .where(and(after, place === undefined ? undefined : sql`${earned} <= ${place.earned}`))
    .orderBy(desc(earned), desc(playerId))
    .limit(PAGE_LIMIT)
  const page = pageOf(read, (row) => `${row.paid}_${row.id}`)
  const counts = await countsOf(queries, page.rows)
  const own = await ownPercents(
    queries,
    page.rows.map((row) => row.id),
    at,
  )
  const partners = page.rows.map(({ id, username, isBanned: banned, code: link, paid }): ListedPartner => {
    const { visits = 0, joined = 0 } = counts.get(id) ?? {}
    const player = { id, username, isBanned: banned }
    return { player, code: link, visits, joined, ownPercent: own.get(id) ?? null, paid }
  })
  return { partners, cursor: page.cursor }
}

/** Returns all visits by the links of codes, and how many players entered them, by their owners. */
async function countsOf(queries: Queries, rows: readonly { readonly id: number }[]) {
  if (rows.length === 0) return new Map<number, { visits: number; joined: number }>()
  const ids = rows.map(({ id }) => id)
  const counted = await queryRows<{ id: number; visits: string; joined: string }>(
    queries,
    sql`select player_id as id,
        (select coalesce(sum(visits), 0) from referral_visits where referral_visits.code = referral_codes.code) as visits,
        (select count(*) from players where players.referrer_id = referral_codes.player_id) as joined
      from referral_codes where ${inArray(referralCodes.playerId, ids)}`,
  )
  return new Map(counted.map(({ id, visits, joined }) => [id, { visits: Number(visits), joined: Number(joined) }]))
}

/** Returns the period of a question: as it says, else the last thirty days. Throws ProtocolError 'invalid'. */
export function periodOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: Day,
): Period {
  const last = to ?? today
  const first = from ?? addDays(last, 1 - DAYS)
  if (first > last || addDays(first, PERIOD_MOST) <= last) {
    throw new ProtocolError(400, 'invalid', `A period has 1 to ${PERIOD_MOST} days`)
  }
  return { first, last }
}

type What = 'visits' | 'joined' | 'firstDeposits' | 'margin' | 'paid'

interface CountedRow {
  readonly place: number
  readonly what: What
  readonly amount: string
}

/** Counts a partner's period by day; margin in millionths of a cent. */
async function countDays(
  queries: Queries,
  partner: { readonly id: number; readonly code: string },
  days: readonly Day[],
  timeZone: string,
  withMargin: boolean,
): Promise<(readonly [Day, What, number])[]> {
  const starts = days.map((day) => startOfDay(day, timeZone))
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [from, to] = [starts[0] ?? 0, startOfDay(addDays(last as Day, 1), timeZone)]
  const within = (moment: string) =>
    sql`${sql.raw(moment)} >= ${new Date(from).toISOString()}::timestamptz and ${sql.raw(moment)} < ${new Date(to).toISOString()}::timestamptz`
  const games = sql.join(
    PAID_GAMES.map((game) => sql`${game}`),
    sql`, `,
  )
  const ids = sql`>= ${leastIdAt(from)}::uuid`
  const before = sql`< ${leastIdAt(to)}::uuid`
  const margin = sql`
    union all select ${partOf(momentOfId('made.id'), starts)}, 'margin', sum(made.margin) from players cross join lateral (
        select id, margin from rolls where rolls.player_id = players.id and rolls.game in (${games}) and rolls.id ${ids} and rolls.id ${before}
        union all select id, margin from battle_stakes
          where battle_stakes.player_id = players.id and battle_stakes.id ${ids} and battle_stakes.id ${before}
      ) made where players.referrer_id = ${partner.id} group by 1`
  const rows = await queryRows<CountedRow>(
    queries,
    sql`select ${partOf('at', starts)} as place, what, sum(amount) as amount from (
        select referred_at as at, 'joined' as what, 1 as amount from players
          where referrer_id = ${partner.id} and ${within('referred_at')}
        union all select at, 'paid', amount from referral_shares where referrer_id = ${partner.id} and ${within('at')}
        union all select paid_at, 'firstDeposits', 1 from (select distinct on (player_id) player_id, paid_at from orders
          where referrer_id = ${partner.id} and paid_at is not null order by player_id, paid_at) firsts where ${within('paid_at')}
      ) happened group by 1, 2 ${withMargin ? margin : sql``}`,
  )
  const visits = await queryRows<{ day: Day; visits: number }>(
    queries,
    sql`select day, visits from referral_visits where code = ${partner.code} and day between ${first} and ${last}`,
  )
  return [
    ...rows.flatMap(({ place, what, amount }) => {
      const day = days[place - 1]
      return day === undefined ? [] : [[day, what, Number(amount)] as const]
    }),
    ...visits.map(({ day, visits: count }) => [day, 'visits', count] as const),
  ]
}

/** Adds up what was counted. */
function sumOf(counted: readonly (readonly [Day, What, number])[], withMargin: boolean): PartnerFigures {
  const sum = (name: What): number => counted.reduce((all, [, what, amount]) => (what === name ? all + amount : all), 0)
  return {
    visits: sum('visits'),
    joined: sum('joined'),
    firstDeposits: sum('firstDeposits'),
    margin: withMargin ? marginCents(sum('margin')) : null,
    paid: sum('paid'),
  }
}

export interface PartnerParts {
  readonly queries: Queries
  readonly timeZone: string
  readonly atMs: number
  readonly rewards: Pick<Rewards, 'referral' | 'gifts'>
}

/** Returns one partner in a period. Throws ProtocolError 'unknown' and 'invalid'. */
export async function readPartner(
  { queries, timeZone, atMs, rewards }: PartnerParts,
  id: number,
  query: PartnerQuery,
): Promise<PartnerReply> {
  const [row] = await queries
    .select({ username: players.username, isBanned, code: referralCodes.code })
    .from(referralCodes)
    .innerJoin(players, and(eq(players.id, referralCodes.playerId), eq(players.house, false)))
    .where(eq(referralCodes.playerId, id))
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'This player has no referral code')
  const period = periodOf(query, dayAt(atMs, timeZone))
  const withMargin = (await queries.$count(players, eq(players.referrerId, id))) <= PLAYERS_MOST
  const counted = await countDays(queries, { id, code: row.code }, daysOf(period), timeZone, withMargin)
  const spanOf = (day: Day): string => (query.by === 'month' ? day.slice(0, 7) : day)
  const spans = [...new Set(counted.map(([day]) => spanOf(day)))].sort().reverse()
  const share = await shareOfReferrer(queries, id, rewards, new Date(atMs))
  return {
    player: { id, username: row.username, isBanned: row.isBanned },
    code: row.code,
    tier: share.tier.name,
    tierPercent: share.tier.percent,
    percent: share.share.percent,
    ownShare: ownShareView(share),
    from: period.first,
    to: period.last,
    total: sumOf(counted, withMargin),
    spans: spans.map((span) => ({
      span,
      ...sumOf(
        counted.filter(([day]) => spanOf(day) === span),
        withMargin,
      ),
    })),
  }
}
