// The tables of operations: bans, editions of the catalogue, leases of jobs, the site's mode.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })

/** Bans by the operator, with their reasons. A lifted ban stays, with the reason for lifting it. */
export const bans = pgTable(
  'bans',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    reason: text().notNull(),
    at: now(),
    liftedAt: moment(),
    liftReason: text(),
    /** True when the player's requested withdrawals are sent all the same. */
    keepsWithdrawals: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('one_ban_at_a_time').on(table.playerId).where(sql`${table.liftedAt} is null`),
    check('ban_lifted_with_reason', sql`(${table.liftedAt} is null) = (${table.liftReason} is null)`),
  ],
)

/** Every edition of the catalogue; the newest is active on all instances. */
export const catalogueEditions = pgTable(
  'catalogue_editions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    digest: text().notNull(),
    /** The texts of the folder's files, by their names. */
    files: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    at: now(),
  },
  (table) => [index('catalogue_editions_by_digest').on(table.digest)],
)

/** Leases of jobs that one instance runs for all: the instance that moves `nextAt` ahead holds the lease. */
export const jobLeases = pgTable('job_turns', {
  name: text().primaryKey(),
  nextAt: moment().notNull(),
})

/** The mode of the site that the database belongs to: one row, written at the first start and never changed. */
export const siteMode = pgTable(
  'site_mode',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    mode: text({ enum: ['sandbox', 'live'] }).notNull(),
    at: now(),
  },
  (table) => [
    check('one_mode', sql`${table.isOnlyRow}`),
    check('known_mode', sql`${table.mode} in ('sandbox', 'live')`),
  ],
)
