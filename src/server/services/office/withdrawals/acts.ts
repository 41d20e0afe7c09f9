// The acts about withdrawals: each runs the service that the command line runs, for one withdrawal after the other, in one transaction.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { cents } from '../../../../game/base/money.ts'
import { CASE_ITEMS_MOST } from '../../../../game/office/cases.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from '../../../../game/withdrawal/withdrawal.ts'
import type { Refusal } from '../../../../game/withdrawal/withdrawal-rules.ts'
import { formatMoney } from '../../../../i18n/format.ts'
import type { StaffActor } from '../../../audit/actor.ts'
import type { SiteEvents } from '../../../base/events.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'
import { lockPlayer } from '../../calls/player.ts'
import { failWithdrawalIn, retryWithdrawalIn, WithdrawalActionRefused } from '../../withdrawal/operator.ts'
import { approveWithdrawalIn, refuseWithdrawalIn } from '../../withdrawal/review.ts'
import { priceNow } from '../../withdrawal/review-facts.ts'
import {
  type AppliedTransition,
  emitTransition,
  lockWithdrawal,
  type WithdrawalOfItem,
} from '../../withdrawal/transitions.ts'
import { defineAct, type OfficeAct, type Outcome, type Prospect } from '../acts.ts'
import { playerOf } from '../player-acts.ts'
import { approvedWorth, type CaseCatalogue } from './case-page.ts'
import { caseState } from './cases.ts'
import { assertUnclaimed, claimIn, handOverIn, releaseIn, settleClaim } from './claims.ts'

export interface WithdrawalActsParts {
  readonly catalogue: () => CaseCatalogue
  readonly now: () => number
}

/** By the last part of their verbs. */
export type WithdrawalActs = Readonly<
  Record<'claim' | 'release' | 'handOver' | 'approve' | 'refuse' | 'retry' | 'fail', OfficeAct>
>

const caseBody = z.object({ playerId: z.int() })
const itemsBody = caseBody.extend({ items: z.array(z.uuid()).optional() })

/** Turns what a service refuses into an answer of the office. */
export async function asAnswer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof WithdrawalActionRefused)) throw error
    throw new ProtocolError(error.code === 'unknown' ? 404 : 409, error.code, error.message)
  }
}

/** Tells players of transitions after their transaction. */
const announceAll =
  (moved: readonly AppliedTransition[]) =>
  (events: SiteEvents): void => {
    for (const one of moved) emitTransition(events, one)
  }

/**
 * Locks the withdrawals of a case that are meant, in the order of their items.
 *
 * @param wanted all that wait where it is undefined
 * @throws ProtocolError 'changed' when one that was named no longer waits
 */
async function lockWaiting(
  tx: Queries,
  playerId: number,
  wanted: readonly string[] | undefined,
): Promise<WithdrawalOfItem[]> {
  const named = wanted === undefined ? undefined : inArray(withdrawals.id, [...wanted])
  const rows = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, 'review'), named))
    .orderBy(asc(withdrawals.itemId))
    .limit(CASE_ITEMS_MOST)
  const locked: WithdrawalOfItem[] = []
  for (const { id } of rows) {
    const one = await lockWithdrawal(tx, id)
    if (one?.row.state === 'review') locked.push(one)
  }
  if (locked.length > 0 && wanted !== undefined && locked.length < new Set(wanted).size) {
    throw new ProtocolError(409, 'changed', 'Some of these withdrawals no longer wait: look at the case again')
  }
  return locked
}

function differenceOf(chosen: readonly WithdrawalOfItem[], after: WithdrawalState): Prospect['difference'] {
  return chosen.map(({ item, price }) => ({
    field: 'state',
    item: `${item.market_hash_name}, ${formatMoney(price)}`,
    before: 'review',
    after,
  }))
}

/** Locks a case, and says what a decision on it would do. */
async function lookAtCase(
  tx: Queries,
  { playerId, items }: z.output<typeof itemsBody>,
  { by, now, after }: { readonly by: StaffActor; readonly now: number; readonly after: WithdrawalState },
): Promise<{ readonly prospect: Prospect; readonly chosen: readonly WithdrawalOfItem[] }> {
  await playerOf(tx, playerId)
  await lockPlayer(tx, playerId)
  await assertUnclaimed(tx, playerId, by, now)
  const chosen = await lockWaiting(tx, playerId, items)
  const state = chosen.length > 0 ? 'review' : await stateWithout(tx, playerId, items)
  const amount = chosen.reduce((sum, { price }) => sum + price, 0)
  const difference = differenceOf(chosen, after)
  return { prospect: { kind: 'player', subject: String(playerId), state, amount, difference, entries: [] }, chosen }
}

/** Returns the state of a case of which nothing that is meant waits: another part of it may. */
async function stateWithout(tx: Queries, playerId: number, items: readonly string[] | undefined): Promise<string> {
  const state = await caseState(tx, playerId)
  if (state !== 'review' || items === undefined) return state
  throw new ProtocolError(409, 'changed', 'None of these withdrawals waits any more: look at the case again')
}

/** Locks the player of a case, and says what an act about its claim is about. */
async function lookAtClaim(tx: Queries, playerId: number): Promise<Prospect> {
  await playerOf(tx, playerId)
  await lockPlayer(tx, playerId)
  const state = await caseState(tx, playerId)
  return { kind: 'player', subject: String(playerId), state, difference: [], entries: [] }
}

/** Locks one withdrawal, and says what an act about it would do. */
async function lookAtOne(tx: Queries, id: string): Promise<Prospect> {
  const locked = await lockWithdrawal(tx, id)
  if (locked === undefined) throw new ProtocolError(404, 'unknown', 'There is no such withdrawal')
  const { row, price } = locked
  return { kind: 'withdrawal', subject: id, state: row.state, amount: price, difference: [], entries: [] }
}

function claimActs({ now }: WithdrawalActsParts): Pick<WithdrawalActs, 'claim' | 'release' | 'handOver'> {
  return {
    claim: defineAct({
      verb: 'withdrawals.claim',
      body: caseBody,
      look: (tx, { playerId }) => lookAtClaim(tx, playerId),
      run: async (tx, { playerId }, doing) => {
        await claimIn(tx, playerId, doing)
        return {}
      },
    }),
    release: defineAct({
      verb: 'withdrawals.release',
      body: caseBody,
      look: (tx, { playerId }) => lookAtClaim(tx, playerId),
      run: async (tx, { playerId }, { by, at }) => {
        await releaseIn(tx, playerId, by, at)
        return {}
      },
    }),
    handOver: defineAct({
      verb: 'withdrawals.handOver',
      body: caseBody.extend({ to: z.uuid() }),
      look: async (tx, { playerId }, by) => {
        const prospect = await lookAtClaim(tx, playerId)
        await assertUnclaimed(tx, playerId, by, now())
        return prospect
      },
      run: async (tx, { playerId, to }, doing) => {
        await handOverIn(tx, playerId, to, doing)
        return {}
      },
    }),
  }
}

function refusalOf({ withdrawalRules }: CaseCatalogue, id: string): Refusal {
  const refusal = withdrawalRules.refusals.find((one) => one.id === id)
  if (refusal === undefined)
    throw new ProtocolError(409, 'refusal', 'The shop no longer has this reason: choose another')
  return refusal
}

function decisionActs({ catalogue, now }: WithdrawalActsParts): Pick<WithdrawalActs, 'approve' | 'refuse'> {
  /** Decides the chosen ones, one after the other. */
  async function decideAll(
    tx: Queries,
    { playerId, items }: z.output<typeof itemsBody>,
    doing: Parameters<OfficeAct['run']>[2],
    decide: (id: string) => Promise<AppliedTransition>,
  ): Promise<Outcome> {
    const moved: AppliedTransition[] = []
    for (const { row } of await lockWaiting(tx, playerId, items)) moved.push(await asAnswer(decide(row.id)))
    await settleClaim(tx, playerId, doing)
    return { announce: announceAll(moved) }
  }

  return {
    approve: defineAct({
      verb: 'withdrawals.approve',
      body: itemsBody,
      look: async (tx, body, by) => {
        const { prospect, chosen } = await lookAtCase(tx, body, { by, now: now(), after: 'approved' })
        const loaded = catalogue()
        const worths = chosen.map(({ catalogueId, price }) =>
          Math.max(price, priceNow(loaded, catalogueId, cents(price))),
        )
        // A case that is approved item by item is one sum.
        const before = await approvedWorth(loaded, tx, body.playerId, now())
        return { ...prospect, judged: worths.reduce((sum, worth) => sum + worth, before) }
      },
      run: (tx, body, doing) => {
        const { by, reason, at } = doing
        const deciding = { by, at: new Date(at) }
        return decideAll(tx, body, doing, (id) =>
          approveWithdrawalIn(tx, id, deciding, reason === '' ? undefined : reason),
        )
      },
    }),
    refuse: defineAct({
      verb: 'withdrawals.refuse',
      body: itemsBody.extend({ refusal: z.string() }),
      look: async (tx, body, by) => (await lookAtCase(tx, body, { by, now: now(), after: 'refused' })).prospect,
      run: (tx, body, doing) => {
        const { by, reason, at } = doing
        const refusal = refusalOf(catalogue(), body.refusal)
        const deciding = { by, at: new Date(at) }
        return decideAll(tx, body, doing, (id) => refuseWithdrawalIn(tx, id, { refusal, note: reason }, deciding))
      },
    }),
  }
}

const oneBody = z.object({ id: z.uuid() })

const retry = defineAct({
  verb: 'withdrawals.retry',
  body: oneBody,
  look: (tx, { id }) => lookAtOne(tx, id),
  run: async (tx, { id }, { by, at }) => {
    const moved = await asAnswer(retryWithdrawalIn(tx, id, { by, at: new Date(at) }))
    return { announce: announceAll([moved]) }
  },
})

/** Its caller has made sure that the player does not have the item, and holds the lease. */
const fail = defineAct({
  verb: 'withdrawals.fail',
  body: oneBody.extend({ state: z.enum(WITHDRAWAL_STATES), lease: z.uuid(), byHand: z.boolean() }),
  look: (tx, { id }) => lookAtOne(tx, id),
  run: async (tx, { byHand, ...made }, { by, reason, at }) => {
    const moved = await asAnswer(failWithdrawalIn(tx, made, { reason, byHand }, { by, at: new Date(at) }))
    return { announce: announceAll([moved]) }
  },
})

/** Makes the acts over a catalogue. */
export function createWithdrawalActs(parts: WithdrawalActsParts): WithdrawalActs {
  return { ...claimActs(parts), ...decisionActs(parts), retry, fail }
}
