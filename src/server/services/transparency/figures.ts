// Counts the figures of a day from the ledger and the tables beside it. Rows of a past day do not change, so counting again gives the same.
import { sql } from 'drizzle-orm'
import type {
  DepositFigures,
  Figures,
  GameFigures,
  GiftFigures,
  PrizeFigures,
  WithdrawalFigures,
} from '../../../game/transparency/day.ts'
import { paymentFigures, stepOfWait, WAIT_BOUNDS } from '../../../game/transparency/day.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { type DaySpan, idWithin, momentOf, momentWithin } from '../../db/day-span.ts'
import { type CountedGame, countGames } from '../fairness/returns.ts'
import { type GiftKind, giftRows } from './gift-rows.ts'

type Count = string | number

const MINUTE_SECONDS = 60

/** Why a declined withdrawal was ended by the shop; other reasons are the player's. */
const BY_SHOP = `('operator', 'frozen')`

/**
 * Withdrawals by the step that they took in a span, without those whose players had taken the item back by its end, before there was an offer.
 * What ended so after the span stays in it: counting again gives the same.
 */
async function countWithdrawals(tx: Queries, span: DaySpan): Promise<WithdrawalFigures> {
  const isCounted = sql`not (withdrawals.is_uncounted and withdrawals.changed_at < ${momentOf(span.to)})`
  const rows = await queryRows<{ state: string; times: Count }>(
    tx,
    sql`select case when withdrawals.reason in ${sql.raw(BY_SHOP)} and withdrawal_steps.state = 'declined' then 'refused'
        else withdrawal_steps.state end as state, count(*) as times
      from withdrawal_steps join withdrawals on withdrawals.id = withdrawal_id
      join players on players.id = withdrawals.player_id and not players.house
      where ${momentWithin('withdrawal_steps.at', span)} and withdrawal_steps.state <> 'requested' and ${isCounted} group by 1
      union all
      select 'requested', count(*) from withdrawals join players on players.id = player_id and not players.house
      where ${momentWithin('requested_at', span)} and ${isCounted}`,
  )
  const waits = await queryRows<{ seconds: Count }>(
    tx,
    sql`select extract(epoch from withdrawal_steps.at - withdrawals.requested_at) as seconds
      from withdrawal_steps join withdrawals on withdrawals.id = withdrawal_id
      join players on players.id = withdrawals.player_id and not players.house
      where ${momentWithin('withdrawal_steps.at', span)} and withdrawal_steps.state = 'sent'`,
  )
  const counts = new Map(rows.map(({ state, times }) => [state, Number(times)]))
  const of = (state: string): number => counts.get(state) ?? 0
  const steps = Array.from({ length: WAIT_BOUNDS.length + 1 }, () => 0)
  for (const { seconds } of waits) {
    const step = stepOfWait(Number(seconds) / MINUTE_SECONDS)
    steps[step] = (steps[step] ?? 0) + 1
  }
  return {
    requested: of('requested'),
    sent: of('sent'),
    delivered: of('done'),
    refused: of('refused'),
    declined: of('declined'),
    unavailable: of('unavailable'),
    reversed: of('reversed'),
    waits: steps,
  }
}

/** Deposits by what was moved: credited, given back after a refund, or taken by a bank. Money that was never credited is refunded, too. */
async function countDeposits(tx: Queries, span: DaySpan): Promise<DepositFigures> {
  const rows = await queryRows<{ what: string; times: Count; amount: Count }>(
    tx,
    sql`select 'paid' as what, count(*) as times, coalesce(sum(amount), 0) as amount from transfers
      where ${idWithin('id', span)} and kind = 'deposit'
      union all
      select cause, count(*), coalesce(sum(amount), 0) from order_reversals
      where ${idWithin('id', span)} and amount > 0 group by cause
      union all
      select 'kept', count(*), coalesce(sum(amount), 0) from kept_payments
      where state = 'refunded' and ${momentWithin('ended_at', span)}`,
  )
  const sum = (...whats: readonly string[]) => {
    const counted = rows.filter(({ what }) => whats.includes(what))
    const total = (part: 'times' | 'amount'): number => counted.reduce((all, row) => all + Number(row[part]), 0)
    return paymentFigures(total('times'), total('amount'))
  }
  return { paid: sum('paid'), refunded: sum('refund', 'kept'), disputed: sum('dispute') }
}

/** Gifts at their face values: money, and items that were given or won without a stake. */
async function countGifts(tx: Queries, span: DaySpan, ownPercent: number): Promise<GiftFigures> {
  const [row] = await queryRows<Record<GiftKind, Count>>(
    tx,
    sql`select coalesce(sum(amount) filter (where what = 'given'), 0) as given,
        coalesce(sum(amount) filter (where what = 'referral'), 0) as referral,
        coalesce(sum(amount) filter (where what = 'margin'), 0) as margin
      from (${giftRows(span)}) gifts`,
  )
  return {
    given: Number(row?.given ?? 0),
    referral: Number(row?.referral ?? 0),
    margin: Number(row?.margin ?? 0),
    ownPercent,
    state: null,
  }
}

/** Counts the prizes of raffles and leaderboards that were paid in a span. */
export async function countPrizes(tx: Queries, span: DaySpan): Promise<Pick<Figures, 'raffles' | 'leaderboards'>> {
  const rows = await queryRows<{ what: string; paid: Count; rolled: Count; cents: Count }>(
    tx,
    sql`select 'raffles' as what, count(*) filter (where state = 'drawn') as paid, count(*) filter (where state = 'returned') as rolled,
        coalesce(sum(price) filter (where state = 'drawn'), 0) as cents
      from raffles where ${momentWithin(`case state when 'drawn' then drawn_at when 'returned' then frozen_at end`, span)}
      union all
      select 'leaderboards', count(*) filter (where paid > 0), count(*) filter (where paid = 0), coalesce(sum(paid), 0)
      from leader_prizes join leader_periods using (period, day) where ${momentWithin('settled_at', span)}`,
  )
  const of = (name: string): PrizeFigures => {
    const row = rows.find(({ what }) => what === name)
    return { paid: Number(row?.paid ?? 0), rolledOver: Number(row?.rolled ?? 0), cents: Number(row?.cents ?? 0) }
  }
  return { raffles: of('raffles'), leaderboards: of('leaderboards') }
}

/** Sums of floats differ in their last digits by the order of the rows, so published ones are whole. */
function gameFigures({ game, played }: CountedGame): GameFigures {
  const { rolls, staked, won, expected, variance } = played
  return { game, rolls, staked, won, expected: Math.round(expected), variance: Math.round(variance) }
}

/**
 * Counts the figures of a day, without the state of gifts.
 *
 * @param ownPercent the share of margin that pays own gifts
 */
export async function countFigures(tx: Queries, span: DaySpan, ownPercent: number): Promise<Figures> {
  const games = await countGames(tx, span.from, span.to)
  const gamesOf = (isBot: boolean): GameFigures[] =>
    games
      .filter((of) => of.isBot === isBot && of.played.rolls > 0)
      .map(gameFigures)
      .sort((a, b) => (a.game < b.game ? -1 : 1))
  return {
    withdrawals: await countWithdrawals(tx, span),
    deposits: await countDeposits(tx, span),
    returns: gamesOf(false),
    bots: gamesOf(true),
    gifts: await countGifts(tx, span, ownPercent),
    ...(await countPrizes(tx, span)),
  }
}
