// The tables of figures: what a job counted of days and weeks that are over, so that the office need not count them again. All of it follows
// from the ledger, and names no player.
import { bigint, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { GivenByPart } from '../../game/rewards/gift-cost.ts'

const count = () => integer().notNull()
const money = () => bigint({ mode: 'number' }).notNull()

/** What adds up, by hours from the beginning of a day: game/office/figures.ts says what each is. */
export const figuresOfHours = pgTable(
  'figures_of_hours',
  {
    /** In the site's time zone, like 2026-11-21. */
    day: text().notNull(),
    /** From 0. A day has 23 to 25 of them. */
    hour: count(),
    joined: count(),
    firstDeposits: count(),
    converted: count(),
    deposits: count(),
    deposited: money(),
    refunded: money(),
    staked: money(),
    margin: money(),
    gifts: money(),
    referral: money(),
    withdrawals: count(),
    withdrawn: money(),
  },
  (table) => [primaryKey({ name: 'figures_of_hours_pkey', columns: [table.day, table.hour] })],
)

/** The days that were counted, and the different players of each. */
export const figuresOfDays = pgTable('figures_of_days', {
  day: text().primaryKey(),
  /** The time zone that it is a day of: in another one it is counted anew. */
  zone: text().notNull(),
  active: count(),
  returning: count(),
  payers: count(),
  /** What was given by part of the rewards, in cents (game/rewards/gift-cost.ts); null where the day was counted before that was. */
  given: jsonb().$type<GivenByPart>(),
})

/** What each game, and each case, took and gave on a day, without the bots of a sandbox. */
export const figuresOfGames = pgTable(
  'figures_of_games',
  {
    day: text().notNull(),
    game: text().notNull(),
    /** The case's URL; empty for other games. */
    reference: text().notNull(),
    rolls: count(),
    staked: money(),
    won: money(),
    /** The value of the rolls by their odds, in cents, and the sum of their variances, in cents squared. */
    expected: doublePrecision().notNull(),
    variance: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ name: 'figures_of_games_pkey', columns: [table.day, table.game, table.reference] })],
)

/** What the players who joined in a week did in that week and in each later one. */
export const cohorts = pgTable(
  'cohorts',
  {
    /** The first day of the week in which they joined. */
    cohort: text().notNull(),
    /** The first day of the week that is counted. */
    week: text().notNull(),
    zone: text().notNull(),
    /** How many joined; 0 in later weeks. */
    players: count(),
    active: count(),
    payers: count(),
    /** Those who deposited for the first time. */
    firstPayers: count(),
    deposited: money(),
    /** In millionths of a cent. */
    margin: money(),
  },
  (table) => [primaryKey({ name: 'cohorts_pkey', columns: [table.week, table.cohort] })],
)
