// One case with all that its decision may rest on.
import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../../game/base/money.ts'
import { CASE_ITEMS_MOST } from '../../../../game/office/cases.ts'
import { DAY_MS } from '../../../../game/payments/limits.ts'
import { COUNTED_STATES } from '../../../../game/payments/reversal.ts'
import { MOVING_STATES } from '../../../../game/withdrawal/withdrawal.ts'
import type { CaseItem, CaseReply, Evidence } from '../../../../protocol/office/withdrawals.ts'
import type { LoadedCatalogue } from '../../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { hasState, lacksState } from '../../../db/has-state.ts'
import { proposals, staff } from '../../../db/schema-office.ts'
import { disputes, orders } from '../../../db/schema-payments.ts'
import { withdrawalSteps, withdrawals } from '../../../db/schema-withdrawals.ts'
import { battlePairs } from '../../account/battle-pairs.ts'
import { playerNames } from '../../account/lookup.ts'
import { storedSteamAccount } from '../../account/steam-account.ts'
import { dayWorths, priceNow, worthOf } from '../../withdrawal/review-facts.ts'
import { ofItem, selectWithdrawals, type WithdrawalOfItem } from '../../withdrawal/transitions.ts'
import { playerPage } from '../player-page.ts'
import { underWayOf } from './cases.ts'
import { claimOf, decidersOf } from './claims.ts'

/** How many players of paired or funded battles are named. */
const BATTLES_MOST = 20

/** What the case page and its acts need of the catalogue. */
export type CaseCatalogue = Pick<LoadedCatalogue, 'catalogue' | 'payments' | 'withdrawalRules' | 'saferPlay'>

/** Returns the withdrawals of a player that wait, the longest first. */
async function waitingOf(queries: Queries, playerId: number): Promise<WithdrawalOfItem[]> {
  const rows = await selectWithdrawals(queries)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, 'review')))
    .orderBy(asc(withdrawals.changedAt), asc(withdrawals.id))
    .limit(CASE_ITEMS_MOST)
  return rows.map(ofItem)
}

/** Returns what was approved of a player's withdrawals within 24 hours, and was not taken back since. */
export async function approvedWorth(
  loaded: Pick<LoadedCatalogue, 'catalogue'>,
  queries: Queries,
  playerId: number,
  nowMs: number,
): Promise<Cents> {
  const dayAgo = new Date(nowMs - DAY_MS)
  const rows = await selectWithdrawals(queries).where(
    and(
      eq(withdrawals.playerId, playerId),
      // It has changed at its approval, or later.
      gt(withdrawals.changedAt, dayAgo),
      lacksState(withdrawals.state, 'review', 'declined', 'reversed', 'replaced', 'returned', 'refused'),
      sql`exists (select from ${withdrawalSteps} where ${withdrawalSteps.withdrawalId} = ${withdrawals.id}
        and ${withdrawalSteps.state} = 'approved' and ${withdrawalSteps.at} > ${dayAgo.toISOString()}::timestamptz)`,
    ),
  )
  return cents(
    rows.reduce((sum, row) => sum + Math.max(row.price, priceNow(loaded, row.catalogueId, cents(row.price))), 0),
  )
}

type Deposit = NonNullable<Evidence['deposits']['first']>

async function depositsOf(
  queries: Queries,
  playerId: number,
): Promise<Pick<Evidence['deposits'], 'count' | 'sum' | 'first' | 'last'>> {
  const isCounted = and(
    eq(orders.playerId, playerId),
    hasState(orders.state, ...COUNTED_STATES),
    isNotNull(orders.paidAt),
  )
  const edge = async (order: typeof asc | typeof desc): Promise<Deposit | null> => {
    const [row] = await queries.select().from(orders).where(isCounted).orderBy(order(orders.paidAt)).limit(1)
    return row?.paidAt == null ? null : { order: row.id, at: row.paidAt.getTime(), amount: row.amount }
  }
  const [sums] = await queries
    .select({ count: sql<string>`count(*)`, sum: sql<string>`coalesce(sum(${orders.amount}), 0)` })
    .from(orders)
    .where(isCounted)
  return { count: Number(sums?.count), sum: Number(sums?.sum), first: await edge(asc), last: await edge(desc) }
}

async function battlesOf(queries: Queries, playerId: number): Promise<Evidence['battles']> {
  const pairs = await battlePairs(queries, playerId, BATTLES_MOST)
  if (pairs.length === 0) return []
  const names = await playerNames(
    queries,
    pairs.map((pair) => pair.playerId),
  )
  return pairs.map(({ playerId: id, ...pair }) => ({ player: { id, username: names.get(id) ?? '' }, ...pair }))
}

async function steamOf(queries: Queries, playerId: number): Promise<Evidence['steam']> {
  const stored = await storedSteamAccount(queries, playerId)
  if (stored === null) return null
  const { createdMs, ...account } = stored.account
  return { createdAt: createdMs, ...account, checkedAt: stored.checkedAt.getTime() }
}

async function evidenceOf(
  queries: Queries,
  playerId: number,
  { waiting, loaded, nowMs }: { waiting: readonly WithdrawalOfItem[]; loaded: CaseCatalogue; nowMs: number },
): Promise<Evidence> {
  const ids = waiting.map(({ row }) => row.id)
  const worths = await dayWorths(loaded, queries, { playerId, besides: ids, at: new Date(nowMs) })
  const { review } = loaded.payments
  const { itemAbove, dayAbove, firstDepositHours, steamAccountDays } = review
  const own = worths.filter(({ id }) => ids.includes(id)).map(({ worth }) => worth)
  const { weak } = loaded.withdrawalRules
  return {
    value: { item: Math.max(0, ...own), day: worthOf(worths), dayCount: worths.length, itemAbove, dayAbove },
    deposits: { ...(await depositsOf(queries, playerId)), firstDepositHours },
    steam: await steamOf(queries, playerId),
    steamAccountDays,
    battles: await battlesOf(queries, playerId),
    weak: { reasons: [...weak.reasons], dayBelow: weak.dayBelow },
  }
}

async function disputesOf(queries: Queries, playerId: number): Promise<CaseReply['disputes']> {
  const rows = await queries
    .select({ dispute: disputes, amount: orders.amount })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(eq(orders.playerId, playerId), hasState(disputes.state, 'open')))
    .orderBy(asc(disputes.openedAt))
  return rows.map(({ dispute: { orderId, provider, reference, reason, openedAt }, amount }) => ({
    order: orderId,
    provider,
    reference,
    reason,
    amount,
    openedAt: openedAt.getTime(),
  }))
}

async function proposalOf(queries: Queries, playerId: number, nowMs: number): Promise<CaseReply['proposal']> {
  const [row] = await queries
    .select({ proposal: proposals, name: staff.name })
    .from(proposals)
    .innerJoin(staff, eq(staff.id, proposals.proposerId))
    .where(
      and(
        hasState(proposals.state, 'open'),
        eq(proposals.verb, 'withdrawals.approve'),
        eq(proposals.subject, String(playerId)),
        gt(proposals.expiresAt, new Date(nowMs)),
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(1)
  if (row === undefined) return null
  const { id, proposerId, amount, expiresAt } = row.proposal
  return { id, by: { id: proposerId, name: row.name }, amount: amount ?? 0, until: expiresAt.getTime() }
}

function itemOf({ row, item, price, catalogueId, source }: WithdrawalOfItem, loaded: CaseCatalogue): CaseItem {
  return {
    id: row.id,
    item,
    won: price,
    now: priceNow(loaded, catalogueId, cents(price)),
    source,
    requestedAt: row.requestedAt.getTime(),
    since: row.changedAt.getTime(),
    reasons: row.review ?? [],
  }
}

/** Returns the page of a case. Throws ProtocolError 'unknown' for no player. */
export async function casePage(
  db: Database,
  playerId: number,
  { loaded, nowMs }: { readonly loaded: CaseCatalogue; readonly nowMs: number },
): Promise<CaseReply> {
  const { queries } = db
  const player = await playerPage(db, playerId, nowMs)
  const waiting = await waitingOf(queries, playerId)
  return {
    player,
    items: waiting.map((one) => itemOf(one, loaded)),
    evidence: await evidenceOf(queries, playerId, { waiting, loaded, nowMs }),
    disputes: await disputesOf(queries, playerId),
    approved: await approvedWorth(loaded, queries, playerId, nowMs),
    underWay: await underWayOf(queries, playerId, MOVING_STATES),
    claim: await claimOf(queries, playerId, nowMs),
    proposal: await proposalOf(queries, playerId, nowMs),
    colleagues: await decidersOf(queries),
    refusals: loaded.withdrawalRules.refusals.map(({ id, text }) => ({ id, text })),
  }
}
