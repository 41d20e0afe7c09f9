// What has to be done for one withdrawal now: an offer asked for, or how it stands; and what is written down of it.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { TRADE_OFFER_DAYS } from '../../game/economy.ts'
import { DAY_MS } from '../../game/limits.ts'
import { MOVING_STATES, type WithdrawalState } from '../../game/withdrawal.ts'
import type { Database, Queries } from '../db/database.ts'
import { catalogueItems, items, players } from '../db/schema.ts'
import { withdrawals } from '../db/schema-withdrawals.ts'
import type { SiteEvents } from '../events.ts'
import { TradeFailed, type TradeOrder, type TradeProvider, type TradeState } from '../trade/provider.ts'
import { holdWithdrawal, type Move, moveWithdrawal, tellMoved, type WithdrawalRow } from './withdrawal-moves.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A call that takes longer has failed; what it may have done is found when it is asked again. */
const CALL_MS = 2 * MINUTE_MS
/** Longer than an offer and the question after it together. */
export const LEASE_MS = 5 * MINUTE_MS
const ASKED_EVERY_MS = { sent: MINUTE_MS, accepted: 5 * MINUTE_MS, protected: HOUR_MS } as const
/** After a failure: this long, twice as long after each further one, an hour at most. */
const AGAIN_MS = 30 * SECOND_MS
/** Failures in a row after which the operator is told once. */
const STUCK_FAILURES = 5

export interface CareParts {
  readonly db: Database
  readonly provider: TradeProvider | undefined
  readonly events: SiteEvents
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Rejects with TradeFailed when a call takes too long. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TradeFailed('no answer in time')), CALL_MS)
    timer.unref()
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

async function orderOf(queries: Queries, row: WithdrawalRow): Promise<TradeOrder> {
  const [found] = await queries
    .select({ marketHashName: sql<string>`${catalogueItems.view}->>'market_hash_name'`, steamid: players.steamid })
    .from(items)
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .innerJoin(players, eq(players.id, items.playerId))
    .where(eq(items.id, row.itemId))
  if (found === undefined) throw new Error(`The item of withdrawal ${row.id} is gone`)
  return { id: row.id, tradeLink: row.tradeLink, requestedAt: row.requestedAt, ...found }
}

/** The step that an offer's standing leads to; undefined where it stays. */
function stepAfter(state: WithdrawalState, told: TradeState, at: Date): Move | undefined {
  const after = (ms: number): Date => new Date(at.getTime() + ms)
  switch (told.kind) {
    case 'waiting':
      return undefined
    case 'accepted':
      return state === 'sent' ? { to: 'accepted', dueAt: after(ASKED_EVERY_MS.accepted) } : undefined
    case 'exchanged':
      if (state === 'protected') return told.isSettled ? { to: 'done' } : undefined
      return {
        to: 'protected',
        protectedUntil: told.until,
        dueAt: told.isSettled
          ? at
          : new Date(Math.min(told.until.getTime(), after(ASKED_EVERY_MS.protected).getTime())),
      }
    case 'reversed':
      return { to: 'reversed', note: told.note }
    case 'declined':
      // What was exchanged before has come back.
      return state === 'protected'
        ? { to: 'reversed', note: told.note }
        : { to: 'declined', reason: told.reason, note: told.note }
  }
}

type Step = (row: WithdrawalRow, move: Move) => Promise<WithdrawalRow | undefined>

/** Goes a step, unless somebody else has gone one meanwhile; answers the withdrawal after it. */
function stepping({ db, events, now, log }: CareParts): Step {
  return async (row, move) => {
    const moved = await db.transaction(async (tx) => {
      const held = await holdWithdrawal(tx, row.id)
      return held?.row.state === row.state ? moveWithdrawal(tx, held, move, new Date(now())) : undefined
    })
    if (moved === undefined) return undefined
    log.info({ withdrawal: row.id, state: move.to, note: move.note }, 'a withdrawal moved on')
    tellMoved(events, moved)
    return moved.withdrawal.row
  }
}

/** Asks for an offer. What is being bought is written down first: a crash after that finds the offer again. */
async function fetchItem(parts: CareParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const step = stepping(parts)
  const after = (ms: number): Date => new Date(now() + ms)
  const buying = row.state === 'buying' ? row : await step(row, { to: 'buying', dueAt: after(LEASE_MS) })
  if (buying === undefined) return
  const offered = await inTime(provider.offer(await orderOf(db.queries, buying)))
  switch (offered.kind) {
    case 'unavailable':
      await step(buying, { to: 'unavailable' })
      return
    case 'refused':
      await step(buying, { to: 'declined', reason: 'cannot-trade', note: offered.note })
      return
    case 'offered': {
      const { reference, url } = offered
      await step(buying, { to: 'sent', offer: { reference, url }, note: reference, dueAt: after(ASKED_EVERY_MS.sent) })
    }
  }
}

/** Asks how an offer stands; one that nobody has accepted in its days is taken back first. */
async function follow(parts: CareParts, provider: TradeProvider, row: WithdrawalRow): Promise<void> {
  const { db, now } = parts
  const { state, reference, sentAt, protectedUntil } = row
  if (reference === null || (state !== 'sent' && state !== 'accepted' && state !== 'protected'))
    throw new Error(`Withdrawal ${row.id} has no offer to follow`)
  const isOver = state === 'sent' && sentAt !== null && sentAt.getTime() + TRADE_OFFER_DAYS * DAY_MS <= now()
  if (isOver) await inTime(provider.cancel(reference))
  const told = await inTime(provider.ask(reference))
  if (isOver && told.kind === 'waiting') throw new TradeFailed('the offer could not be taken back')
  const move = stepAfter(state, told, new Date(now()))
  if (move === undefined) {
    const soonMs = now() + ASKED_EVERY_MS[state]
    const dueAt = new Date(state === 'protected' ? Math.min(soonMs, protectedUntil?.getTime() ?? soonMs) : soonMs)
    await db.queries.update(withdrawals).set({ dueAt, failures: 0, problem: null }).where(eq(withdrawals.id, row.id))
    return
  }
  const step = stepping(parts)
  const next = await step(row, move)
  if (next?.state === 'protected' && told.kind === 'exchanged' && told.isSettled) await step(next, { to: 'done' })
}

/** Writes down that it did not work, and when it is tried again. */
async function fail({ db, now, log }: CareParts, row: WithdrawalRow, error: unknown): Promise<void> {
  const problem = error instanceof TradeFailed ? error.message : 'a fault of ours, see the log'
  const pauseMs = Math.min(HOUR_MS, AGAIN_MS * 2 ** Math.min(row.failures, 10))
  const [failed] = await db.queries
    .update(withdrawals)
    .set({ failures: sql`${withdrawals.failures} + 1`, problem, dueAt: new Date(now() + pauseMs) })
    .where(and(eq(withdrawals.id, row.id), inArray(withdrawals.state, [...MOVING_STATES])))
    .returning({ failures: withdrawals.failures, state: withdrawals.state })
  const fields = { withdrawal: row.id, state: failed?.state, failures: failed?.failures, problem }
  if (!(error instanceof TradeFailed)) log.error({ ...fields, err: error }, 'a withdrawal could not be looked after')
  else if (failed?.failures === STUCK_FAILURES)
    log.error(fields, 'a withdrawal is stuck: npm run ops -- withdrawals list --stuck')
  else log.warn(fields, 'the trade provider did not answer')
}

/** Does what is next for a withdrawal. Whoever asks holds its lease; never rejects for what the provider does. */
export async function careFor(parts: CareParts, row: WithdrawalRow): Promise<void> {
  const { provider } = parts
  try {
    if (provider?.name !== row.provider) throw new TradeFailed(`${row.provider} is not set up here`)
    if (row.state === 'requested' || row.state === 'buying') await fetchItem(parts, provider, row)
    else await follow(parts, provider, row)
  } catch (error) {
    await fail(parts, row, error)
  }
}
