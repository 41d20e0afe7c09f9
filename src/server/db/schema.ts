// The tables. What every opening writes has no foreign keys: a key check locks its parent row, and all openings share the parents.
// `npm run ledger -- check` checks the references instead.

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
import { BEST_DROP_PRICE } from '../../game/base/economy-everywhere.ts'
import { STAKED_STATES } from '../../game/base/games.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })
const money = () => bigint({ mode: 'number' })

/** Players' ids begin here; lower ids are house accounts (ledger/accounts.ts), and those below zero hold the stakes of battles. */
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
    /** The player whose referral code this player entered. */
    referrerId: integer(),
    referredAt: moment(),
    /** Others see neither name nor picture nor drops. */
    hidden: boolean().notNull().default(false),
    /** Appears on leaderboards, by name: players choose it themselves. */
    onBoards: boolean().notNull().default(false),
    /** When the player last chose to appear on leaderboards, by this setting or by `hidden`; null for a choice from before it was stored. */
    listedAt: timestamp({ withTimezone: true }),
    /** The interval of the reality check; null for none. */
    realityMinutes: integer(),
    /** True for bots of the sandbox. */
    house: boolean().notNull().default(false),
    createdAt: now(),
  },
  (table) => [
    index('players_by_referrer')
      .on(table.referrerId, table.referredAt, table.id)
      .where(sql`${table.referrerId} is not null`),
    index('players_by_creation').on(table.createdAt),
    index('players_on_boards').on(table.id).where(sql`${table.onBoards}`),
    // The office finds a player by the beginning of a name.
    index('players_by_name').on(sql`lower(${table.username}) text_pattern_ops`),
  ],
)

/** A player's account has the player's id and a balance; a house account is the sum of its transfers, as is the account of a battle. */
export const accounts = pgTable(
  'accounts',
  {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    balance: money(),
    /** Cents spent on games so far: the player's exp. */
    spent: money().notNull().default(0),
    /** Rounds of each game. Counting the rolls again would cost more with every roll. */
    cases: integer().notNull().default(0),
    upgrades: integer().notNull().default(0),
    contracts: integer().notNull().default(0),
    /** The value of everything won. */
    won: money().notNull().default(0),
    /** The most expensive item ever won. */
    bestId: uuid(),
    bestPrice: money().notNull().default(0),
    /** The number of owned items, and their value. */
    items: integer().notNull().default(0),
    worth: money().notNull().default(0),
    /** What reversals took beyond the balance and the items; every credit pays it first. */
    debt: money().notNull().default(0),
    /** The part of the balance that gifts have given, and that is not paid out of margin yet (game/rewards/gifts.ts). */
    locked: money().notNull().default(0),
    /** What was unlocked so far, in the balance and in items. */
    unlocked: money().notNull().default(0),
    /** Margin made, in millionths of a cent (game/rewards/margin.ts). */
    margin: money().notNull().default(0),
    /** The part of `spent` that locked money paid. */
    spentLocked: money().notNull().default(0),
    /** What was staked and no longer counts as turnover, because reversals took deposits back. */
    voidedStakes: money().notNull().default(0),
    /** What raffles and prizes of leaderboards have taken of the part of the margin that pays them. */
    raffled: money().notNull().default(0),
    /** Seats that the player left and had not paid, within a day of the first of them (battles/refund-limit.ts). */
    unpaidLeaves: integer().notNull().default(0),
    unpaidLeavesSince: timestamp({ withTimezone: true }),
  },
  (table) => [
    check('locked_within_balance', sql`${table.locked} between 0 and coalesce(${table.balance}, 0)`),
    check('balance_never_negative', sql`${table.balance} >= 0`),
    check('debt_never_negative', sql`${table.debt} >= 0`),
    index('accounts_in_debt').on(table.debt, table.id).where(sql`${table.debt} > 0`),
    check('players_have_balances', sql`(${table.id} >= 1000) = (${table.balance} is not null)`),
  ],
)

/**
 * The ledger. A row is a transfer: its amount leaves one account and reaches another, so that the sum of all entries is zero by
 * construction. Rows are only added.
 */
export const transfers = pgTable(
  'transfers',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The account that pays. */
    debitId: integer().notNull(),
    /** The account that receives. */
    creditId: integer().notNull(),
    amount: money().notNull(),
    /** Its purpose: a case's URL, an order's id. */
    reference: text().notNull(),
    at: now(),
    /** The locked part of the amount, and what was unlocked to pay it; null before gifts were locked. */
    locked: money(),
    unlocked: money(),
  },
  (table) => [
    check('amount_positive', sql`${table.amount} > 0`),
    check('two_accounts', sql`${table.debitId} <> ${table.creditId}`),
    // By kind, so that rare ones are found without reading all others.
    index('transfers_paid_by').on(table.debitId, table.kind, table.id).where(sql`${table.debitId} >= 1000`),
    index('transfers_paid_to').on(table.creditId, table.kind, table.id).where(sql`${table.creditId} >= 1000`),
    // The account of a battle is the sum of these.
    index('transfers_of_battles_out').on(table.debitId).where(sql`${table.debitId} < 0`),
    index('transfers_of_battles_in').on(table.creditId).where(sql`${table.creditId} < 0`),
    // Limits transfers to one each: an order is credited and given its bonus once, with its commission; a reversal takes each of
    // its parts once; the social bonus is paid once a player, the rest of a replacement once a withdrawal, a spin and its prize
    // once a roll, a calendar day and a mission once a claim, and the stakes of a battle leave its account for a result once.
    uniqueIndex('transfers_once')
      .on(table.kind, table.reference)
      .where(
        sql`${table.kind} in ('deposit', 'bonus', 'refund', 'bonus-back', 'social', 'replacement', 'spin', 'spin-won', 'calendar', 'mission', 'referral', 'referral-back', 'prize-back', 'reclaim', 'debt', 'debt-paid', 'reinstated', 'bonus-reinstated', 'referral-reinstated', 'battle-pot')`,
      ),
  ],
)

const SEED_STATES = ['next', 'active', 'revealed'] as const

/** Who supplied a client seed. `server`: the pair is older than the rule that its player does, so the server could know both seeds. */
export const CLIENT_SEED_SOURCES = ['player', 'server'] as const

/** A pair without a client seed has no rolls; a player's client seed names the commitment of its pair. */
const CLIENT_SEED_OF_PLAYER = sql`case when client_seed is null
  then num_nonnulls(client_seed_source, answered_commit, client_seeded_at) = 0 and nonce = 1
  when client_seed_source is not distinct from 'player'
  then answered_commit is not distinct from "commit" and client_seeded_at is not null
  else client_seed_source is not distinct from 'server' and num_nonnulls(answered_commit, client_seeded_at) = 0 end`

/**
 * Server seeds with their commitments. A player has one active seed and the next one; revealed seeds are public. Triggers refuse rolls of a
 * pair without a client seed of its player, and any change of a seed that is set.
 */
export const seeds = pgTable(
  'seeds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    playerId: integer().notNull(),
    serverSeed: text().notNull(),
    commit: text().notNull(),
    /** Null until the player supplies it, after the commitment. */
    clientSeed: text(),
    clientSeedSource: text({ enum: CLIENT_SEED_SOURCES }),
    /** The commitment that the player's browser named with its client seed. */
    answeredCommit: text(),
    clientSeededAt: moment(),
    /** When the commitment was first shown to the player. */
    shownAt: moment(),
    /** The nonce of the next roll; only increases. */
    nonce: integer().notNull().default(1),
    state: text({ enum: SEED_STATES }).notNull(),
    createdAt: now(),
    revealedAt: moment(),
  },
  (table) => [
    uniqueIndex('one_active_seed').on(table.playerId).where(sql`${table.state} = 'active'`),
    uniqueIndex('one_next_seed').on(table.playerId).where(sql`${table.state} = 'next'`),
    index('seeds_of_player').on(table.playerId, table.id),
    check('client_seed_of_player', CLIENT_SEED_OF_PLAYER),
    check('next_seed_unanswered', sql`${table.state} <> 'next' or ${table.clientSeed} is null`),
  ],
)

/** Every counted roll, with everything that it was computed from. */
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
    /** The part of its stake that was not locked, and the margin that it made; null before gifts were locked. */
    cash: money(),
    margin: money(),
  },
  (table) => [
    unique('nonce_used_once').on(table.seedId, table.nonce),
    index('rolls_of_player').on(table.playerId, table.game, table.id),
  ],
)

/** What each game took and gave on each day, from the ledger and the items: the measured returns of the fairness page. */
export const returnsOfDays = pgTable(
  'returns_of_days',
  {
    /** The day in UTC, like 2026-11-21. */
    day: text().notNull(),
    game: text().notNull(),
    /** The case's URL; empty for other games. */
    reference: text().notNull(),
    rolls: integer().notNull(),
    staked: money().notNull(),
    won: money().notNull(),
    /** The expected value of the rolls by their odds, in cents. */
    expected: doublePrecision().notNull(),
    /** The sum of the variances of their winnings, in cents squared: how far chance alone moves `won` from `expected`. */
    variance: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ name: 'returns_of_days_pkey', columns: [table.day, table.game, table.reference] })],
)

/** All odds tables ever used; rolls refer to them by the SHA-256 of their text. */
export const oddsTables = pgTable('odds_tables', {
  hash: text().primaryKey(),
  game: text().notNull(),
  /** The case's URL. */
  reference: text().notNull(),
  text: text().notNull(),
  createdAt: now(),
})

/** When the odds of a case changed: each row ends the previous odds. */
export const oddsPeriods = pgTable(
  'odds_periods',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The case's URL. */
    reference: text().notNull(),
    /** Null where the case was removed from the catalogue. */
    hash: text(),
    since: now(),
  },
  (table) => [index('odds_of_case').on(table.reference, table.id)],
)

/** The view of every item that was ever in the catalogue: players' items outlive it. */
export const catalogueItems = pgTable('catalogue_items', {
  id: text().primaryKey(),
  view: jsonb().notNull(),
})

/** Items of the active catalogue whose price is held: what moves an item asks here, in its own statement or transaction. */
export const heldItems = pgTable('held_items', {
  itemId: text().primaryKey(),
  /** What the last list said, in cents. */
  seen: money().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
})

/** The view of every case that ever existed, for drops. */
export const catalogueCases = pgTable('catalogue_cases', {
  url: text().primaryKey(),
  view: jsonb().notNull(),
})

const ITEM_STATES = ['owned', 'sold', ...STAKED_STATES, 'withdrawing', 'withdrawn', 'replaced', 'voided'] as const

/** Items that players won. Each has one owner and one state. */
export const items = pgTable(
  'items',
  {
    id: uuid().primaryKey(),
    playerId: integer().notNull(),
    /** The id in the catalogue. */
    itemId: text().notNull(),
    /** The price when it was won. */
    price: money().notNull(),
    state: text({ enum: ITEM_STATES }).notNull(),
    /** The source, as in live drops. */
    source: text().notNull(),
    /** The case's URL, when it came from a case. */
    reference: text().notNull(),
    /** The roll that gave it; null for an item without a roll. */
    rollId: uuid(),
    at: now(),
    /** The locked part of its price when it was won; null before gifts were locked. */
    locked: money(),
    /** What unlocking it took of the allowance; null while it was not unlocked. */
    unlocked: money(),
  },
  (table) => [
    check('price_positive', sql`${table.price} > 0`),
    check('state_known', sql.raw(`state in (${ITEM_STATES.map((state) => `'${state}'`).join(', ')})`)),
    index('items_of_player').on(table.playerId, table.id),
    index('items_owned_by_price').on(table.playerId, table.price, table.id).where(sql`${table.state} = 'owned'`),
    // A filter by rarity or name is a set of catalogue ids.
    index('items_owned_by_kind').on(table.playerId, table.itemId).where(sql`${table.state} = 'owned'`),
    index('items_owned').on(table.playerId, table.id).where(sql`${table.state} = 'owned'`),
    // The last drops of a case.
    index('items_of_case').on(table.reference, table.id).where(sql`${table.source} = 'case'`),
    index('items_best')
      .on(table.id)
      .where(sql`${table.price} >= ${sql.raw(String(BEST_DROP_PRICE))}`),
  ],
)

/** How an item ended. The primary key guarantees that an item is used once. */
export const itemEnds = pgTable('item_ends', {
  itemId: uuid().primaryKey(),
  kind: text().notNull(),
  transferId: uuid(),
  /** The roll that it was staked on. */
  rollId: uuid(),
  /** What it was sold or staked for, or replaced by; null for the price when it was won. */
  value: money(),
  at: now(),
})

/** The first responses of calls that move money or items, by idempotency key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    playerId: integer().notNull(),
    key: uuid().notNull(),
    /** SHA-256 of the route and the body. */
    requestHash: text().notNull(),
    /** Not jsonb, which would change the order of the keys. */
    answer: json().notNull(),
    at: now(),
  },
  (table) => [primaryKey({ name: 'idempotency_keys_pkey', columns: [table.playerId, table.key] })],
)

/** The cases that players have marked; one that left the catalogue keeps its row, and may return. */
export const favouriteCases = pgTable(
  'favourite_cases',
  {
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** The case's URL. */
    caseUrl: text().notNull(),
    at: now(),
  },
  (table) => [primaryKey({ name: 'favourite_cases_pkey', columns: [table.playerId, table.caseUrl] })],
)

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    /** What happened; the text is made at reading, in the reader's language. */
    kind: text().notNull(),
    /** Amounts in cents in the text. */
    amounts: jsonb().$type<Record<string, number>>().notNull(),
    link: text(),
    at: now(),
    readAt: moment(),
    /** The notice to a group whose words it has; null for all others. */
    noticeId: uuid(),
  },
  (table) => [
    index().on(table.playerId, table.id),
    // Each player is told once.
    uniqueIndex('one_notice_a_player').on(table.playerId, table.noticeId).where(sql`${table.noticeId} is not null`),
    // When a player was told last.
    index('notifications_of_notices').on(table.playerId, table.id).where(sql`${table.noticeId} is not null`),
  ],
)
