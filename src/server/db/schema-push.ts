// The tables of push messages: the subscriptions of browsers, and what waits to be sent to them.
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { PUSH_KINDS } from '../../protocol/push.ts'
import { players } from './schema.ts'
import { sessions } from './schema-sessions.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()

/** Subscriptions, one of a session at most: they end with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** The address at the push service, which accepts only messages signed with the site's key. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and its secret, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text().notNull(),
    at: now(),
  },
  (table) => [index('push_subscriptions_of_player').on(table.playerId)],
)

/**
 * Messages to be sent, by the machine's clock: one of a kind for a device at a time. No foreign key: transactions that move money write
 * here, and must not fail because a player signs out.
 */
export const pushes = pgTable(
  'pushes',
  {
    sessionId: uuid().notNull(),
    kind: text({ enum: PUSH_KINDS }).notNull(),
    at: now(),
    nextAt: now(),
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.kind] }), index('pushes_due').on(table.nextAt)],
)
