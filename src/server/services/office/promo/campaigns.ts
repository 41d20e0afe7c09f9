// What the links of advertisements brought: of the players whose first sign-in was in a period, by campaign, what they did until now.
import { type SQL, sql } from 'drizzle-orm'
import { addDays, startOfDay } from '../../../../game/base/site-time.ts'
import { marginCents, type Period } from '../../../../game/office/figures.ts'
import type {
  CampaignFigures,
  CampaignPlayersQuery,
  CampaignPlayersReply,
  CampaignsFilter,
  CampaignsQuery,
  CampaignsReply,
  ListedCampaign,
} from '../../../../protocol/office/campaigns.ts'
import { csvLine, csvText } from '../../../base/csv.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { PAGE, PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { periodOf } from './partners.ts'

/** The most players whose deposits are added up for one page: each is a look into the index of orders. */
const PLAYERS_MOST = 10_000

/** The most lines of a table that is downloaded. */
const LINES_MOST = 10_000

export interface CampaignsParts {
  readonly queries: Queries
  readonly timeZone: string
  readonly today: Period['last']
}

/** Returns the players of a period and of filters. */
function cameIn({ first, last }: Period, timeZone: string, filter: Omit<CampaignsFilter, 'from' | 'to'>): SQL {
  const moment = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`
  const beginnings = (['source', 'medium', 'campaign'] as const).flatMap((name) => {
    const beginning = filter[name]
    return beginning === undefined
      ? []
      : [sql` and starts_with(${sql.raw(name)}, ${beginning.normalize('NFC').toLowerCase()})`]
  })
  return sql`select player_id, source, medium, campaign from player_campaigns
    where at >= ${moment(startOfDay(first, timeZone))} and at < ${moment(startOfDay(addDays(last, 1), timeZone))}${sql.join(beginnings)}`
}

/** What a player deposited, without refunds: their share of the figures of a campaign. */
const PAID = sql`cross join lateral (select count(*) > 0 as has, coalesce(sum(amount - returned), 0) as amount
  from orders where orders.player_id = came.player_id and orders.paid_at is not null) paid`

interface FiguresRow {
  readonly joined: string
  readonly first_deposits: string | null
  readonly deposited: string | null
  readonly margin: string | null
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

function figuresOf({ joined, first_deposits: firstDeposits, deposited, margin }: FiguresRow): CampaignFigures {
  return {
    joined: Number(joined),
    firstDeposits: numberOf(firstDeposits),
    deposited: numberOf(deposited),
    margin: margin === null ? null : marginCents(Number(margin)),
  }
}

/** Selects the figures of players, by what `group` says; sign-ins alone where there are too many of them. */
function figuresSelect(came: SQL, isCountable: boolean, columns: SQL, group: SQL): SQL {
  if (!isCountable) {
    return sql`select ${columns} count(*) as joined, null as first_deposits, null as deposited, null as margin from (${came}) came ${group}`
  }
  return sql`select ${columns} count(*) as joined, count(*) filter (where paid.has) as first_deposits,
      coalesce(sum(paid.amount), 0) as deposited, coalesce(sum(accounts.margin), 0) as margin
    from (${came}) came join accounts on accounts.id = came.player_id ${PAID} ${group}`
}

type CampaignRow = FiguresRow & Pick<ListedCampaign, 'source' | 'medium' | 'campaign'> & { readonly key: string }

const KEY = sql`md5(source || chr(10) || medium || chr(10) || campaign)`

const CURSOR = /^(\d{1,15})_([0-9a-f]{32})$/

function afterOf(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql``
  const [match, joined, key] = CURSOR.exec(cursor) ?? []
  if (match === undefined) throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  return sql`having (count(*), ${KEY}) < (${joined}::bigint, ${key})`
}

/** Returns the campaigns that brought most players, `most` of them and one more. */
async function campaignRows(
  queries: Queries,
  came: SQL,
  isCountable: boolean,
  { cursor, most }: { readonly cursor: string | undefined; readonly most: number },
): Promise<CampaignRow[]> {
  const group = sql`group by source, medium, campaign ${afterOf(cursor)} order by joined desc, key desc limit ${most + 1}`
  // Those of the page first: what players deposited is read for these alone.
  const page = sql`select source, medium, campaign, ${KEY} as key, count(*) as joined from (${came}) came ${group}`
  if (!isCountable) {
    return queryRows(
      queries,
      sql`select *, null as first_deposits, null as deposited, null as margin from (${page}) page`,
    )
  }
  const ofPage = sql`select came.* from (${came}) came join (${page}) page using (source, medium, campaign)`
  const columns = sql`source, medium, campaign, ${KEY} as key, `
  const order = sql`group by source, medium, campaign order by joined desc, key desc`
  return queryRows(queries, figuresSelect(ofPage, true, columns, order))
}

async function totalOf(queries: Queries, came: SQL): Promise<CampaignFigures> {
  const figures = async (isCountable: boolean): Promise<CampaignFigures> => {
    const [row] = await queryRows<FiguresRow>(queries, figuresSelect(came, isCountable, sql``, sql``))
    if (row === undefined) throw new Error('A sum had no row')
    return figuresOf(row)
  }
  const counted = await figures(false)
  return counted.joined > PLAYERS_MOST ? counted : figures(true)
}

const listed = ({ source, medium, campaign, ...row }: CampaignRow): ListedCampaign => {
  return { source, medium, campaign, ...figuresOf(row) }
}

/** Returns a page of campaigns, those that brought most players first. Throws ProtocolError 'invalid'. */
export async function listCampaigns(
  { queries, timeZone, today }: CampaignsParts,
  { cursor, ...filter }: CampaignsQuery,
): Promise<CampaignsReply> {
  const period = periodOf(filter, today)
  const came = cameIn(period, timeZone, filter)
  const total = await totalOf(queries, came)
  const rows = await campaignRows(queries, came, total.margin !== null, { cursor, most: PAGE })
  const page = pageOf(rows, ({ joined, key }) => `${joined}_${key}`)
  return { from: period.first, to: period.last, total, campaigns: page.rows.map(listed), cursor: page.cursor }
}

const COLUMNS = [
  'source',
  'medium',
  'campaign',
  'sign_ins',
  'first_deposits',
  'deposited_cents',
  'margin_cents',
] as const

/** Returns the campaigns as CSV; with whole cents, so that sums need no rounding. Throws ProtocolError 'invalid'. */
export async function campaignsTable(
  { queries, timeZone, today }: CampaignsParts,
  filter: CampaignsFilter,
): Promise<{ readonly period: Period; readonly text: string }> {
  const period = periodOf(filter, today)
  const came = cameIn(period, timeZone, filter)
  const { margin } = await totalOf(queries, came)
  const rows = await campaignRows(queries, came, margin !== null, { cursor: undefined, most: LINES_MOST })
  const lines = rows.slice(0, LINES_MOST).map((row) => {
    const { source, medium, campaign, joined, firstDeposits, deposited, margin: edge } = listed(row)
    const figures = [joined, firstDeposits, deposited, edge].map((value) => (value === null ? '' : String(value)))
    return csvLine([csvText(source), csvText(medium), csvText(campaign), ...figures])
  })
  return { period, text: csvLine(COLUMNS) + lines.join('') }
}

interface CameRow {
  readonly id: number
  readonly username: string
  readonly is_banned: boolean
  readonly micros: string
  readonly content: string
  readonly term: string
  readonly deposited: string
  readonly margin: string
}

/** Microseconds since 1970, and a player. */
const PLAYERS_CURSOR = /^(\d{1,16})_(\d{1,10})$/

function playersAfter(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql``
  const [match, micros, id] = PLAYERS_CURSOR.exec(cursor) ?? []
  if (match === undefined || Number(id) > 2_147_483_647) {
    throw new ProtocolError(400, 'invalid', 'cursor: is not one of this list')
  }
  return sql` and (at, player_id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::int)`
}

/** Returns a page of the players whom one campaign brought in a period, the newest first. Throws ProtocolError 'invalid'. */
export async function campaignPlayers(
  { queries, timeZone, today }: CampaignsParts,
  { source, medium, campaign, cursor, ...query }: CampaignPlayersQuery,
): Promise<CampaignPlayersReply> {
  const { first, last } = periodOf(query, today)
  const moment = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`
  const rows = await queryRows<CameRow>(
    queries,
    sql`select came.player_id as id, players.username, content, term, (extract(epoch from at) * 1000000)::bigint as micros,
        exists (select from bans where bans.player_id = came.player_id and bans.lifted_at is null) as is_banned,
        paid.amount as deposited, accounts.margin
      from (select * from player_campaigns where source = ${source} and medium = ${medium} and campaign = ${campaign}
        and at >= ${moment(startOfDay(first, timeZone))} and at < ${moment(startOfDay(addDays(last, 1), timeZone))}${playersAfter(cursor)}
        order by at desc, player_id desc limit ${PAGE_LIMIT}) came
      join players on players.id = came.player_id join accounts on accounts.id = came.player_id ${PAID}
      order by micros desc, id desc`,
  )
  const page = pageOf(rows, ({ micros, id }) => `${micros}_${id}`)
  const players = page.rows.map(({ id, username, is_banned: isBanned, micros, content, term, deposited, margin }) => ({
    player: { id, username, isBanned },
    at: Math.floor(Number(micros) / 1_000),
    content,
    term,
    deposited: Number(deposited),
    margin: marginCents(Number(margin)),
  }))
  return { players, cursor: page.cursor }
}
