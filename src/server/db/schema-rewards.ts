// The tables of rewards. The key of each claim can exist only once.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { REFERRER_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import { FREE_TIERS, RAFFLE_KINDS } from '../../game/rewards/rewards.ts'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const instant = () => timestamp({ withTimezone: true }).notNull()
const money = () => bigint({ mode: 'number' })

/** Opened free cases: one of each tier a night. */
export const freeOpenings = pgTable(
  'free_openings',
  {
    playerId: integer().notNull(),
    tier: text({ enum: FREE_TIERS }).notNull(),
    /** The day on which the night began, like 2026-11-21. */
    night: text().notNull(),
    /** The roll, whose item has the same id. */
    rollId: uuid().notNull(),
    at: now(),
  },
  (table) => [primaryKey({ name: 'free_openings_pkey', columns: [table.playerId, table.tier, table.night] })],
)

/** Spins of the wheel, and their prizes. */
export const wheelSpins = pgTable(
  'wheel_spins',
  {
    rollId: uuid().primaryKey(),
    playerId: integer().notNull(),
    /** The day whose free spin it was; null for a paid one. */
    freeDay: text(),
    /** The index of the sector on the wheel, from 0. */
    sector: integer().notNull(),
    /** Cents that were won; 0 for an item or nothing. */
    balance: money().notNull(),
    /** The id in the catalogue; null where no item was won. */
    itemId: text(),
    at: now(),
  },
  (table) => [
    uniqueIndex('one_free_spin_a_day').on(table.playerId, table.freeDay).where(sql`${table.freeDay} is not null`),
    index('spins_of_player').on(table.playerId, table.rollId),
  ],
)

/** Claimed days. */
export const calendarClaims = pgTable(
  'calendar_claims',
  {
    playerId: integer().notNull(),
    /** Like 2026-11-21. */
    day: text().notNull(),
    /** Its number in the streak, from 1. */
    streak: integer().notNull(),
    /** The item that was won, if any. */
    wonId: uuid(),
    at: now(),
  },
  (table) => [
    primaryKey({ name: 'calendar_claims_pkey', columns: [table.playerId, table.day] }),
    check('streak_from_one', sql`${table.streak} >= 1`),
  ],
)

/** Claimed missions. */
export const missionClaims = pgTable(
  'mission_claims',
  {
    playerId: integer().notNull(),
    /** The id in data/rewards.json. */
    mission: text().notNull(),
    /** The first day of its period. */
    period: text().notNull(),
    /** The item that was won, if any. */
    wonId: uuid(),
    at: now(),
  },
  (table) => [primaryKey({ name: 'mission_claims_pkey', columns: [table.playerId, table.mission, table.period] })],
)

export const RAFFLE_STATES = ['open', 'frozen', 'drawn', 'returned'] as const

const RAFFLE_SOURCES = ['seed', 'drand'] as const

/** Raffles, one of each kind a period. The source of the draw is fixed when it opens. */
export const raffles = pgTable(
  'raffles',
  {
    id: uuid().primaryKey(),
    /** Counts all raffles; the nonce of its roll. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    kind: text({ enum: RAFFLE_KINDS }).notNull(),
    opensAt: instant(),
    closesAt: instant(),
    /** The prize: its id in the catalogue, and its price when the raffle opened. */
    itemId: text().notNull(),
    price: money().notNull(),
    state: text({ enum: RAFFLE_STATES }).notNull().default('open'),
    source: text({ enum: RAFFLE_SOURCES }).notNull(),
    /** Of a committed seed: published before the draw, revealed after it. */
    commit: text(),
    serverSeed: text(),
    /** Of a public beacon: the deciding round, and its signature as hex. */
    round: bigint({ mode: 'number' }),
    signature: text(),
    /** How many players had joined when it was frozen, and what its prize cost then: the higher of its price and the catalogue's. */
    joined: integer(),
    cost: money(),
    /** The number of entries in the draw, and the SHA-256 of their list. */
    entries: integer(),
    entriesHash: text(),
    frozenAt: timestamp({ withTimezone: true }),
    roll: integer(),
    winnerId: integer(),
    /** The item that the winner received. */
    wonId: uuid(),
    drawnAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('one_raffle_a_period').on(table.kind, table.opensAt),
    index('raffles_to_draw').on(table.closesAt).where(sql`${table.state} in ('open', 'frozen')`),
    index('raffles_drawn').on(table.kind, table.drawnAt).where(sql`${table.state} = 'drawn'`),
    check('source_known', sql`(${table.source} = 'seed') = (${table.commit} is not null)`),
  ],
)

export const raffleEntries = pgTable(
  'raffle_entries',
  {
    raffleId: uuid()
      .notNull()
      .references(() => raffles.id),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** Stands for the player in the published list: drawn at random when they join, because an id tells who hides. */
    publicNumber: bigint({ mode: 'number' })
      .notNull()
      .default(sql`('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint`),
    at: now(),
    /** What the player could pay when the raffle was frozen; null before, and in raffles that are older than the rule. */
    available: money(),
    /** What the player paid; null without a place in the draw, 0 in raffles that are older than the rule. */
    share: money(),
  },
  (table) => [
    primaryKey({ name: 'raffle_entries_pkey', columns: [table.raffleId, table.playerId] }),
    uniqueIndex('one_public_number_a_raffle').on(table.raffleId, table.publicNumber),
    index('entries_of_player').on(table.playerId, table.raffleId),
  ],
)

/** Shares of their own that partners have by agreement. One ends by a press, at its time, or by the next one; rows are only added and ended. */
export const partnerShares = pgTable(
  'partner_shares',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** Of the margin of referred players. */
    percent: integer().notNull(),
    /** When it ends by itself; null for no end. */
    until: timestamp({ withTimezone: true }),
    reason: text().notNull(),
    /** Who set it, as the audit names them. */
    author: text().notNull(),
    at: instant(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('one_share_of_partner').on(table.playerId).where(sql`${table.endedAt} is null`),
    check('partner_percent_bound', sql`${table.percent} between 1 and ${sql.raw(String(REFERRER_PERCENT_MOST))}`),
    check('partner_share_ends_later', sql`${table.until} > ${table.at}`),
  ],
)

/** Shares of the margin of referred players, paid to their referrers. Rows are only added; their transfers name player and sequence. */
export const referralShares = pgTable(
  'referral_shares',
  {
    /** The referred player. */
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** Counts the shares for this player, from 1. */
    sequence: integer().notNull(),
    referrerId: integer()
      .notNull()
      .references(() => players.id),
    /** Of the margin, by the referrer's tier, or by their own share. */
    percent: integer().notNull(),
    /** The partner's own share that it was paid by; null for the tier. */
    ownShareId: uuid().references(() => partnerShares.id),
    /** From where the percentage counts: margin and what had been paid for it when an own share began or ended. */
    fromMargin: money().notNull().default(0),
    fromPaid: money().notNull().default(0),
    /** All margin of the player that was older than the hold, in millionths of a cent. */
    margin: money().notNull(),
    /** What was paid for the margin before, and the share of the rest, less all earlier shares for this player. */
    amount: money().notNull(),
    at: now(),
  },
  (table) => [
    primaryKey({ name: 'referral_shares_pkey', columns: [table.playerId, table.sequence] }),
    index('shares_of_referrer').on(table.referrerId, table.playerId, table.at),
    check('share_positive', sql`${table.amount} > 0`),
    check('share_begins_before', sql`${table.fromMargin} between 0 and ${table.margin} and ${table.fromPaid} >= 0`),
  ],
)

/** The referral codes of players. */
export const referralCodes = pgTable(
  'referral_codes',
  {
    playerId: integer()
      .primaryKey()
      .references(() => players.id),
    /** In capitals. */
    code: text().notNull().unique(),
    /** True once the player has chosen it. */
    chosen: boolean().notNull().default(false),
    /** The sum of the shares of margin that were paid to the player, by which the office lists partners. */
    earned: money().notNull().default(0),
    at: now(),
  },
  (table) => [index('referral_codes_by_earned').on(table.earned, table.playerId)],
)

/** How often links with a code were followed, by day: sums, without who followed one. */
export const referralVisits = pgTable(
  'referral_visits',
  {
    /** In capitals. */
    code: text().notNull(),
    /** In the site's time zone, like 2026-11-21. */
    day: text().notNull(),
    visits: integer().notNull(),
  },
  (table) => [primaryKey({ name: 'referral_visits_pkey', columns: [table.code, table.day] })],
)
