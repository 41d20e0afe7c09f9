// The tables of withdrawals, and the history of their states.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Localized } from '../../game/base/language.ts'
import {
  HOLD_REASONS,
  isFinal,
  MOVING_STATES,
  STATE_REASONS,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '../../game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../game/withdrawal/withdrawal-review.ts'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const moment = () => timestamp({ withTimezone: true })

const listed = (states: readonly WithdrawalState[]): string => states.map((state) => `'${state}'`).join(', ')

/** An item has one such withdrawal at a time, and none after it was delivered. */
const HOLDS_ITEM = WITHDRAWAL_STATES.filter((state) => !isFinal(state) || state === 'done' || state === 'replaced')

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    itemId: uuid().notNull(),
    state: text({ enum: WITHDRAWAL_STATES }).notNull(),
    /** Why it was declined or refused, or is unavailable. */
    reason: text({ enum: STATE_REASONS }),
    /** What its player reads of a refusal, as the shop worded it then; null for the site's own words about the reason. */
    refusal: jsonb().$type<Localized>(),
    provider: text().notNull(),
    /** As it was at the request: the offer is sent there and nowhere else. */
    tradeLink: text().notNull(),
    /** The provider's id of the offer, and its page. */
    reference: text(),
    url: text(),
    sentAt: moment(),
    protectedUntil: moment(),
    requestedAt: now(),
    changedAt: now(),
    /** When it is processed next. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The number of consecutive failures, and the last message, for the operator. */
    failures: integer().notNull().default(0),
    problem: text(),
    /** The lease: the token of the process that works on it, and when the lease ends. */
    lease: uuid(),
    leasedUntil: moment(),
    /** Why it was not sent yet, and until when; as it was when it was last due. */
    hold: text({ enum: HOLD_REASONS }),
    heldUntil: moment(),
    /** Why a person has to check it, or had to; null for no reason. */
    review: text({ enum: REVIEW_REASONS }).array(),
    /** Cents that the player paid because the price had risen, less what went back. */
    difference: bigint({ mode: 'number' }).notNull().default(0),
    /** True for an item that its player took back before there was an offer: a published day that ends later does not count it. */
    isUncounted: boolean().notNull().default(false),
  },
  (table) => [
    check('withdrawal_state_known', sql.raw(`state in (${listed(WITHDRAWAL_STATES)})`)),
    check('difference_never_negative', sql`${table.difference} >= 0`),
    uniqueIndex('one_withdrawal_an_item')
      .on(table.itemId)
      .where(sql.raw(`state in (${listed(HOLDS_ITEM)})`)),
    uniqueIndex('withdrawal_reference').on(table.provider, table.reference),
    index('withdrawals_of_player').on(table.playerId, table.id),
    index('withdrawals_by_state').on(table.state, table.id),
    index('withdrawals_in_review').on(table.changedAt).where(sql.raw(`state = 'review'`)),
    index('withdrawals_in_review_of_player')
      .on(table.playerId, table.changedAt, table.id)
      .where(sql.raw(`state = 'review'`)),
    index('withdrawals_unavailable').on(table.changedAt).where(sql.raw(`state = 'unavailable'`)),
    index('withdrawals_due')
      .on(table.dueAt)
      .where(sql.raw(`state in (${listed(MOVING_STATES)})`)),
  ],
)

/** The states of withdrawals; rows are only added. */
export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    withdrawalId: uuid().notNull(),
    state: text({ enum: WITHDRAWAL_STATES }).notNull(),
    /** A note for the operator. */
    note: text(),
    at: now(),
  },
  (table) => [
    index().on(table.withdrawalId, table.id),
    // What was delivered on a day.
    index('withdrawal_steps_done').on(table.at).where(sql.raw(`state = 'done'`)),
  ],
)

/** Offers of withdrawals that ended without them: each is open until the provider has cancelled it. */
export const orphanedOffers = pgTable(
  'orphaned_offers',
  {
    withdrawalId: uuid()
      .primaryKey()
      .references(() => withdrawals.id),
    provider: text().notNull(),
    /** The provider's id; null while it is unknown whether there is an offer. */
    reference: text(),
    /** none: there was no offer; taken: the player accepted it first. */
    state: text({ enum: ['open', 'cancelled', 'none', 'taken'] }).notNull(),
    recordedAt: now(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The last failure, for the operator. */
    problem: text(),
  },
  (table) => [
    check('orphaned_offer_state_known', sql`${table.state} in ('open', 'cancelled', 'none', 'taken')`),
    index('orphaned_offers_due').on(table.dueAt).where(sql`${table.state} = 'open'`),
  ],
)

/** What Steam said of players' accounts when they withdrew. */
export const steamAccounts = pgTable('steam_accounts', {
  playerId: integer()
    .primaryKey()
    .references(() => players.id),
  checkedAt: timestamp({ withTimezone: true }).notNull(),
  /** Null for a private profile. */
  createdAt: moment(),
  isPrivate: boolean().notNull(),
  isLimited: boolean().notNull(),
  isTradeBanned: boolean().notNull(),
})
