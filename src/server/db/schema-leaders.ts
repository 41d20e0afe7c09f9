// The tables of leaderboards and badges.

import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { BADGES } from '../../game/base/badges.ts'
import { LEADER_PERIODS } from '../../game/rewards/rewards.ts'
import { players } from './schema.ts'

const instant = () => timestamp({ withTimezone: true }).notNull()
const money = () => bigint({ mode: 'number' })

/**
 * The margin and the best result of each player on each day, counted from rolls that are settled. Days of a week and a month are added
 * when a board is read.
 */
export const leaderDays = pgTable(
  'leader_days',
  {
    /** In the site's time zone, like 2026-11-21. */
    day: text().notNull(),
    /** Without a foreign key: a check of it would lock the player. */
    playerId: integer().notNull(),
    /** In millionths of a cent; less where a deposit was reversed. */
    margin: money().notNull().default(0),
    /** The last roll that added margin while it still counted: of equal players the first to get there leads. */
    reachedId: uuid(),
    /** The roll with the greatest multiplier of an own stake, what it cost and what it won; null for none. */
    bestId: uuid(),
    bestStake: money(),
    bestWon: money(),
  },
  (table) => [
    primaryKey({ name: 'leader_days_pkey', columns: [table.day, table.playerId] }),
    index('leader_days_of_player').on(table.playerId, table.day),
    check('leader_margin_never_negative', sql`${table.margin} >= 0`),
    check('best_result_whole', sql`num_nonnulls(${table.bestId}, ${table.bestStake}, ${table.bestWon}) in (0, 3)`),
  ],
)

/** Up to when rolls are counted in `leader_days`: one row. */
export const leaderProgress = pgTable(
  'leader_progress',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    /** Periods that began earlier are not complete, and have no prizes. */
    since: instant(),
    countedUntil: instant(),
  },
  (table) => [check('one_progress', sql`${table.isOnlyRow}`)],
)

/** Periods whose prizes were paid or rolled over. The key lets each be settled once. */
export const leaderPeriods = pgTable(
  'leader_periods',
  {
    period: text({ enum: LEADER_PERIODS }).notNull(),
    /** Its first day. */
    day: text().notNull(),
    settledAt: instant(),
  },
  (table) => [primaryKey({ name: 'leader_periods_pkey', columns: [table.period, table.day] })],
)

/** The places with prizes of settled periods. */
export const leaderPrizes = pgTable(
  'leader_prizes',
  {
    period: text({ enum: LEADER_PERIODS }).notNull(),
    day: text().notNull(),
    /** From 1. */
    place: integer().notNull(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** The margin that counted, in millionths of a cent. */
    margin: money().notNull(),
    /** The prize that was paid, of the place or of one below it; the place's own where none was. */
    prize: money().notNull(),
    /** The prize, or 0 where the margin did not cover it and it rolled over. */
    paid: money().notNull(),
  },
  (table) => [
    primaryKey({ name: 'leader_prizes_pkey', columns: [table.period, table.day, table.place] }),
    index('leader_prizes_of_player').on(table.playerId, table.period, table.day),
    check('prize_paid_whole', sql`${table.paid} in (0, ${table.prize})`),
  ],
)

/** Badges that players earned. Their rows are only added: a limit that is removed later leaves the badge. */
export const badges = pgTable(
  'badges',
  {
    playerId: integer()
      .notNull()
      .references(() => players.id),
    badge: text({ enum: BADGES }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: 'badges_pkey', columns: [table.playerId, table.badge] })],
)
