// The tables of safer play: signals that prompt the staff to look at a player, conversations, and what came of them by month.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CONVERSATION_OUTCOMES, SIGNAL_KINDS, type SignalNumbers } from '../../game/office/safer-play.ts'
import { players } from './schema.ts'
import { staff } from './schema-office.ts'

const moment = () => timestamp({ withTimezone: true })
const count = () => integer().notNull().default(0)
const money = () => bigint({ mode: 'number' }).notNull().default(0)
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)

/** Signals of players. One that is seen again soon after a look changes its row; a later one is a new row. Erased with the player. */
export const playSignals = pgTable(
  'play_signals',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    kind: text({ enum: SIGNAL_KINDS }).notNull(),
    /** What it rests on, as it was seen last; sums in cents. */
    numbers: jsonb().$type<SignalNumbers>().notNull(),
    firstSeen: moment().notNull(),
    lastSeen: moment().notNull(),
    /** From when on it waits for a look; null while it waits for none. */
    waitsFrom: moment(),
    lookedAt: moment(),
    staffId: uuid().references(() => staff.id),
  },
  (table) => [
    check('signal_kind_known', oneOf('kind', SIGNAL_KINDS)),
    check('signal_seen_in_order', sql`${table.lastSeen} >= ${table.firstSeen}`),
    check('signal_looked_at', sql`(${table.lookedAt} is null) = (${table.staffId} is null)`),
    check('signal_waits_or_was_seen', sql`num_nonnulls(${table.waitsFrom}, ${table.lookedAt}) > 0`),
    index('play_signals_of_player').on(table.playerId, table.kind, table.id),
    index('play_signals_waiting').on(table.waitsFrom, table.id).where(sql`${table.waitsFrom} is not null`),
    index('play_signals_by_time').on(table.firstSeen),
  ],
)

/** Conversations of the staff with players about their play. Erased with the player. */
export const playConversations = pgTable(
  'play_conversations',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    outcome: text({ enum: CONVERSATION_OUTCOMES }).notNull(),
    text: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    check('conversation_outcome_known', oneOf('outcome', CONVERSATION_OUTCOMES)),
    index('play_conversations_of_player').on(table.playerId, table.id),
  ],
)

/** Up to when the job has looked for players who played or deposited: one row. */
export const saferPlayProgress = pgTable(
  'safer_play_progress',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    lookedUntil: moment().notNull(),
  },
  (table) => [check('one_look', sql`${table.isOnlyRow}`)],
)

/** What came of the prompts of each month: sums without players. */
export const saferPlayMonths = pgTable('safer_play_months', {
  /** The first day of a month of the site's calendar. */
  month: text().primaryKey(),
  prompts: count(),
  players: count(),
  lookedAt: count(),
  conversations: count(),
  /** Players who set or lowered a limit within 30 days of the first prompt. */
  limits: count(),
  /** Players who were excluded within them, by themselves or by the shop. */
  exclusions: count(),
  /** Deposits of the players in the 30 days before and after, in cents. */
  depositsBefore: money(),
  depositsAfter: money(),
})
