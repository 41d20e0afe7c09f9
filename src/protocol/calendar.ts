// The calendar: the ten days around today with their prizes, and today's claim.
import { z } from 'zod'
import { wonDropSchema } from './case.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'
import { prizeSchema } from './prize.ts'

/** A day of the site's time zone, like 2026-11-21. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const CALENDAR_DAY_STATES = ['claimed', 'today', 'to-come'] as const

const calendarDaySchema = z.object({
  /** Its number in the streak, from 1. */
  number: z.int(),
  isSuper: z.boolean(),
  prize: prizeSchema,
})

export type CalendarDay = z.infer<typeof calendarDaySchema>

export const calendarReplySchema = z.object({
  success: z.literal(true),
  /** Milliseconds since 1970: the server's clock, and the start of the next day. */
  now: z.int(),
  to: z.int(),
  /** Why the player gets no gifts, in their language; null when nothing keeps them from it. */
  giftRefusal: z.string().nullable(),
  /** The time zone of the days, e.g. Europe/Kyiv. */
  timeZone: z.string(),
  today: daySchema,
  /** Days claimed in a row; 0 when today would be the first. */
  streak: z.int(),
  /** Today's number in the streak, claimed or not. */
  number: z.int(),
  claimed: z.boolean(),
  /** The length of the streak that a missed day has ended; 0 for none. */
  ended: z.int(),
  /** The number that a streak restarts with after a missed day. */
  afterMissed: z.int(),
  /** The ten days around today; the last one has a super prize. */
  days: z.array(calendarDaySchema.extend({ state: z.enum(CALENDAR_DAY_STATES) })),
  /** The day after today, which may belong to the next ten. */
  tomorrow: calendarDaySchema,
  /** The super prize after the one of these ten days. */
  nextSuper: calendarDaySchema,
})

export type CalendarReply = z.infer<typeof calendarReplySchema>

/** The day that the player saw, so that a claim at midnight does not apply to the next day. */
export const calendarClaimBodySchema = z.strictObject({ day: daySchema })

export type CalendarClaimBody = z.infer<typeof calendarClaimBodySchema>

export const calendarClaimReplySchema = z.union([
  successSchema.extend({
    prize: prizeSchema,
    balance: centsSchema,
    /** The item that was won; null for an amount of money. Nothing is drawn for it. */
    drop: wonDropSchema.omit({ roll: true }).nullable(),
    streak: z.int(),
  }),
  refusalSchema,
])

export type CalendarClaimReply = z.infer<typeof calendarClaimReplySchema>
