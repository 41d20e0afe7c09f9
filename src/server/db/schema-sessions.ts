// The tables of sign-in: consents, sessions, and what each sign-in uses once.
import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })

/** Consents to the terms: which version, when and from where; a row for each sign-in. */
export const consents = pgTable(
  'consents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    termsVersion: text().notNull(),
    adult: boolean().notNull(),
    address: text().notNull(),
    at: now(),
  },
  (table) => [index().on(table.playerId)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    tokenHash: text().notNull().unique(),
    companionHash: text().notNull(),
    agent: text().notNull(),
    address: text().notNull(),
    createdAt: now(),
    seenAt: now(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: moment(),
  },
  // The office lists sign-ins by their time.
  (table) => [index('sessions_of_player').on(table.playerId, table.createdAt)],
)

/** Used nonces and states of Steam sign-ins: each opens at most one session. */
export const steamClaims = pgTable('steam_claims', {
  key: text().primaryKey(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** One-time codes that complete a sign-in, stored as hashes, each for the browser that began it. */
export const signInCodes = pgTable('sign_in_codes', {
  hash: text().primaryKey(),
  browserHash: text().notNull(),
  playerId: integer()
    .notNull()
    .references(() => players.id),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
