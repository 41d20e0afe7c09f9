// The week of the owner: its figures beside those of the week before, and what was unusual in it.
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { BEST_DROP_PRICE } from '../../../game/base/economy-everywhere.ts'
import { addDays, type Day, startOfDay, weekOf } from '../../../game/base/site-time.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { WeekReply } from '../../../protocol/office/today.ts'
import { leastIdAt, timeOfId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import type { DaySpan } from '../../db/day-span.ts'
import { catalogueItems, items, players } from '../../db/schema.ts'
import { audit } from '../../db/schema-office.ts'
import { withdrawalSteps, withdrawals } from '../../db/schema-withdrawals.ts'
import { readSpan, readWeekPlayers, type TodayParts } from './today.ts'
import { readWaiting } from './waiting.ts'

const WEEK_DAYS = 7

/** The longest lists of a week. */
const LARGEST = 10
const SWITCHES = 30

/** What wins are looked at: those of stakes, gifts and draws, and not what a withdrawal became. */
const WON = ['case', 'upgrade', 'contract', 'wheel', 'raffle', 'battle', 'calendar', 'missions'] as const

/** Returns the first day of a week by one of its days; without one that of the last week that is over. Throws for a week to come. */
export function weekNamed({ figures, timeZone: zone }: TodayParts, day: Day | undefined): Day {
  const running = weekOf(startOfDay(figures.today(), zone), zone).day
  if (day === undefined) return addDays(running, -WEEK_DAYS)
  const week = weekOf(startOfDay(day, zone), zone).day
  if (week > running) throw new ProtocolError(400, 'invalid', 'This week is to come')
  return week
}

async function readWins(queries: Queries, { from, to }: DaySpan): Promise<WeekReply['wins']> {
  const rows = await queries
    .select({ id: items.id, source: items.source, price: items.price, view: catalogueItems.view })
    .from(items)
    .innerJoin(players, and(eq(players.id, items.playerId), eq(players.house, false)))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(
      and(
        gte(items.id, leastIdAt(from)),
        lt(items.id, leastIdAt(to)),
        // The condition of their index.
        sql`${items.price} >= ${sql.raw(String(BEST_DROP_PRICE))}`,
        inArray(items.source, [...WON]),
      ),
    )
    .orderBy(desc(items.price), desc(items.id))
    .limit(LARGEST)
  return rows.map(({ id, source, price, view }) => ({ at: timeOfId(id), source, item: view as ItemView, price }))
}

async function readDelivered(queries: Queries, { from, to }: DaySpan): Promise<WeekReply['withdrawals']> {
  const rows = await queries
    .select({ at: withdrawalSteps.at, price: items.price, view: catalogueItems.view })
    .from(withdrawalSteps)
    .innerJoin(withdrawals, eq(withdrawals.id, withdrawalSteps.withdrawalId))
    .innerJoin(players, and(eq(players.id, withdrawals.playerId), eq(players.house, false)))
    .innerJoin(items, eq(items.id, withdrawals.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(
      and(
        sql`${withdrawalSteps.state} = 'done'`,
        gte(withdrawalSteps.at, new Date(from)),
        lt(withdrawalSteps.at, new Date(to)),
      ),
    )
    .orderBy(desc(items.price), desc(withdrawalSteps.id))
    .limit(LARGEST)
  return rows.map(({ at, price, view }) => ({ at: at.getTime(), price, item: view as ItemView }))
}

/** The acts of a span by their verbs, from their index. */
const actsOf = (verbs: readonly string[], { from, to }: DaySpan) =>
  and(inArray(audit.verb, [...verbs]), gte(audit.id, leastIdAt(from)), lt(audit.id, leastIdAt(to)))

async function readSwitches(queries: Queries, span: DaySpan): Promise<WeekReply['switches']> {
  const rows = await queries
    .select({ at: audit.at, verb: audit.verb, name: audit.subject, actor: audit.actor })
    .from(audit)
    .where(actsOf(['switches.off', 'switches.on'], span))
    .orderBy(desc(audit.id))
    .limit(SWITCHES)
  return rows.map(({ at, verb, name, actor }) => ({ at: at.getTime(), isOff: verb === 'switches.off', name, actor }))
}

async function readBans(queries: Queries, span: DaySpan): Promise<WeekReply['bans']> {
  const count = (verb: string): Promise<number> => queries.$count(audit, actsOf([verb], span))
  return { banned: await count('players.ban'), lifted: await count('players.unban') }
}

/** Reads a week. */
export async function readWeek(parts: TodayParts, week: Day): Promise<WeekReply> {
  const { db, now, timeZone: zone, figures } = parts
  const end = addDays(week, WEEK_DAYS)
  const last = addDays(end, -1) > figures.today() ? figures.today() : addDays(end, -1)
  const bounds = { from: startOfDay(week, zone), to: startOfDay(end, zone) }
  const { span } = await readSpan(parts, { first: week, last })
  return {
    ...span,
    players: await readWeekPlayers(parts, week),
    playersBefore: await readWeekPlayers(parts, addDays(week, -WEEK_DAYS)),
    waiting: await readWaiting(db, now()),
    wins: await readWins(db.queries, bounds),
    withdrawals: await readDelivered(db.queries, bounds),
    switches: await readSwitches(db.queries, bounds),
    bans: await readBans(db.queries, bounds),
  }
}
