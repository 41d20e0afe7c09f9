// The tables of operations: bans, freezes of withdrawals, editions of the catalogue, leases of jobs, the site's mode, traces of sign-ins.
import { sql } from 'drizzle-orm'
import {
  boolean,
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
import type { Localized } from '../../game/base/language.ts'
import { DRAFT_STATES } from '../../game/office/subjects.ts'
import { FREEZE_REASONS } from '../../game/payments/freezes.ts'
import { players } from './schema.ts'
import { staff } from './schema-office.ts'

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
    /** When it ends by itself; null for one that a person ends. */
    until: moment(),
  },
  (table) => [
    uniqueIndex('one_ban_at_a_time').on(table.playerId).where(sql`${table.liftedAt} is null`),
    index('bans_due').on(table.until).where(sql`${table.until} is not null and ${table.liftedAt} is null`),
    check('ban_lifted_with_reason', sql`(${table.liftedAt} is null) = (${table.liftReason} is null)`),
  ],
)

/** What staff switched off, with what players read meanwhile. One that has ended stays. */
export const switches = pgTable(
  'switches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    words: jsonb().$type<Localized>().notNull(),
    since: moment().notNull(),
    /** When it ends by itself; null where a person ends it. */
    until: moment(),
    endedAt: moment(),
  },
  (table) => [
    uniqueIndex('one_switch_at_a_time').on(table.name).where(sql`${table.endedAt} is null`),
    index('switches_by_end').on(table.endedAt),
    check('switch_ends_later', sql`${table.until} > ${table.since} and ${table.endedAt} >= ${table.since}`),
  ],
)

/** Erasures that players asked for or operators did; one that is not done yet can be taken back. */
export const erasures = pgTable(
  'erasures',
  {
    playerId: integer()
      .primaryKey()
      .references(() => players.id),
    requestedAt: now(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    erasedAt: moment(),
    /** Asked for by the shop; the player did otherwise. */
    byShop: boolean().notNull().default(false),
  },
  (table) => [index('erasures_due').on(table.dueAt).where(sql`${table.erasedAt} is null`)],
)

/** Freezes of a player's withdrawals because of a deposit. A lifted freeze stays. */
export const withdrawalFreezes = pgTable(
  'withdrawal_freezes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    reason: text({ enum: FREEZE_REASONS }).notNull(),
    /** The order that it is about. */
    reference: uuid().notNull(),
    at: now(),
    liftedAt: moment(),
  },
  (table) => [
    uniqueIndex('one_freeze_at_a_time')
      .on(table.playerId, table.reason, table.reference)
      .where(sql`${table.liftedAt} is null`),
    check('freeze_reason_known', sql.raw(`reason in (${FREEZE_REASONS.map((reason) => `'${reason}'`).join(', ')})`)),
  ],
)

/** The texts of the shop's files, each once: most editions differ in one file. Rows are only added. */
export const shopFiles = pgTable('shop_files', {
  /** SHA-256 of the text, as hex. */
  digest: text().primaryKey(),
  text: text().notNull(),
})

/** Every edition of the shop's files; the newest is in force on all instances. Rows are only added. */
export const shopEditions = pgTable(
  'shop_editions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the names and digests of all files, as hex. */
    digest: text().notNull(),
    /** The digest of its catalogue, which what is played is compared with. */
    catalogueDigest: text().notNull(),
    /** The digests of the texts, by the names of their files. */
    files: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** The names of the files that are the shop's own; the others are those of the release. */
    own: jsonb().$type<readonly string[]>().notNull(),
    /** Who published it. */
    author: text().notNull(),
    note: text().notNull().default(''),
    /** What differs from the edition before it, a line each. */
    changes: jsonb().$type<readonly string[]>().notNull(),
    at: now(),
  },
  (table) => [index('shop_editions_by_digest').on(table.digest)],
)

/** Changes of the shop that somebody works on, or that wait for their time. */
export const shopDrafts = pgTable(
  'shop_drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    state: text({ enum: DRAFT_STATES }).notNull().default('open'),
    /** The edition that it was made on. */
    base: integer()
      .notNull()
      .references(() => shopEditions.id),
    /** The new texts by the names of their files; null for a file that is the release's own again. */
    files: jsonb().$type<Readonly<Record<string, string | null>>>().notNull(),
    /** Counts its changes: one that was made on an older one is refused. */
    version: integer().notNull().default(1),
    /** Who began it, and who changed it last. */
    authorId: uuid()
      .notNull()
      .references(() => staff.id),
    editorId: uuid()
      .notNull()
      .references(() => staff.id),
    madeAt: moment().notNull(),
    changedAt: moment().notNull(),
    /** When it is published. */
    dueAt: moment(),
    /** Who approved it, as editions name their author, and why. */
    approvedBy: text(),
    note: text().notNull().default(''),
    /** Why it was not published at its time. */
    fault: text(),
    /** What it became. */
    edition: integer().references(() => shopEditions.id),
  },
  (table) => [
    index('shop_drafts_by_state').on(table.state, table.id),
    index('shop_drafts_due').on(table.dueAt).where(sql`${table.state} = 'due'`),
    check('draft_state_known', sql.raw(`state in (${DRAFT_STATES.map((state) => `'${state}'`).join(', ')})`)),
    check(
      'draft_due',
      sql`${table.state} <> 'due' or (${table.dueAt} is not null and ${table.approvedBy} is not null)`,
    ),
    check('draft_published', sql`(${table.state} = 'published') = (${table.edition} is not null)`),
  ],
)

/** Every edition of the exchange rates that was accepted; the newest is what a changed file is compared with. Rows are only added. */
export const acceptedRates = pgTable('accepted_rates', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Roubles for one unit of each currency. */
  rates: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
  author: text().notNull(),
  /** What differs from the rates before, a line each. */
  changes: jsonb().$type<readonly string[]>().notNull(),
  at: now(),
})

/** Imports of prices at PRICES_AT; the newest says whether a day's is done. Rows are only added. */
export const priceImports = pgTable('price_imports', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  author: text().notNull(),
  source: text().notNull(),
  /** Prices that changed, changes that were held back, and items that the list lacked. */
  changes: integer().notNull(),
  held: integer().notNull(),
  unlisted: integer().notNull(),
  /** The URLs of cases that left their range of returns. */
  switchedOff: jsonb().$type<readonly string[]>().notNull(),
  at: now(),
})

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

/** The kinds of traces by which players are related. */
export const TRACE_KINDS = ['device', 'address', 'card', 'trade'] as const
export type TraceKind = (typeof TRACE_KINDS)[number]

/** What players leave behind on a day, to find related ones: by signing in, paying by card, or entering a trade URL that is not theirs. */
export const accountTraces = pgTable(
  'account_traces',
  {
    playerId: integer()
      .notNull()
      .references(() => players.id),
    kind: text({ enum: TRACE_KINDS }).notNull(),
    /** The hash of a device's id or of a card; a /24 of IPv4 or a /48 of IPv6; the Steam ID of the other account's trade URL. */
    value: text().notNull(),
    /** In UTC. */
    day: date().notNull(),
  },
  (table) => [
    primaryKey({ name: 'account_traces_pkey', columns: [table.playerId, table.kind, table.value, table.day] }),
    check('trace_kind_known', sql`${table.kind} in ('device', 'address', 'card', 'trade')`),
    index('account_traces_by_value').on(table.kind, table.value),
  ],
)
