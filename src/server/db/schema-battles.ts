// The tables of battles. What is drawn and paid has no foreign keys, as for openings: a thousand battles are settled at once.
// `npm run ledger -- check` checks the references instead.
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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { BATTLE_MODES, type BattleFormat } from '../../game/battles/battle.ts'
import { LOBBY_TABS } from '../../game/battles/find.ts'
import { BATTLE_ENDS, BATTLE_STATES } from '../../protocol/battle.ts'
import { players } from './schema.ts'

const instant = () => timestamp({ withTimezone: true }).notNull()
const moment = () => timestamp({ withTimezone: true })
const money = () => bigint({ mode: 'number' })

const SOURCES = ['seed', 'drand'] as const

const listed = (names: readonly string[]) => sql.raw(`(${names.map((name) => `'${name}'`).join(', ')})`)

export const battles = pgTable(
  'battles',
  {
    id: uuid().primaryKey(),
    /** Counts all battles. The account that holds the stakes has this number below zero as its id. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    creatorId: integer()
      .notNull()
      .references(() => players.id),
    state: text({ enum: BATTLE_STATES }).notNull().default('open'),
    format: text().$type<BattleFormat>().notNull(),
    mode: text({ enum: BATTLE_MODES }).notNull(),
    crazy: boolean().notNull(),
    fast: boolean().notNull(),
    isPrivate: boolean().notNull(),
    /** The price of a whole seat. */
    price: money().notNull(),
    /** The margin of a staked cent in millionths, by the odds of its cases when it was made. */
    marginRate: integer().notNull(),
    seats: integer().notNull(),
    /** Taken seats. */
    filled: integer().notNull(),
    /** The part of the other seats that the creator pays, in percent, and what of it is held for free seats. */
    fund: integer().notNull(),
    fundHeld: money().notNull(),
    rematchOf: uuid(),
    source: text({ enum: SOURCES }).notNull(),
    /** Of a committed seed: published before the draw, revealed by it. */
    commit: text(),
    serverSeed: text(),
    /** Of a public beacon: its chain, the round of the last lock, and the round's signature as hex. */
    chain: text(),
    round: bigint({ mode: 'number' }),
    signature: text(),
    createdAt: instant(),
    expiresAt: instant(),
    /**
     * When the next step is due: the end of an open battle, the draw, the settlement; null once it is over. Before browsers were told of a
     * lock or a draw, a moment soon after it, at which another process tells them.
     */
    dueAt: moment(),
    lockedAt: moment(),
    startsAt: moment(),
    /** When it was settled, cancelled or expired. */
    endedAt: moment(),
    endedBy: text({ enum: BATTLE_ENDS }),
    /** The result, from the draw on: what was drawn, the winning slots, what each seat gets. */
    pot: money(),
    winners: integer().array(),
    shares: money().array(),
    /** Where the lobby lists it; null for nowhere. */
    tab: text({ enum: LOBBY_TABS }).generatedAlwaysAs(
      sql`case when is_private then null when state = 'open' then 'open' when state in ('locked', 'drawn') then 'running'
        when state = 'settled' then 'ended' end`,
    ),
  },
  (table) => [
    uniqueIndex('battles_by_number').on(table.number),
    index('battles_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('battles_open').on(table.creatorId).where(sql`${table.state} = 'open'`),
    index('battles_funded').on(table.creatorId, table.createdAt).where(sql`${table.fund} > 0`),
    index('battles_settled').on(table.endedAt).where(sql`${table.state} = 'settled'`),
    index('battles_rematches').on(table.rematchOf, table.id).where(sql`${table.rematchOf} is not null`),
    index('battles_listed').on(table.tab, table.number),
    index('battles_listed_by_price').on(table.tab, table.price, table.number),
    index('battles_listed_by_mode').on(table.tab, table.mode, table.number),
    index('battles_listed_by_mode_and_price').on(table.tab, table.mode, table.price, table.number),
    index('battles_listed_crazy').on(table.tab, table.number).where(sql`${table.crazy}`),
    check('battle_seats_known', sql`${table.filled} between 1 and ${table.seats}`),
    check(
      'battle_full_once_locked',
      sql`${table.state} in ('open', 'cancelled', 'expired') or ${table.filled} = ${table.seats}`,
    ),
    check('battle_amounts', sql`${table.price} > 0 and ${table.fundHeld} >= 0 and ${table.fund} between 0 and 100`),
    check('battle_funded_privately', sql`${table.fund} = 0 or ${table.isPrivate}`),
    check(
      'battle_source_known',
      sql`(${table.source} = 'seed') = (${table.commit} is not null) and (${table.source} = 'drand') = (${table.chain} is not null)`,
    ),
    check(
      'battle_drawn_whole',
      sql`num_nonnulls(${table.pot}, ${table.winners}, ${table.shares}, ${table.startsAt}) in (0, 4)`,
    ),
    check('battle_state_known', sql`${table.state} in ${listed(BATTLE_STATES)}`),
  ],
)

/** The cases of a battle, with the odds and the price that it was made at. */
export const battleRounds = pgTable(
  'battle_rounds',
  {
    battleId: uuid()
      .notNull()
      .references(() => battles.id),
    /** From 1. */
    round: integer().notNull(),
    caseUrl: text().notNull(),
    oddsHash: text().notNull(),
    price: money().notNull(),
  },
  (table) => [primaryKey({ name: 'battle_rounds_pkey', columns: [table.battleId, table.round] })],
)

/** Taken seats. A seat that its player leaves is deleted; nothing changes in one. */
export const battleSeats = pgTable(
  'battle_seats',
  {
    /** The receipt: known to its player alone until the lock's text shows it. */
    id: uuid().primaryKey(),
    battleId: uuid()
      .notNull()
      .references(() => battles.id),
    /** From 1. */
    slot: integer().notNull(),
    /** Null for a bot of the house. */
    playerId: integer(),
    /** The client seed of its rolls. */
    seed: text().notNull(),
    /** The part that its player gets. */
    percent: integer().notNull(),
    /** What its player paid, and the locked part of it. */
    paid: money().notNull(),
    locked: money().notNull(),
    /** What the creator paid for it, and what the house did. */
    funded: money().notNull(),
    house: money().notNull(),
    at: instant(),
  },
  (table) => [
    unique('seat_taken_once').on(table.battleId, table.slot),
    // Begins with the player, whose history reads it; the seats of bots are not compared.
    unique('one_seat_a_player').on(table.playerId, table.battleId),
    index('battle_seats_of_bots').on(table.battleId).where(sql`${table.playerId} is null`),
    check('seat_part', sql`${table.percent} between 10 and 100 and ${table.percent} % 10 = 0`),
    check(
      'seat_amounts',
      sql`${table.paid} >= 0 and ${table.locked} between 0 and ${table.paid} and ${table.funded} >= 0 and ${table.house} >= 0`,
    ),
    check('bots_pay_nothing', sql`${table.playerId} is not null or ${table.paid} + ${table.funded} = 0`),
  ],
)

/** Published locks; one that was not sent in time is followed by another. */
export const battleLocks = pgTable(
  'battle_locks',
  {
    battleId: uuid()
      .notNull()
      .references(() => battles.id),
    /** From 1. */
    sequence: integer().notNull(),
    /** The hashed text (game/battles/lock.ts) and its SHA-256. */
    text: text().notNull(),
    hash: text().notNull(),
    /** The beacon's round; null for a committed seed. */
    round: bigint({ mode: 'number' }),
    lockedAt: instant(),
    /** When its randomness exists. */
    drawAt: instant(),
    /** When it was sent to browsers; null for one that was not. */
    sentAt: moment(),
  },
  (table) => [primaryKey({ name: 'battle_locks_pkey', columns: [table.battleId, table.sequence] })],
)

/** What each seat drew in each round. */
export const battleDrops = pgTable(
  'battle_drops',
  {
    battleId: uuid().notNull(),
    round: integer().notNull(),
    slot: integer().notNull(),
    roll: integer().notNull(),
    itemId: text().notNull(),
    price: money().notNull(),
  },
  (table) => [primaryKey({ name: 'battle_drops_pkey', columns: [table.battleId, table.round, table.slot] })],
)

const PAYOUT_FORMS = ['items', 'money', 'none'] as const

/** What the winning seats of a settled battle got, one row each. */
export const battlePayouts = pgTable(
  'battle_payouts',
  {
    battleId: uuid().notNull(),
    slot: integer().notNull(),
    /** Null for a bot. */
    playerId: integer(),
    /** What the seat got; the shares of a battle add up to everything that was drawn. */
    share: money().notNull(),
    /** What its player got of it, as items or as money; the house keeps the rest. */
    amount: money().notNull(),
    form: text({ enum: PAYOUT_FORMS }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'battle_payouts_pkey', columns: [table.battleId, table.slot] }),
    check('payout_within_share', sql`${table.amount} between 0 and ${table.share}`),
    check('payout_form', sql`(${table.form} = 'none') = (${table.amount} = 0)`),
  ],
)

/** What the stakes of a settled battle count for: margin, missions and leaderboards read it. One row for each seat of a player. */
export const battleStakes = pgTable(
  'battle_stakes',
  {
    /** Made when the battle was settled. */
    id: uuid().primaryKey(),
    battleId: uuid().notNull(),
    slot: integer().notNull(),
    playerId: integer().notNull(),
    /** What the player paid, and the part of it that was not locked. */
    stake: money().notNull(),
    cash: money().notNull(),
    /** In millionths of a cent; 0 where the battle was against an account of the same device or card. */
    margin: money().notNull(),
    /** True where the margin is 0 for that reason. */
    isPaired: boolean().notNull(),
  },
  (table) => [
    unique('stake_counted_once').on(table.battleId, table.slot),
    index('battle_stakes_of_player').on(table.playerId, table.id),
    check('battle_stake_amounts', sql`${table.cash} between 0 and ${table.stake} and ${table.margin} >= 0`),
  ],
)
