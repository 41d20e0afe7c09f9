// The calendar: the ten days around today with their prizes, and today's claim.
import { z } from 'zod'
import { wonDropSchema } from './case.ts'
import { centsSchema, refusalSchema, successSchema } from './common.ts'
import { prizeSchema } from './prize.ts'

/** A day of the site's calendar, as 2026-11-21. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const CALENDAR_DAY_STATES = ['claimed', 'today', 'to-come'] as const

const calendarDaySchema = z.object({
  /** Which in a row it is, from 1. */
  number: z.int(),
  isSuper: z.boolean(),
  prize: prizeSchema,
})

export type CalendarDay = z.infer<typeof calendarDaySchema>

export const calendarReplySchema = z.object({
  success: z.literal(true),
  /** Milliseconds since 1970: the server's clock, and the first moment of the next day. */
  now: z.int(),
  to: z.int(),
  /** In which days begin, e.g. Europe/Kyiv. */
  timeZone: z.string(),
  today: daySchema,
  /** Days claimed in a row so far; 0 where today would be the first. */
  streak: z.int(),
  /** Today's number in the row, claimed or not. */
  number: z.int(),
  claimed: z.boolean(),
  /** How long the row was that a missed day has ended; 0 where none was ended. */
  ended: z.int(),
  /** The day that the row begins with again after a missed one. */
  afterMissed: z.int(),
  /** The ten days that today belongs to; the last of them brings a super prize. */
  days: z.array(calendarDaySchema.extend({ state: z.enum(CALENDAR_DAY_STATES) })),
  /** The day after today, which may belong to the next ten. */
  tomorrow: calendarDaySchema,
  /** The super prize after that of these ten. */
  nextSuper: calendarDaySchema,
})

export type CalendarReply = z.infer<typeof calendarReplySchema>

/** The day that the player saw: at midnight a press is not silently taken for the next one. */
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
