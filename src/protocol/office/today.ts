// The room Today: the figures of a period beside the one before it, cohorts, the week of the owner, and their tables as files.
import { z } from 'zod'
import { HOUR_FIGURES, PLAYER_FIGURES, WAITING_KINDS } from '../../game/office/figures.ts'
import { centsSchema, itemViewSchema, localizedSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day of the site's calendar. */
const daySchema = z
  .string()
  .regex(DAY)
  .refine((text) => {
    const at = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
  })

const numbersOf = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>)

const hourFiguresSchema = numbersOf(HOUR_FIGURES)

/** Amounts in cents, `margin` in millionths of a cent. Different players of days are added up. */
const dayFiguresSchema = hourFiguresSchema.extend(numbersOf(PLAYER_FIGURES).shape)

const playedSchema = z.object({
  rolls: z.int(),
  staked: centsSchema,
  won: z.int(),
  expected: z.number(),
  variance: z.number(),
})

const returnSchema = z.object({
  /** The game, or the URL of the case. */
  name: z.string(),
  /** Of a case that the shop has or had. */
  title: localizedSchema.nullable(),
  played: playedSchema,
  /** In the period before; null where it was not played. */
  before: playedSchema.nullable(),
})

export type ReturnRow = z.infer<typeof returnSchema>

const periodSchema = z.object({ first: daySchema, last: daySchema })

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  /** Since when the oldest waits; null where nothing does. */
  since: momentSchema.nullable(),
})

export type WaitingRow = z.infer<typeof waitingSchema>

/** What a page of figures says of its period. */
const spanSchema = z.object({
  zone: z.string(),
  today: daySchema,
  /** The first day of the shop; null before it. */
  began: daySchema.nullable(),
  /** When it was counted. */
  at: momentSchema,
  period: periodSchema,
  before: periodSchema,
  /** Days of both periods that are over and not counted yet. */
  missing: z.array(daySchema),
  total: dayFiguresSchema,
  /** Null where the shop was not there yet. */
  totalBefore: dayFiguresSchema.nullable(),
  games: z.array(returnSchema),
  cases: z.array(returnSchema),
})

/** `GET /today`. */
export const todayReplySchema = spanSchema.extend({
  days: z.array(dayFiguresSchema.extend({ day: daySchema })),
  daysBefore: z.array(dayFiguresSchema.extend({ day: daySchema })),
  /** Of a short period; empty for a long one. */
  hours: z.array(hourFiguresSchema.extend({ day: daySchema, at: momentSchema })),
  /** The hours of the period before, as many as its days have. */
  hoursBefore: z.array(hourFiguresSchema.extend({ day: daySchema, at: momentSchema })),
  waiting: z.array(waitingSchema),
})

export type TodayReply = z.infer<typeof todayReplySchema>

/** `GET /today/cohorts`. */
export const cohortsReplySchema = z.object({
  zone: z.string(),
  /** Weeks of sign-in, the newest first, each with what its players did in that week and in those after it. */
  cohorts: z.array(
    z.object({
      cohort: daySchema,
      players: z.int(),
      weeks: z.array(
        z.object({
          week: daySchema,
          active: z.int(),
          payers: z.int(),
          firstPayers: z.int(),
          deposited: centsSchema,
          /** In millionths of a cent. */
          margin: z.int(),
        }),
      ),
    }),
  ),
})

export type CohortsReply = z.infer<typeof cohortsReplySchema>

/** `GET /today/week`. */
export const weekReplySchema = spanSchema.extend({
  /** Different players of the whole week, and of the one before; null for a week that is not counted yet. */
  players: z.object({ active: z.int(), payers: z.int() }).nullable(),
  playersBefore: z.object({ active: z.int(), payers: z.int() }).nullable(),
  waiting: z.array(waitingSchema),
  wins: z.array(z.object({ at: momentSchema, source: z.string(), item: itemViewSchema, price: centsSchema })),
  withdrawals: z.array(z.object({ at: momentSchema, item: itemViewSchema, price: centsSchema })),
  switches: z.array(z.object({ at: momentSchema, isOff: z.boolean(), name: z.string(), actor: z.string() })),
  bans: z.object({ banned: z.int(), lifted: z.int() }),
})

export type WeekReply = z.infer<typeof weekReplySchema>

/** Without days it is today. */
export const todayQuerySchema = z.strictObject({ from: daySchema.optional(), to: daySchema.optional() })

/** Without a day it is the last week that is over; any day names its week. */
export const weekQuerySchema = z.strictObject({ week: daySchema.optional() })

/** The tables that are handed out as CSV files. */
export const TODAY_TABLES = [
  'days',
  'hours',
  'games',
  'cases',
  'waiting',
  'cohorts',
  'wins',
  'withdrawals',
  'switches',
] as const

/** `GET /today/tables/:table`. */
export const tableParamsSchema = z.strictObject({ table: z.enum(TODAY_TABLES) })
