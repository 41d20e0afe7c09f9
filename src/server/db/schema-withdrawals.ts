// The tables of items on their way out: what each withdrawal is about, and every state that it has been in.
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

/** Of an item there is one at a time, and none after the one that ended it. */
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
    /** As it was when the player asked: the offer goes there and nowhere else. */
    tradeLink: text().notNull(),
    /** The provider's own id of the offer, and where it waits. */
    reference: text(),
    url: text(),
    sentAt: moment(),
    protectedUntil: moment(),
    requestedAt: now(),
    changedAt: now(),
    /** When it is looked after next. Whoever does so moves it ahead first, so that nobody else does meanwhile. */
    dueAt: timestamp({ withTimezone: true }).notNull(),
    /** How often in a row that failed, and the words of the last time, for the operator. */
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

/** Every state of a withdrawal; rows are only ever added. */
export const withdrawalSteps = pgTable(
  'withdrawal_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    withdrawalId: uuid().notNull(),
    state: text({ enum: WITHDRAWAL_STATES }).notNull(),
    /** What the operator may want to know of it. */
    note: text(),
    at: now(),
  },
  (table) => [index().on(table.withdrawalId, table.id)],
)
