// The tables of alerts: where members of the staff are told what waits, what was told, and faults that nightly checks found.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import { ALERT_STATES, CHANNEL_KINDS, type ToldMatter } from '../../game/office/alerts.ts'
import { staff } from './schema-office.ts'

const moment = () => timestamp({ withTimezone: true })

const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)

/** Channels of members, and the webhook of the shop. One that ended stays for the log, without its address. */
export const alertChannels = pgTable(
  'alert_channels',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    /** Null for the webhook. */
    staffId: uuid().references(() => staff.id),
    /** A chat at Telegram, or the address at a push service; null for the webhook, whose address is a setting, and once it ended. */
    target: text(),
    /** The browser's public key and its secret, base64url. */
    p256dh: text(),
    auth: text(),
    /** The chat or the browser, as its owner tells it apart. */
    label: text().notNull(),
    /** Only what is urgent is told at night. */
    quiet: boolean().notNull().default(true),
    addedAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [
    check('channel_kind_known', oneOf('kind', CHANNEL_KINDS)),
    check('channel_owned', sql`(${table.kind} = 'webhook') = (${table.staffId} is null)`),
    check(
      'channel_addressed',
      sql`(${table.target} is null) = (${table.kind} = 'webhook' or ${table.endedAt} is not null)`,
    ),
    uniqueIndex('one_alert_channel_a_target').on(table.staffId, table.target).where(sql`${table.endedAt} is null`),
  ],
)

/** Codes that connect a chat at Telegram: one a member. Only hashes are stored. */
export const alertCodes = pgTable('alert_codes', {
  staffId: uuid()
    .primaryKey()
    .references(() => staff.id),
  hash: text().notNull().unique('alert_codes_hash'),
  expiresAt: moment().notNull(),
  /** The chat that sent it, and its name; null before. */
  chat: text(),
  chatName: text(),
})

/** Messages to channels: written before they are sent, and kept as the log. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    channelId: uuid()
      .notNull()
      .references(() => alertChannels.id),
    /** What it tells; empty for a message that only shows that messages arrive. */
    matters: jsonb().$type<readonly ToldMatter[]>().notNull(),
    state: text({ enum: ALERT_STATES }).notNull().default('waiting'),
    at: moment().notNull(),
    attempts: integer().notNull().default(0),
    nextAt: moment().notNull(),
    endedAt: moment(),
    /** Why the last attempt failed. */
    problem: text(),
  },
  (table) => [
    check('alert_state_known', oneOf('state', ALERT_STATES)),
    check('alert_ended', sql`(${table.state} = 'waiting') = (${table.endedAt} is null)`),
    index('alerts_due').on(table.nextAt).where(sql`${table.state} = 'waiting'`),
    index('alerts_by_state').on(table.state, table.id),
    index('alerts_of_channel').on(table.channelId, table.id),
  ],
)

/** What each channel was told and is still so. */
export const alertsTold = pgTable(
  'alerts_told',
  {
    channelId: uuid()
      .notNull()
      .references(() => alertChannels.id),
    key: text().notNull(),
    level: integer().notNull(),
    /** The message that told it. */
    alertId: uuid().notNull(),
  },
  (table) => [primaryKey({ name: 'alerts_told_pkey', columns: [table.channelId, table.key] })],
)

export const CHECKED_PARTS = ['ledger', 'days', 'audit'] as const

/** What the last nightly check found wrong, by what it checked. */
export const integrityFaults = pgTable(
  'integrity_faults',
  {
    part: text({ enum: CHECKED_PARTS }).primaryKey(),
    /** The rule that is broken. */
    rule: text().notNull(),
    since: moment().notNull(),
  },
  () => [check('checked_part_known', oneOf('part', CHECKED_PARTS))],
)
