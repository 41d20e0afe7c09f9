// Counts the figures of a day from the ledger and the tables beside it. Rows of a past day do not change, so counting again gives the same.
import { type SQL, sql } from 'drizzle-orm'
import { addDays, type Day, startOfDay } from '../../../game/base/site-time.ts'
import { HOUR_FIGURES, type HourFigures, type PlayerFigures } from '../../../game/office/figures.ts'
import { GIFT_PARTS, type GiftPart, type GivenByPart } from '../../../game/rewards/gift-cost.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { type DaySpan, idWithin, joinPlayer, momentOf, momentWithin } from '../../db/day-span.ts'
import { FIRST_PLAYER_ID } from '../../db/schema.ts'
import { type CountedReference, countReferences } from '../fairness/returns.ts'
import { momentOfId, partOf } from '../operations/report.ts'
import { countPrizes } from '../transparency/figures.ts'
import { giftRows } from '../transparency/gift-rows.ts'

const HOUR_MS = 3_600_000

type Count = string | number

/** A day with its figures. */
export interface CountedDay {
  readonly day: Day
  /** From its beginning; a day has 23 to 25 hours. */
  readonly hours: readonly HourFigures[]
  readonly players: PlayerFigures
  readonly games: readonly CountedReference[]
  /** By part of the rewards. */
  readonly given: GivenByPart
}

/** The figures that a row of a statement counts, by what the row is, and how: its number, or its amount. */
const COUNTED: Readonly<Record<string, readonly (readonly [keyof HourFigures, 'times' | 'amount'])[]>> = {
  joined: [['joined', 'times']],
  first: [['firstDeposits', 'times']],
  converted: [
    ['firstDeposits', 'times'],
    ['converted', 'times'],
  ],
  deposit: [
    ['deposits', 'times'],
    ['deposited', 'amount'],
  ],
  refund: [['refunded', 'amount']],
  stake: [['staked', 'amount']],
  margin: [['margin', 'amount']],
  given: [['gifts', 'amount']],
  referral: [['referral', 'amount']],
  delivered: [
    ['withdrawals', 'times'],
    ['withdrawn', 'amount'],
  ],
}

/** Returns the first moments of the hours of a day. */
export function hourStarts({ from, to }: DaySpan): number[] {
  return Array.from({ length: Math.ceil((to - from) / HOUR_MS) }, (_, hour) => from + hour * HOUR_MS)
}

/** Returns the span of a day of a time zone. */
export function spanOfDay(day: Day, zone: string): DaySpan {
  return { from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) }
}

/** Selects `id`, `what` and `amount` of what is counted by its id. */
function rowsById(span: DaySpan): SQL {
  return sql`
    with moved as (
      select transfers.id, kind, amount, players.id as player_id, players.created_at
      from transfers ${joinPlayer(`case when credit_id >= ${FIRST_PLAYER_ID} then credit_id else debit_id end`)} on not players.house
      where ${idWithin('transfers.id', span)}
        and kind in ('deposit', 'open', 'upgrade', 'spin', 'battle', 'battle-fund', 'battle-back')
    )
    select id, 'deposit' as what, amount from moved where kind = 'deposit'
    union all
    select id, 'stake', case when kind = 'battle-back' then -amount else amount end from moved where kind <> 'deposit'
    union all
    select id, case when created_at >= ${momentOf(span.from)} then 'converted' else 'first' end, 0 from moved
    where kind = 'deposit' and not exists (select 1 from transfers earlier where earlier.credit_id = moved.player_id
      and earlier.credit_id >= ${sql.raw(String(FIRST_PLAYER_ID))} and earlier.kind = 'deposit' and earlier.id < moved.id)
    union all
    select order_reversals.id, 'refund', order_reversals.amount from order_reversals
    join orders on orders.id = order_id join players on players.id = orders.player_id and not players.house
    where ${idWithin('order_reversals.id', span)}`
}

/** The hours of a day, and what single rewards gave in it. */
interface CountedHours {
  readonly hours: readonly HourFigures[]
  readonly given: ReadonlyMap<string, number>
}

async function countHours(tx: Queries, span: DaySpan): Promise<CountedHours> {
  const starts = hourStarts(span)
  const rows = await queryRows<{ hour: number; what: string; part: string | null; times: Count; amount: Count }>(
    tx,
    sql`select ${partOf('at', starts)} as hour, what, part, count(*) as times, sum(amount) as amount from (
        select ${sql.raw(momentOfId('id'))} as at, what, part, amount from (
          select id, what, null as part, amount from (${rowsById(span)}) by_id union all select id, what, part, amount from (${giftRows(span)}) gifts
        ) made
        union all
        select created_at, 'joined', null, 0 from players where ${momentWithin('created_at', span)} and not house
        union all
        select withdrawal_steps.at, 'delivered', null, items.price from withdrawal_steps
        join withdrawals on withdrawals.id = withdrawal_id join items on items.id = withdrawals.item_id
        join players on players.id = withdrawals.player_id and not players.house
        where withdrawal_steps.state = 'done' and ${momentWithin('withdrawal_steps.at', span)}
      ) counted group by 1, 2, 3`,
  )
  const hours = starts.map(() => Object.fromEntries(HOUR_FIGURES.map((name) => [name, 0])) as Record<string, number>)
  const given = new Map<string, number>()
  for (const row of rows) {
    if (row.part !== null) given.set(row.part, (given.get(row.part) ?? 0) + Number(row.amount))
    const hour = hours[Number(row.hour) - 1]
    const counts = COUNTED[row.what]
    if (hour === undefined || counts === undefined) throw new Error(`No figure of a day counts ${row.what}`)
    for (const [name, by] of counts) hour[name] = (hour[name] ?? 0) + Number(row[by] ?? 0)
  }
  return { hours: hours as unknown as HourFigures[], given }
}

async function countPlayers(tx: Queries, span: DaySpan): Promise<PlayerFigures> {
  const [row] = await queryRows<Record<keyof PlayerFigures, Count>>(
    tx,
    sql`with played as (
        select player_id from rolls where ${idWithin('id', span)}
        union select player_id from battle_stakes where ${idWithin('id', span)}
      ), seen as (
        select players.created_at < ${momentOf(span.from)} as is_known from played
        ${joinPlayer('player_id')} on not players.house
      )
      select count(*) as active, count(*) filter (where is_known) as returning,
        (select count(distinct credit_id) from transfers ${joinPlayer('credit_id')} on not players.house
          where ${idWithin('transfers.id', span)} and kind = 'deposit') as payers
      from seen`,
  )
  return { active: Number(row?.active ?? 0), returning: Number(row?.returning ?? 0), payers: Number(row?.payers ?? 0) }
}

/** Sums of floats differ in their last digits by the order of the rows, so stored ones are whole. */
const whole = ({ played, ...rest }: CountedReference): CountedReference => ({
  ...rest,
  played: { ...played, expected: Math.round(played.expected), variance: Math.round(played.variance) },
})

/** Counts a day, or what of it has passed. */
export async function countDay(tx: Queries, day: Day, zone: string): Promise<CountedDay> {
  const span = spanOfDay(day, zone)
  const { hours, given } = await countHours(tx, span)
  const { raffles, leaderboards } = await countPrizes(tx, span)
  const prizes: Readonly<Partial<Record<GiftPart, number>>> = {
    raffles: raffles.cents,
    leaderboards: leaderboards.cents,
  }
  const ofPart = (part: GiftPart): number => prizes[part] ?? given.get(part) ?? 0
  return {
    day,
    hours,
    players: await countPlayers(tx, span),
    games: (await countReferences(tx, span.from, span.to)).map(whole),
    given: Object.fromEntries(GIFT_PARTS.map((part) => [part, ofPart(part)])) as GivenByPart,
  }
}
