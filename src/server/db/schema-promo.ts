// The tables of promo codes: codes, batches of them, and the cases that players opened by them.
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })
const money = () => bigint({ mode: 'number' })

/** What a code, or each code of a batch, gives, and to whom. */
const promoTerms = () => ({
  /** Of the deposit; 0 for a fixed sum. */
  percent: integer().notNull(),
  /** On top of a deposit, in cents; 0 for a percentage. */
  sum: money().notNull().default(0),
  /** The case that it opens, without a deposit; null for a bonus on one. */
  caseUrl: text(),
  startsAt: moment(),
  endsAt: moment(),
  /** 0 for everyone; from 1 on, players whose Steam level is 0 or unknown are refused. */
  steamLevel: integer().notNull().default(0),
  /** The minimum deposit in cents. */
  depositMin: money().notNull().default(0),
  createdAt: now(),
  endedAt: moment(),
})

/** A percentage, a sum or a case, and nothing besides. */
const GIVES_ONE = sql`(case_url is null and (percent between 1 and 1000 and sum = 0 or percent = 0 and sum > 0))
  or (case_url is not null and percent = 0 and sum = 0 and deposit_min = 0)`

/** Codes for one use each that were made at once: their terms, which every code of it has too. */
export const promoBatches = pgTable(
  'promo_batches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What its codes begin with, in lower case. */
    prefix: text().notNull(),
    count: integer().notNull(),
    ...promoTerms(),
  },
  (table) => [check('batch_bonus_sane', GIVES_ONE), check('batch_count', sql`${table.count} between 1 and 10000`)],
)

/** Codes that add a percentage or a fixed sum to a deposit, or open a case. */
export const promoCodes = pgTable(
  'promo_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** In lower case; typed codes are normalized. */
    code: text().notNull().unique(),
    /** Null for no limit. */
    usesMax: integer(),
    usesPerPlayer: integer().notNull().default(1),
    /** Null for a code of its own. */
    batchId: integer().references(() => promoBatches.id),
    ...promoTerms(),
  },
  (table) => [
    check('promo_bonus_sane', GIVES_ONE),
    check('uses_sane', sql`${table.usesMax} > 0 and ${table.usesPerPlayer} > 0`),
    check('code_lower', sql`${table.code} = lower(${table.code})`),
    // The office lists codes of their own, those of a batch, and those with a beginning.
    index('promo_codes_single').on(table.id).where(sql`${table.batchId} is null`),
    index('promo_codes_of_batch').on(table.batchId, table.id).where(sql`${table.batchId} is not null`),
    index('promo_codes_by_beginning').on(sql`${table.code} text_pattern_ops`),
  ],
)

/** Openings of cases by codes: each use of a code by a player once. */
export const promoOpenings = pgTable(
  'promo_openings',
  {
    promoId: integer()
      .notNull()
      .references(() => promoCodes.id),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** Counts the uses of the code by the player, from 1. */
    use: integer().notNull(),
    /** The roll, whose item has the same id. */
    rollId: uuid().notNull().unique(),
    at: now(),
  },
  (table) => [
    primaryKey({ name: 'promo_openings_pkey', columns: [table.promoId, table.playerId, table.use] }),
    index('promo_openings_of_player').on(table.playerId, table.at),
    // The office lists who used a code by the time.
    index('promo_openings_by_time').on(table.promoId, table.rollId),
    check('use_from_one', sql`${table.use} >= 1`),
  ],
)
