// The parts of the list of what waits for a player; each reads what its own feature holds.
import { and, desc, eq, isNotNull, isNull, min } from 'drizzle-orm'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { missingTurnover } from '../../../game/rewards/gifts.ts'
import {
  giftWait,
  heldPriceWait,
  keptWait,
  questionWait,
  turnoverWait,
  type Wait,
} from '../../../game/withdrawal/waiting.ts'
import { LIVE_STATES } from '../../../game/withdrawal/withdrawal.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { WaitEntry } from '../../../protocol/waiting.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { accounts, catalogueItems, favouriteCases, heldItems, items } from '../../db/schema.ts'
import { keptPayments, orders } from '../../db/schema-payments.ts'
import { raffleEntries, raffles } from '../../db/schema-rewards.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import type { Erasures } from '../account/erasure.ts'
import { waitOfHold, withdrawalHolds } from '../account/holds.ts'
import type { Protection } from '../account/protection.ts'
import { keptDeposits } from '../money/kept-deposits.ts'
import { readGiftAccount } from '../money/pay.ts'
import { lockedGifts } from '../payments/bonuses.ts'
import { cardLeft } from '../payments/card-limit.ts'
import { PARTIAL } from '../payments/questions.ts'
import { ofItem, selectWithdrawals, withdrawalView } from '../withdrawal/transitions.ts'

/** A player, at a time. */
export interface Viewer {
  readonly playerId: number
  readonly at: Date
}

export interface WaitParts {
  readonly queries: Queries
  readonly loaded: LoadedCatalogue
  /** True where deposits hold items, and new card accounts are limited. */
  readonly checks: boolean
  readonly protection: Pick<Protection, 'limitsOf'>
  readonly erasureOf: Erasures['of']
}

/** How many withdrawals and items are listed, each. */
const LISTED_MOST = 50

const ofWait = (id: string, wait: Wait, about: WaitEntry['about'] = null): WaitEntry => ({ ...wait, id, about })

const aboutItem = (item: unknown): WaitEntry['about'] => ({ kind: 'item', item: item as ItemView })

/** Returns the withdrawals that are under way. */
async function waitingWithdrawals({ queries }: WaitParts, { playerId }: Viewer): Promise<WaitEntry[]> {
  const rows = await selectWithdrawals(queries)
    .where(and(eq(withdrawals.playerId, playerId), hasState(withdrawals.state, ...LIVE_STATES)))
    .orderBy(desc(withdrawals.id))
    .limit(LISTED_MOST)
  return rows.flatMap((row) => {
    const { id, wait, item } = withdrawalView(ofItem(row))
    return wait === null ? [] : [ofWait(id, wait, aboutItem(item))]
  })
}

/** Returns the owned items whose price is held. */
async function heldOwnItems({ queries }: WaitParts, { playerId }: Viewer): Promise<WaitEntry[]> {
  const rows = await queries
    .select({ id: items.id, since: heldItems.since, view: catalogueItems.view })
    .from(heldItems)
    .innerJoin(items, eq(items.itemId, heldItems.itemId))
    .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
    .where(and(eq(items.playerId, playerId), hasState(items.state, 'owned')))
    .orderBy(desc(items.id))
    .limit(LISTED_MOST)
  return rows.map(({ id, since, view }) => ofWait(id, heldPriceWait(since.getTime()), aboutItem(view)))
}

/** Returns what holds withdrawals as such: gifts that are not unlocked, deposits that are not staked once, a freeze, a debt. */
async function accountWaits(parts: WaitParts, { playerId, at }: Viewer): Promise<WaitEntry[]> {
  const { queries, loaded } = parts
  const account = await readGiftAccount(queries, playerId)
  const deposited = await keptDeposits(queries, playerId)
  const gifts = await lockedGifts(queries, playerId, loaded.rewards.gifts)
  const holds = await withdrawalHolds(queries, playerId, at)
  const [owing] = await queries.select({ debt: accounts.debt }).from(accounts).where(eq(accounts.id, playerId))
  const erasure = await parts.erasureOf(playerId)
  return [
    ...holds.map((hold) => {
      const debt = hold.reason === 'debt' ? { amounts: { have: null, need: owing?.debt ?? 0 } } : {}
      return ofWait(`account-${hold.reason}`, { ...waitOfHold(hold), ...debt })
    }),
    ...(missingTurnover(account, deposited) > 0
      ? [ofWait('turnover', turnoverWait(account.stakedCents, deposited))]
      : []),
    ...(gifts.locked > gifts.unlockable ? [ofWait('gifts', giftWait('gifts', gifts.unlockable, gifts.locked))] : []),
    ...(erasure === null
      ? []
      : [
          ofWait('erasure', {
            subject: 'account',
            reason: 'erasure',
            since: erasure.requested_at,
            decided: { by: 'time', at: erasure.due_at },
          }),
        ]),
  ]
}

/** Returns received money that is not credited, and deposits that a person looks into. */
async function paymentWaits({ queries }: WaitParts, { playerId }: Viewer): Promise<WaitEntry[]> {
  const kept = await queries
    .select({ payment: keptPayments })
    .from(keptPayments)
    .innerJoin(orders, eq(orders.id, keptPayments.orderId))
    .where(and(eq(orders.playerId, playerId), isNull(keptPayments.endedAt)))
    .orderBy(keptPayments.at)
  const questions = await queries
    .select({ id: orders.id, amount: orders.amount, at: orders.questionedAt, question: orders.question })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), isNotNull(orders.question), isNull(orders.answeredAt)))
    .orderBy(orders.id)
  const parts = new Set(kept.flatMap(({ payment }) => (payment.reason === 'partial' ? payment.orderId : [])))
  return [
    ...kept.map(({ payment: { orderId, part, reason, amount, at, dueAt } }) =>
      ofWait(
        `${part}-${orderId}`,
        keptWait({ reason, amount, sinceMs: at.getTime(), refundMs: dueAt?.getTime() ?? null }),
      ),
    ),
    // A part that is kept says more than that it is a part.
    ...questions
      .filter(({ id, question }) => question !== PARTIAL || !parts.has(id))
      .map(({ id, amount, at }) => ofWait(`question-${id}`, questionWait(amount, at?.getTime() ?? null))),
  ]
}

/** Returns limits that are to rise, an exclusion in force, and the limit of a new card account. */
async function limitWaits(parts: WaitParts, { playerId, at }: Viewer): Promise<WaitEntry[]> {
  const { limits, exclusion } = await parts.protection.limitsOf(playerId)
  const raises = limits.flatMap(({ window, amount, pending }): WaitEntry[] =>
    pending === null
      ? []
      : [
          {
            subject: 'limit',
            reason: 'raise',
            since: null,
            decided: { by: 'time', at: pending.at },
            ...(amount === null ? {} : { amounts: { have: null, need: amount } }),
            id: `limit-${window}`,
            about: { kind: 'limit', window, next: pending.amount },
          },
        ],
  )
  const excluded: WaitEntry[] =
    exclusion === null
      ? []
      : [
          ofWait('exclusion', {
            subject: 'account',
            reason: exclusion.kind,
            since: null,
            decided: exclusion.until === null ? { by: 'nobody' } : { by: 'time', at: exclusion.until },
          }),
        ]
  return [...raises, ...excluded, ...(await newCardWaits(parts, { playerId, at }))]
}

/** Returns the limit of deposits by card while the account is new to them; nothing before the first of them. */
async function newCardWaits({ queries, loaded, checks }: WaitParts, { playerId, at }: Viewer): Promise<WaitEntry[]> {
  if (!checks) return []
  const { newCardAccounts } = loaded.payments
  const left = await cardLeft(queries, loaded.payments, playerId, at)
  const [card] = await queries
    .select({ first: min(orders.paidAt) })
    .from(orders)
    .where(and(eq(orders.playerId, playerId), eq(orders.kind, 'card')))
  const since = card?.first?.getTime() ?? null
  if (left === null || since === null) return []
  return [
    ofWait('new-card', {
      subject: 'limit',
      reason: 'new-card',
      since,
      decided: { by: 'time', at: since + newCardAccounts.days * DAY_MS },
      amounts: { have: newCardAccounts.mostADay - left, need: newCardAccounts.mostADay },
    }),
  ]
}

const prizeWait = (since: number | null): Wait => ({
  subject: 'game',
  reason: 'prize-price',
  since,
  decided: { by: 'person', queue: 'prices' },
})

/** Returns the raffles that the player has joined and whose prize is held. */
async function raffleWaits({ queries }: WaitParts, { playerId }: Viewer): Promise<WaitEntry[]> {
  const rows = await queries
    .select({ id: raffles.id, since: heldItems.since })
    .from(raffleEntries)
    .innerJoin(raffles, eq(raffles.id, raffleEntries.raffleId))
    .innerJoin(heldItems, eq(heldItems.itemId, raffles.itemId))
    .where(and(eq(raffleEntries.playerId, playerId), hasState(raffles.state, 'open', 'frozen')))
  return rows.map(({ id, since }) =>
    ofWait(`raffle-${id}`, prizeWait(since.getTime()), { kind: 'game', game: 'raffle', name: null, path: '/raffle' }),
  )
}

/** Returns what is paused for everyone because a price is held: the wheel, free cases, and the player's favourite cases. */
async function pausedWaits({ queries, loaded }: WaitParts, { playerId }: Viewer): Promise<WaitEntry[]> {
  const { catalogue, rewards, priceState } = loaded
  const favourites = await queries
    .select({ url: favouriteCases.caseUrl })
    .from(favouriteCases)
    .where(eq(favouriteCases.playerId, playerId))
  const cases = favourites.flatMap(({ url }) => {
    const box = catalogue.cases.get(url)
    if (box?.heldItems === undefined || box.enabled) return []
    const since = box.heldItems.flatMap(({ id }) => priceState.held.get(id)?.sinceMs ?? [])
    const wait = prizeWait(since.length === 0 ? null : Math.min(...since))
    return [ofWait(`case-${url}`, wait, { kind: 'game', game: 'case', name: box.name, path: `/case/${url}` })]
  })
  const isFreeCasePaused = rewards.freeCases.some(({ paused }) => paused === true)
  return [
    ...cases,
    ...(rewards.wheel.paused === true
      ? [ofWait('wheel', prizeWait(null), { kind: 'game', game: 'wheel', name: null, path: '/wheel' })]
      : []),
    ...(isFreeCasePaused
      ? [ofWait('free-case', prizeWait(null), { kind: 'game', game: 'free_case', name: null, path: '/free_case' })]
      : []),
  ]
}

const PARTS = [waitingWithdrawals, heldOwnItems, accountWaits, paymentWaits, limitWaits, raffleWaits, pausedWaits]

/** Returns everything that waits for a player: withdrawals first, what is paused for everyone last. */
export async function waitsOf(parts: WaitParts, viewer: Viewer): Promise<WaitEntry[]> {
  return (await Promise.all(PARTS.map((part) => part(parts, viewer)))).flat()
}
