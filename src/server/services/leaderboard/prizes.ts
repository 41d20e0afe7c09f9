// Settles periods that are over: each prize is paid from its winner's own margin, or rolls over. A period is one transaction under a key
// that exists once, so that a kill in between pays nothing twice and leaves nothing out.
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { addDays, dayAt, type Span } from '../../../game/base/site-time.ts'
import { endedSpans, type PlacePrize, placePrize } from '../../../game/rewards/leaderboard.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import { LEADER_PERIODS, type LeaderPeriod, type Rewards } from '../../../game/rewards/rewards.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { accounts } from '../../db/schema.ts'
import { leaderPeriods, leaderPrizes } from '../../db/schema-leaders.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { payPlayer } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'
import { type Days, isListed, selectPoints } from './listed.ts'

const HOUR_MS = 3_600_000

/** Counted days are kept this long after the last period that has them. */
const DAYS_KEPT = 70

export interface LeaderPrizes {
  /**
   * Settles every period that is counted and whose hold is over. Returns how many.
   *
   * @param countedMs up to when rolls are counted
   */
  settle(countedMs: number): Promise<number>
}

export interface LeaderPrizesParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  readonly timeZone: string
  readonly rewards: () => Pick<Rewards, 'leaderboard' | 'gifts'>
  readonly log: { info(fields: object, message: string): void }
}

interface Placed {
  readonly place: number
  readonly playerId: number
  /** What counted, in millionths of a cent. */
  readonly margin: number
  /** The prize of the place, and those of the places below it. */
  readonly prizes: readonly Cents[]
}

interface Paid {
  readonly playerId: number
  readonly balance: Cents
  readonly notification: PlayerNotification
}

/**
 * Returns the players at the places with prizes. Bots of the sandbox are left out, and take no player's place. Nor does who chose to be
 * on the boards after the period was over.
 */
async function placesOf(
  tx: Queries,
  { days, endedAt, at }: { readonly days: Days; readonly endedAt: Date; readonly at: Date },
  { dayMostCents, prizes }: { readonly dayMostCents: number; readonly prizes: readonly Cents[] },
): Promise<Placed[]> {
  if (prizes.length === 0) return []
  const inTime = sql`coalesce(players.listed_at < ${endedAt.toISOString()}::timestamptz, true)`
  const listed = sql`${isListed(at)} and ${inTime} and not players.house`
  const rows = await queryRows<{ player_id: number; margin: string | number }>(
    tx,
    sql`${selectPoints(days, dayMostCents, listed)} limit ${prizes.length}`,
  )
  return rows.map((row, index) => ({
    place: index + 1,
    playerId: row.player_id,
    margin: Number(row.margin),
    prizes: prizes.slice(index),
  }))
}

/** Locks the accounts of the winners in the order of their ids, and returns the prize of each. */
async function payments(
  tx: Queries,
  placed: readonly Placed[],
  rules: Rewards['gifts'],
): Promise<Map<number, PlacePrize>> {
  if (placed.length === 0) return new Map()
  const rows = await tx
    .select({ id: accounts.id, margin: accounts.margin, raffled: accounts.raffled })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        placed.map(({ playerId }) => playerId),
      ),
    )
    .orderBy(asc(accounts.id))
    .for('update')
  return new Map(
    rows.map(({ id, margin, raffled }) => {
      const own = placed.find(({ playerId }) => playerId === id)
      if (own === undefined) throw new Error(`Player ${id} is at no place`)
      const made = { counted: microcents(own.margin), margin: microcents(margin), raffledCents: cents(raffled) }
      return [id, placePrize(own.prizes, made, rules)]
    }),
  )
}

/** Pays a prize from the winner's share, which raffles and later prizes find used. */
async function payPrize(
  tx: Queries,
  { period, day }: { readonly period: LeaderPeriod; readonly day: string },
  { place, playerId, margin }: Placed,
  { prize, paid }: PlacePrize,
): Promise<Paid[]> {
  await tx.insert(leaderPrizes).values({ period, day, place, playerId, margin, prize, paid })
  if (paid === 0) return []
  await tx
    .update(accounts)
    .set({ raffled: sql`${accounts.raffled} + ${paid}` })
    .where(eq(accounts.id, playerId))
  const transfer = { from: HOUSE_ACCOUNTS.bonuses, playerId, amount: paid, locked: cents(0) }
  const balance = await payPlayer(tx, { ...transfer, kind: 'leaderboard', reference: `${period}.${day}.${place}` })
  const notification: PlayerNotification = {
    kind: 'leaderPrize',
    amounts: { amount: paid, place },
    link: '/leaderboard',
  }
  await storeNotification(tx, playerId, notification)
  return [{ playerId, balance, notification }]
}

/** Makes the prizes over a database and the operator's rules. */
export function createLeaderPrizes({ db, events, now, timeZone, rewards, log }: LeaderPrizesParts): LeaderPrizes {
  async function settlePeriod(tx: Queries, period: LeaderPeriod, span: Span): Promise<Paid[] | null> {
    const at = new Date(now())
    const { day } = span
    const fresh = await tx
      .insert(leaderPeriods)
      .values({ period, day, settledAt: at })
      .onConflictDoNothing()
      .returning({ day: leaderPeriods.day })
    if (fresh.length === 0) return null
    const { leaderboard, gifts } = rewards()
    const rules = { dayMostCents: leaderboard.dayMostCents, prizes: leaderboard.prizes[period] }
    const days = { from: day, to: dayAt(span.toMs, timeZone) }
    const placed = await placesOf(tx, { days, endedAt: new Date(span.toMs), at }, rules)
    const amounts = await payments(tx, placed, gifts)
    const paid: Paid[] = []
    for (const one of placed) {
      const prize = amounts.get(one.playerId)
      if (prize === undefined) throw new Error(`Player ${one.playerId} has no account`)
      paid.push(...(await payPrize(tx, { period, day }, one, prize)))
    }
    return paid
  }

  /** Returns the periods of a kind that are due, the oldest first: those that began when counting did, or later, and are not settled. */
  async function dueOf(period: LeaderPeriod, untilMs: number): Promise<Span[]> {
    const [row] = await queryRows<{ since: string | number | null; last: string | null }>(
      db.queries,
      sql`select extract(epoch from since) * 1000 as since,
        (select max(day) from leader_periods where period = ${period}) as last from leader_progress`,
    )
    if (row === undefined) return []
    const spans = endedSpans(period, Math.round(Number(row.since)), untilMs, timeZone)
    return spans.filter(({ day }) => row.last === null || day > row.last)
  }

  return {
    settle: async (countedMs) => {
      const { holdHours } = rewards().leaderboard
      const untilMs = Math.min(countedMs, now() - holdHours * HOUR_MS)
      let settled = 0
      for (const period of LEADER_PERIODS) {
        for (const span of await dueOf(period, untilMs)) {
          const paid = await db.transaction((tx) => settlePeriod(tx, period, span))
          if (paid === null) continue
          settled++
          // A new site settles every day of the month so far, which nobody played in.
          if (paid.length > 0)
            log.info({ period, day: span.day, prizes: paid.length }, 'prizes of a leaderboard were paid')
          for (const { playerId, balance, notification } of paid) {
            events.emit('balance', { playerId, balance })
            events.emit('notification', { playerId, notification })
          }
        }
      }
      if (settled > 0) {
        const oldest = addDays(dayAt(now(), timeZone), -DAYS_KEPT)
        await db.queries.execute(sql`delete from leader_days where day < ${oldest}`)
      }
      return settled
    },
  }
}
