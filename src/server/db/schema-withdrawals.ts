// The tables of withdrawals, and the history of their states.
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  DECLINE_REASONS,
  isFinal,
  MOVING_STATES,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '../../game/withdrawal.ts'
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
    /** Why it was declined. */
    reason: text({ enum: DECLINE_REASONS }),
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
    /** When it is processed next. A process moves this ahead before it works, so that no other process works on it meanwhile. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** The number of consecutive failures, and the last message, for the operator. */
    failures: integer().notNull().default(0),
    problem: text(),
  },
  (table) => [
    check('withdrawal_state_known', sql.raw(`state in (${listed(WITHDRAWAL_STATES)})`)),
    uniqueIndex('one_withdrawal_an_item')
      .on(table.itemId)
      .where(sql.raw(`state in (${listed(HOLDS_ITEM)})`)),
    uniqueIndex('withdrawal_reference').on(table.provider, table.reference),
    index('withdrawals_of_player').on(table.playerId, table.id),
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
  (table) => [index().on(table.withdrawalId, table.id)],
)
