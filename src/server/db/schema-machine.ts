// The tables about the machine: processes of the site, runs of their jobs, checks and backups by a press, security events, the stock.
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

/** A process of the site, from its start on. It writes every ten seconds that it lives. */
export const instances = pgTable(
  'instances',
  {
    id: uuid().primaryKey(),
    version: text().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    startedAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** Null while it runs, and for one that was killed. */
    endedAt: moment(),
    /** By how many milliseconds its machine's clock was ahead of the database's. */
    clockAheadMs: integer().notNull().default(0),
    /** In which it counts days; null for one of an earlier release. */
    timeZone: text(),
    /** What its jobs do: a list of JobState (game/office/job-health.ts). */
    jobs: jsonb().notNull().default([]),
    /** What it knows of the account that trades; null where it has none. */
    bot: jsonb(),
    /** What that account had in stock, by market name, when this process last looked; null before. */
    stock: jsonb().$type<Readonly<Record<string, number>>>(),
    stockAt: moment(),
  },
  (table) => [index('instances_by_sign').on(table.seenAt)],
)

/** Runs of jobs. Consecutive runs of a process that ended alike are one row, for an hour. */
export const jobRuns = pgTable(
  'job_runs',
  {
    id: uuid().primaryKey(),
    instanceId: uuid().notNull(),
    job: text().notNull(),
    /** The start of the first of these runs, and the end of the last. */
    startedAt: moment().notNull(),
    endedAt: moment().notNull(),
    runs: integer().notNull(),
    longestMs: integer().notNull(),
    result: text({ enum: ['done', 'failed'] }).notNull(),
    error: text(),
  },
  (table) => [
    check('job_result_known', sql`${table.result} in ('done', 'failed')`),
    check('job_error_of_failure', sql`(${table.result} = 'failed') = (${table.error} is not null)`),
    index('job_runs_by_job').on(table.job, table.id),
  ],
)

/** Checks of the ledger and backups that a member of the staff asked for. One of a kind at a time. */
export const upkeepRuns = pgTable(
  'upkeep_runs',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['check', 'backup'] }).notNull(),
    author: text().notNull(),
    instanceId: uuid().notNull(),
    startedAt: moment().notNull(),
    endedAt: moment(),
    state: text({ enum: ['running', 'done', 'failed', 'interrupted'] }).notNull(),
    /** What it found or wrote, in numbers and names. */
    result: jsonb(),
    problem: text(),
  },
  (table) => [
    check('upkeep_kind_known', sql`${table.kind} in ('check', 'backup')`),
    check('upkeep_ended', sql`(${table.state} = 'running') = (${table.endedAt} is null)`),
    uniqueIndex('one_upkeep_at_a_time').on(table.kind).where(sql`${table.endedAt} is null`),
    index('upkeep_runs_by_kind').on(table.kind, table.id),
  ],
)

/** How often each event of security happened in an hour; no addresses and no persons, so that an attack adds few rows. */
export const securityCounts = pgTable(
  'security_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    hour: moment().notNull(),
    source: text({ enum: ['site', 'office', 'realtime'] }).notNull(),
    event: text().notNull(),
    /** Why: a code of the site. */
    code: text().notNull(),
    /** The declared route. */
    call: text().notNull(),
    count: integer().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [
    check('security_source_known', sql`${table.source} in ('site', 'office', 'realtime')`),
    uniqueIndex('security_counts_once').on(table.hour, table.source, table.event, table.code, table.call),
    index('security_counts_by_event').on(table.event, table.hour, table.id),
    index('security_counts_by_hour').on(table.hour, table.id),
  ],
)

/** How many of each item players hold, as last counted. */
export const stockHeld = pgTable('stock_held', {
  itemId: text().primaryKey(),
  count: integer().notNull(),
  /** Their value when they were won, in cents. */
  worth: bigint({ mode: 'number' }).notNull(),
  at: moment().notNull(),
})

/** What became of withdrawals of each item on each day, in UTC: offered, out of stock, replaced. */
export const stockDays = pgTable(
  'stock_days',
  {
    day: date().notNull(),
    itemId: text().notNull(),
    offered: integer().notNull().default(0),
    missing: integer().notNull().default(0),
    replaced: integer().notNull().default(0),
  },
  (table) => [primaryKey({ name: 'stock_days_pkey', columns: [table.day, table.itemId] })],
)
