// The tables of sign-in: consents, sessions, what each sign-in uses once, and by which link a player came to the first one.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CAMPAIGN_TEXT_MOST } from '../../game/rewards/campaign.ts'
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

const campaignText = () => text().notNull().default('')

/** The links of advertisements by which players came to their first sign-in; of those who came by none there is no row. Texts are empty, or as campaignText cleans them. */
export const playerCampaigns = pgTable(
  'player_campaigns',
  {
    playerId: integer()
      .primaryKey()
      .references(() => players.id),
    source: campaignText(),
    medium: campaignText(),
    campaign: campaignText(),
    content: campaignText(),
    term: campaignText(),
    at: now(),
  },
  (table) => [
    // The office adds up a period by campaign, and lists the players of one.
    index('player_campaigns_by_time').on(table.at, table.source, table.medium, table.campaign, table.playerId),
    index('player_campaigns_by_name').on(table.source, table.medium, table.campaign, table.at, table.playerId),
    check(
      'campaign_texts_short',
      sql`greatest(length(source), length(medium), length(campaign), length(content), length(term)) <= ${sql.raw(String(CAMPAIGN_TEXT_MOST))}`,
    ),
    check('campaign_named', sql`source || medium || campaign || content || term <> ''`),
  ],
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
