// The tables of running the site: whom the operator has banned, the catalogues that were in force, whose turn a job is.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })

/** Who was banned by the operator, and why. A ban that was lifted stays, with the reason for that. */
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
  },
  (table) => [
    uniqueIndex('one_ban_at_a_time').on(table.playerId).where(sql`${table.liftedAt} is null`),
    check('ban_lifted_with_reason', sql`(${table.liftedAt} is null) = (${table.liftReason} is null)`),
  ],
)

/** Every catalogue that was ever in force; the newest is, on all instances. */
export const catalogueEditions = pgTable(
  'catalogue_editions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    digest: text().notNull(),
    /** The files of the folder by their names, as they were read. */
    files: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    at: now(),
  },
  (table) => [index('catalogue_editions_by_digest').on(table.digest)],
)

/** Jobs that one instance does for all: whoever moves `nextAt` on has the turn. */
export const jobTurns = pgTable('job_turns', {
  name: text().primaryKey(),
  nextAt: moment().notNull(),
})
