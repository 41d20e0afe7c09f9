// The tables. What every opening writes has no foreign keys: a key check locks its parent row, and the parents are shared by all.
// `npm run ledger -- check` proves the references instead.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })
const money = () => bigint({ mode: 'number' })

/** Players' ids begin here; accounts below it are the house's (ledger/accounts.ts). */
export const FIRST_PLAYER_ID = 1000

export const players = pgTable(
  'players',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: FIRST_PLAYER_ID }),
    steamid: text().notNull().unique(),
    username: text().notNull(),
    avatar: text().notNull(),
    steamLevel: integer(),
    tradeLink: text(),
    /** The player whose code this one entered. */
    referrerId: integer(),
    referredAt: moment(),
    /** Shown to others without name, picture and drops. */
    hidden: boolean().notNull().default(false),
    /** How often the player is told what time and money have gone; null for never. */
    realityMinutes: integer(),
    /** One of the sandbox's own players, who are programs. */
    house: boolean().notNull().default(false),
    createdAt: now(),
  },
  (table) => [
    index('players_by_referrer')
      .on(table.referrerId, table.referredAt, table.id)
      .where(sql`${table.referrerId} is not null`),
  ],
)

/** Who agreed to what, when and from where; a row for each sign-in. */
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

/** A player's account has the player's id and a balance; a house account is the sum of its transfers. */
export const accounts = pgTable(
  'accounts',
  {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    balance: money(),
    /** Cents spent on games so far: the player's exp. */
    spent: money().notNull().default(0),
    /** How often each game was played. Counting the rolls anew would cost more with every one. */
    cases: integer().notNull().default(0),
    upgrades: integer().notNull().default(0),
    contracts: integer().notNull().default(0),
    /** What everything won was worth. */
    won: money().notNull().default(0),
    /** The dearest item ever won. */
    bestId: uuid(),
    bestPrice: money().notNull().default(0),
    /** How many items are owned, and what they are worth. */
    items: integer().notNull().default(0),
    worth: money().notNull().default(0),
  },
  (table) => [
    check('balance_never_negative', sql`${table.balance} >= 0`),
    check('players_have_balances', sql`(${table.id} >= 1000) = (${table.balance} is not null)`),
  ],
)

/**
 * The ledger. A row is a transfer: its amount leaves one account and reaches another, so that the sum of all entries is zero by
 * construction. Rows are only ever added.
 */
export const transfers = pgTable(
  'transfers',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Pays. */
    debitId: integer().notNull(),
    /** Is paid. */
    creditId: integer().notNull(),
    amount: money().notNull(),
    /** What it was for: a case's address, an order's id. */
    reference: text().notNull(),
    at: now(),
  },
  (table) => [
    check('amount_positive', sql`${table.amount} > 0`),
    check('two_accounts', sql`${table.debitId} <> ${table.creditId}`),
    // By kind, so that a rare one is found without reading all the others.
    index('transfers_paid_by').on(table.debitId, table.kind, table.id).where(sql`${table.debitId} >= 1000`),
    index('transfers_paid_to').on(table.creditId, table.kind, table.id).where(sql`${table.creditId} >= 1000`),
    // However often it is told: an order is credited, given its bonus and taken back once, with the share of whoever brought its player;
    // the social bonus is paid once a player, what a replacement leaves over once a withdrawal, a spin and its prize once a roll, and a
    // day of the calendar and a mission once a claim.
    uniqueIndex('transfers_once')
      .on(table.kind, table.reference)
      .where(
        sql`${table.kind} in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back')`,
      ),
  ],
)

const SEED_STATES = ['next', 'active', 'revealed'] as const

/** Server seeds with their commits. A player has one active and one that comes next; a revealed one is public. */
export const seeds = pgTable(
  'seeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer().notNull(),
    serverSeed: text().notNull(),
    commit: text().notNull(),
    clientSeed: text().notNull(),
    /** The nonce that the next roll takes; never goes back. */
    nonce: integer().notNull().default(1),
    state: text({ enum: SEED_STATES }).notNull(),
    createdAt: now(),
    revealedAt: moment(),
  },
  (table) => [
    uniqueIndex('one_active_seed').on(table.playerId).where(sql`${table.state} = 'active'`),
    uniqueIndex('one_next_seed').on(table.playerId).where(sql`${table.state} = 'next'`),
    index('seeds_of_player').on(table.playerId, table.id),
  ],
)

/** Every roll that counted, with all that it was made of. */
export const rolls = pgTable(
  'rolls',
  {
    id: uuid().primaryKey(),
    playerId: integer().notNull(),
    game: text().notNull(),
    seedId: integer().notNull(),
    nonce: integer().notNull(),
    n: integer().notNull(),
    roll: integer().notNull(),
    oddsHash: text().notNull(),
    at: now(),
  },
  (table) => [
    unique('nonce_used_once').on(table.seedId, table.nonce),
    index('rolls_of_player').on(table.playerId, table.game, table.id),
  ],
)

/** What each game took and gave on each day, from the ledger and the items: what the fairness page measures. */
export const returnsOfDays = pgTable(
  'returns_of_days',
  {
    /** The day in UTC, as 2026-11-21. */
    day: text().notNull(),
    game: text().notNull(),
    /** The case's address; empty for other games. */
    reference: text().notNull(),
    rolls: integer().notNull(),
    staked: money().notNull(),
    won: money().notNull(),
    /** What the rolls were worth on average by their odds, in cents. */
    expected: doublePrecision().notNull(),
    /** The variances of what they won, summed, in cents squared: how far chance alone carries `won` from `expected`. */
    variance: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ name: 'returns_of_days_pkey', columns: [table.day, table.game, table.reference] })],
)

/** Odds tables as they were, for ever; rolls name them by the SHA-256 of their text. */
export const oddsTables = pgTable('odds_tables', {
  hash: text().primaryKey(),
  game: text().notNull(),
  /** The case's address. */
  reference: text().notNull(),
  text: text().notNull(),
  createdAt: now(),
})

/** When which odds of a case came into force: a row for each change, which ends the one before it. */
export const oddsPeriods = pgTable(
  'odds_periods',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The case's address. */
    reference: text().notNull(),
    /** Null where the case was taken out of the catalogue. */
    hash: text(),
    since: now(),
  },
  (table) => [index('odds_of_case').on(table.reference, table.id)],
)

/** Every item that was ever in the catalogue, as it is shown: what a player owns outlives the catalogue. */
export const catalogueItems = pgTable('catalogue_items', {
  id: text().primaryKey(),
  view: jsonb().notNull(),
})

/** Every case that ever was, as drops show it. */
export const catalogueCases = pgTable('catalogue_cases', {
  url: text().primaryKey(),
  view: jsonb().notNull(),
})

const ITEM_STATES = ['owned', 'sold', 'upgraded', 'contracted', 'withdrawing', 'withdrawn', 'replaced'] as const

/** Items that players won. One owner, one state. */
export const items = pgTable(
  'items',
  {
    id: uuid().primaryKey(),
    playerId: integer().notNull(),
    /** Id in the catalogue. */
    itemId: text().notNull(),
    /** Price when it was won, which is what it sells back at. */
    price: money().notNull(),
    state: text({ enum: ITEM_STATES }).notNull(),
    /** Where it came from, as live drops name it. */
    source: text().notNull(),
    /** The case's address when it came from a case. */
    reference: text().notNull(),
    /** The roll that gave it; an item that no roll gave has none. */
    rollId: uuid(),
    at: now(),
  },
  (table) => [
    check('price_positive', sql`${table.price} > 0`),
    check('state_known', sql.raw(`state in (${ITEM_STATES.map((state) => `'${state}'`).join(', ')})`)),
    index('items_of_player').on(table.playerId, table.id),
    index('items_owned_by_price').on(table.playerId, table.price, table.id).where(sql`${table.state} = 'owned'`),
    // A rarity or a name is a set of the catalogue's ids.
    index('items_owned_by_kind').on(table.playerId, table.itemId).where(sql`${table.state} = 'owned'`),
    index('items_owned').on(table.playerId, table.id).where(sql`${table.state} = 'owned'`),
    index('items_best').on(table.id).where(sql`${table.price} >= 2000`),
  ],
)

/** What ended an item. The primary key is the guarantee that an item is used once. */
export const itemEnds = pgTable('item_ends', {
  itemId: uuid().primaryKey(),
  kind: text().notNull(),
  transferId: uuid(),
  /** The roll that it was staked on. */
  rollId: uuid(),
  at: now(),
})

/** First answers of calls that move money or items, by the key that the browser made for the click. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    playerId: integer().notNull(),
    key: uuid().notNull(),
    /** SHA-256 of the route and the body. */
    requestHash: text().notNull(),
    /** As text it was sent: jsonb would put its keys in another order. */
    answer: json().notNull(),
    at: now(),
  },
  (table) => [primaryKey({ name: 'idempotency_keys_pkey', columns: [table.playerId, table.key] })],
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
  (table) => [index().on(table.playerId)],
)

/** Nonces and states of Steam's answers: each opens one session at most. */
export const steamClaims = pgTable('steam_claims', {
  key: text().primaryKey(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

/** One-time codes that end a sign-in, stored as hashes, each for the browser that began it. */
export const signInCodes = pgTable('sign_in_codes', {
  hash: text().primaryKey(),
  browserHash: text().notNull(),
  playerId: integer()
    .notNull()
    .references(() => players.id),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** What happened; its words are chosen when it is read, in the language of the reader. */
    kind: text().notNull(),
    /** Amounts in cents that the words name. */
    amounts: jsonb().$type<Record<string, number>>().notNull(),
    link: text(),
    at: now(),
    readAt: moment(),
  },
  (table) => [index().on(table.playerId, table.id)],
)
