// The calendar as a use case: one claim a day, counted in a row, its prize given in the same transaction.
import { desc, eq } from 'drizzle-orm'
import type { CalendarClaimReply, CalendarDay, CalendarReply } from '../../contract/calendar.ts'
import {
  type CalendarStanding,
  type Claim,
  calendarStanding,
  FIRST_DAY,
  firstOfTen,
  isSuperDay,
  prizeOfDay,
} from '../../game/calendar.ts'
import { CALENDAR_SUPER_DAYS } from '../../game/economy.ts'
import type { PrizeOf } from '../../game/rewards.ts'
import { type Day, dayAt, dayOf } from '../../game/site-time.ts'
import { type Queries, violates } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { calendarClaims } from '../db/schema-rewards.ts'
import { RefusalError } from '../refusal.ts'
import { type GameParts, keepAnswer, liveDrop, playOnce } from './game-turn.ts'
import { type Given, givePrize } from './give-prize.ts'
import { itemView } from './item-view.ts'
import { keepNotice, type Notice } from './notifications.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'
import { prizeView } from './prize-view.ts'
import { assertNotExcluded } from './protection.ts'

/** What a claim answers, but for its words. */
export type CalendarClaimed = Omit<Extract<CalendarClaimReply, { success: true }>, 'message'>

export interface CalendarService {
  /**
   * The days around today.
   *
   * @param playerId null for a guest, who sees the row from its first day
   */
  standingOf(playerId: number | null): Promise<Omit<CalendarReply, 'success'>>
  /**
   * Claims today's prize.
   *
   * @param day today, as the player saw it
   * @throws RefusalError 'calendar-day-changed' when it is another day by now, 'calendar-claimed' the second time in a day, 'excluded'
   */
  claim(player: Opener, day: Day, click: Click): Promise<CalendarClaimed>
}

export interface CalendarParts extends GameParts {
  readonly now: () => number
  readonly timeZone: string
}

type DayPrize = PrizeOf<'balance' | 'item'>

async function lastClaim(queries: Queries, playerId: number): Promise<Claim | null> {
  const [row] = await queries
    .select({ day: calendarClaims.day, streak: calendarClaims.streak })
    .from(calendarClaims)
    .where(eq(calendarClaims.playerId, playerId))
    .orderBy(desc(calendarClaims.day))
    .limit(1)
  return row ?? null
}

function answerOf(prize: DayPrize, { balance, won }: Given, streak: number): CalendarClaimed {
  return {
    success: true,
    prize: prizeView(prize),
    balance,
    drop: won === null ? null : { id: won.id, price: won.item.priceCents, item: itemView(won.item) },
    streak,
  }
}

interface Written {
  readonly answer: CalendarClaimed
  readonly given: Given
  readonly notice: Notice | null
}

async function claimWithin(
  tx: Queries,
  player: Opener,
  today: Day,
  at: Date,
  prizeOf: (number: number) => DayPrize,
  click: Click,
): Promise<Written> {
  // One claim of a player at a time. An exclusion takes this lock too, and what comes after it finds it.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, player.id)).for('no key update')
  await assertNotExcluded(tx, player.id, at)
  const { number, isClaimed } = calendarStanding(await lastClaim(tx, player.id), today)
  if (isClaimed) throw new RefusalError('calendar-claimed')
  const prize = prizeOf(number)
  const given = await givePrize(tx, player.id, prize, {
    source: 'calendar',
    kind: 'calendar',
    reference: `${player.id}:${today}`,
  })
  const wonId = given.won?.id ?? null
  await tx.insert(calendarClaims).values({ playerId: player.id, day: today, streak: number, wonId })
  const notice: Notice | null = isSuperDay(number)
    ? { kind: 'calendarSuper', amounts: { amount: given.won?.item.priceCents ?? 0 }, link: '/dashboard' }
    : null
  if (notice !== null) await keepNotice(tx, player.id, notice)
  const answer = answerOf(prize, given, number)
  await keepAnswer(tx, click, answer)
  return { answer, given, notice }
}

/** The days as the wire shows them. */
function daysAround(
  { number, isClaimed }: CalendarStanding,
  prizeOf: (number: number) => DayPrize,
): Pick<CalendarReply, 'days' | 'tomorrow' | 'nextSuper'> {
  const dayView = (day: number): CalendarDay => ({
    number: day,
    isSuper: isSuperDay(day),
    prize: prizeView(prizeOf(day)),
  })
  const first = firstOfTen(number)
  const days = Array.from({ length: CALENDAR_SUPER_DAYS }, (_, place) => {
    const day = first + place
    const isPast = day < number || (day === number && isClaimed)
    return {
      ...dayView(day),
      state: isPast ? ('claimed' as const) : day === number ? ('today' as const) : ('to-come' as const),
    }
  })
  return { days, tomorrow: dayView(number + 1), nextSuper: dayView(first - FIRST_DAY + 2 * CALENDAR_SUPER_DAYS) }
}

/** The calendar over a database and a catalogue. */
export function createCalendar(parts: CalendarParts): CalendarService {
  const { db, catalogue, events, now, timeZone } = parts
  const prizeOf = (number: number): DayPrize => prizeOfDay(catalogue().rewards.calendar, number)

  async function claim(player: Opener, day: Day, click: Click): Promise<CalendarClaimed> {
    const nowMs = now()
    const today = dayAt(nowMs, timeZone)
    if (day !== today) throw new RefusalError('calendar-day-changed')
    try {
      const { answer, given, notice } = await db.transaction((tx) =>
        claimWithin(tx, player, today, new Date(nowMs), prizeOf, click),
      )
      const { balance, won } = given
      if (won === null) events.emit('balance', { playerId: player.id, balance })
      else events.emit('drops', [liveDrop('calendar', won, won.item, { ...player, ...won.standing })])
      if (notice !== null) events.emit('notice', { playerId: player.id, notice })
      return answer
    } catch (error) {
      if (violates(error, 'calendar_claims_pkey') || violates(error, 'transfers_once')) {
        throw new RefusalError('calendar-claimed')
      }
      throw error
    }
  }

  return {
    standingOf: async (playerId) => {
      const nowMs = now()
      const { day: today, toMs: to } = dayOf(nowMs, timeZone)
      const standing = calendarStanding(playerId === null ? null : await lastClaim(db.queries, playerId), today)
      const { number, isClaimed: claimed, ended } = standing
      const streak = claimed ? number : number - FIRST_DAY
      return {
        now: nowMs,
        to,
        timeZone,
        today,
        streak,
        number,
        claimed,
        ended,
        afterMissed: FIRST_DAY,
        ...daysAround(standing, prizeOf),
      }
    },
    claim: (player, day, click) => playOnce(parts, click, () => claim(player, day, click)),
  }
}
