// The calendar as a use case: one claim a day, counted as a streak, its prize given in the same transaction.
import { desc, eq } from 'drizzle-orm'
import { CALENDAR_SUPER_DAYS } from '../../../game/base/economy.ts'
import { type Day, dayAt, dayOf } from '../../../game/base/site-time.ts'
import {
  type CalendarStreak,
  type Claim,
  calendarStreak,
  FIRST_DAY,
  firstOfTen,
  isSuperDay,
  prizeOfDay,
} from '../../../game/rewards/calendar.ts'
import type { PrizeOf } from '../../../game/rewards/rewards.ts'
import type { CalendarClaimReply, CalendarDay, CalendarReply } from '../../../protocol/calendar.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, violatesConstraint } from '../../db/database.ts'
import { calendarClaims } from '../../db/schema-rewards.ts'
import { assertMayHaveGift, type GiftAccess, type GiftAsk } from '../account/gift-access.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer, type Player } from '../calls/player.ts'
import { storeNotification } from '../notices/notifications.ts'
import { type GivenPrize, givePrize } from '../rolls/give-prize.ts'
import { itemView } from '../rolls/item-view.ts'
import { type GameParts, liveDrop, playOnce, storeResponse } from '../rolls/play.ts'
import { prizeView } from '../rolls/prize-view.ts'

/** The response of a claim, without its message. */
export type CalendarClaimed = Omit<Extract<CalendarClaimReply, { success: true }>, 'message'>

export interface CalendarService {
  /**
   * Returns the days around today.
   *
   * @param playerId null for a guest, who sees the first ten days
   */
  overview(playerId: number | null): Promise<Omit<CalendarReply, 'success' | 'giftRefusal'>>
  /**
   * Claims today's prize.
   *
   * @param day today, as the player saw it
   * @throws RefusalError 'calendar-day-changed' when the day has changed, 'calendar-claimed' the second time in a day, 'excluded',
   *   and those of assertMayHaveGift
   */
  claim(player: Player, day: Day, idempotencyKey: IdempotencyKey): Promise<CalendarClaimed>
}

export interface CalendarParts extends GameParts {
  /** Asks Steam about players without a deposit. */
  readonly giftAccess: Pick<GiftAccess, 'refresh'>
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

function answerOf(prize: DayPrize, { balance, won }: GivenPrize, streak: number): CalendarClaimed {
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
  readonly given: GivenPrize
  readonly notification: PlayerNotification | null
}

async function claimWithin(
  tx: Queries,
  player: Player,
  today: Day,
  ask: GiftAsk & { readonly digest: string },
  prizeOf: (number: number) => DayPrize,
  idempotencyKey: IdempotencyKey,
): Promise<Written> {
  await lockPlayer(tx, player.id)
  await assertNotExcluded(tx, player.id, ask.at)
  await assertMayHaveGift(tx, player.id, ask)
  const { number, isClaimed } = calendarStreak(await lastClaim(tx, player.id), today)
  if (isClaimed) throw new RefusalError('calendar-claimed')
  const prize = prizeOf(number)
  const given = await givePrize(tx, player.id, prize, {
    source: 'calendar',
    kind: 'calendar',
    reference: `${player.id}:${today}`,
    digest: ask.digest,
  })
  const wonId = given.won?.id ?? null
  await tx.insert(calendarClaims).values({ playerId: player.id, day: today, streak: number, wonId })
  const notification: PlayerNotification | null = isSuperDay(number)
    ? {
        kind: 'calendarSuper',
        amounts: { amount: given.won?.item.priceCents ?? 0, day: number },
        link: '/dashboard',
      }
    : null
  if (notification !== null) await storeNotification(tx, player.id, notification)
  const answer = answerOf(prize, given, number)
  await storeResponse(tx, idempotencyKey, answer)
  return { answer, given, notification }
}

/** Converts the days for the protocol. */
function daysAround(
  { number, isClaimed }: CalendarStreak,
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

/** Makes the calendar over a database and a catalogue. */
export function createCalendar(parts: CalendarParts): CalendarService {
  const { db, catalogue, events, giftAccess, now, timeZone } = parts
  const prizeOf = (number: number): DayPrize => prizeOfDay(catalogue().rewards.calendar, number)

  async function claim(player: Player, day: Day, idempotencyKey: IdempotencyKey): Promise<CalendarClaimed> {
    const nowMs = now()
    const today = dayAt(nowMs, timeZone)
    if (day !== today) throw new RefusalError('calendar-day-changed')
    const { rewards, digest } = catalogue()
    const ask = { rules: rewards.gifts, at: new Date(nowMs), digest }
    await giftAccess.refresh(player.id)
    try {
      const { answer, given, notification } = await db.transaction((tx) =>
        claimWithin(tx, player, today, ask, prizeOf, idempotencyKey),
      )
      const { balance, won } = given
      if (won === null) events.emit('balance', { playerId: player.id, balance })
      else events.emit('drops', [liveDrop('calendar', won, won.item, { ...player, ...won.totals })], player.id)
      if (notification !== null) events.emit('notification', { playerId: player.id, notification })
      return answer
    } catch (error) {
      if (violatesConstraint(error, 'calendar_claims_pkey') || violatesConstraint(error, 'transfers_once')) {
        throw new RefusalError('calendar-claimed')
      }
      throw error
    }
  }

  return {
    overview: async (playerId) => {
      const nowMs = now()
      const { day: today, toMs: to } = dayOf(nowMs, timeZone)
      const current = calendarStreak(playerId === null ? null : await lastClaim(db.queries, playerId), today)
      const { number, isClaimed: claimed, ended } = current
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
        ...daysAround(current, prizeOf),
      }
    },
    claim: (player, day, idempotencyKey) => playOnce(parts, idempotencyKey, () => claim(player, day, idempotencyKey)),
  }
}
