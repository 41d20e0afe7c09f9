// Withdrawals of items to Steam: read by pages, updated by events, and read again after every gap in the connection.
import { atom } from 'nanostores'
import { WITHDRAW_MOST } from '../../game/base/economy.ts'
import { MOVING_STATES, WITHDRAWAL_STATES } from '../../game/withdrawal/withdrawal.ts'
import type { RefusalCode } from '../../protocol/common.ts'
import type {
  PayDifferenceReply,
  ReplaceBody,
  ReplaceReply,
  TakeBackReply,
  Withdrawal,
  WithdrawalHoldReply,
  WithdrawalQuoteReply,
  WithdrawalsReply,
  WithdrawReply,
} from '../../protocol/withdrawal.ts'
import { loadAccount } from '../account/account.ts'
import { loadInventory } from '../inventory/inventory.ts'
import { clearSelection } from '../inventory/inventory-selection.ts'
import { get } from '../kernel/api.ts'
import { createKeyedPost } from '../kernel/keyed-post.ts'
import { createLivePaged } from '../kernel/live-paged.ts'
import { recheckSession } from '../kernel/paged.ts'
import { $connectionCount, $withdrawalEvent } from '../kernel/realtime-events.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'
import { holdBalanceUntil, loadUser, setBalance } from '../kernel/user.ts'

/** How often the list is read while a withdrawal is moving and the page is visible: events may be missed. */
export const POLL_MS = 15_000

const pages = createLivePaged<Withdrawal>(
  'withdrawals',
  async (cursor) => {
    const reply = await get<WithdrawalsReply>(`/user/withdrawals${cursor === null ? '' : `?cursor=${cursor}`}`)
    return { entries: reply.withdrawals, cursor: reply.cursor }
  },
  {
    // Ids grow with time.
    compare: (one, other) => (one.id < other.id ? 1 : -1),
    isOutdated: (told, known) => told.changed_at < known.changed_at,
  },
)

/** The withdrawals read so far, newest first, each in its last known state. */
export const { $list: $withdrawals, load: loadWithdrawals, loadMore: loadMoreWithdrawals } = pages

/** What would hold or refuse a withdrawal that is requested now; each null for nothing, and while it is unknown. */
export const $hold = atom<Pick<WithdrawalHoldReply, 'wait' | 'turnover'>>({ wait: null, turnover: null })

/** Reads what holds withdrawals. The request says so too: a failure only leaves it out of the dialog. */
export async function loadHold(): Promise<void> {
  try {
    const { wait, turnover } = await get<WithdrawalHoldReply>('/user/withdrawals/hold')
    $hold.set({ wait, turnover })
  } catch (fault) {
    console.error('The hold of withdrawals could not be read', fault)
    recheckSession(fault)
  }
}

function isWithdrawal(value: unknown): value is Withdrawal {
  const { id, state, item, changed_at } = fieldsOf(value)
  const isKnown = WITHDRAWAL_STATES.some((known) => known === state)
  return typeof id === 'string' && isKnown && typeof item === 'object' && item !== null && Number.isFinite(changed_at)
}

/** Puts a withdrawal that an event brought into the list, unless the list holds a newer state of it. */
export function applyWithdrawal(told: unknown): void {
  if (isWithdrawal(told)) pages.put([told])
  else console.error('A withdrawal cannot be read', told)
}

/** The outcome of a request; `failed` when no usable answer came. */
export type WithdrawalOutcome =
  | { readonly kind: 'done'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  | { readonly kind: 'failed' }

const keyedPost = createKeyedPost()

async function postOnce<Reply>(path: string, body: object): Promise<Reply> {
  try {
    return (await keyedPost<Reply>(path, body)).reply
  } catch (fault) {
    recheckSession(fault)
    throw fault
  }
}

function failed(fault: unknown): WithdrawalOutcome {
  console.error('A withdrawal could not be asked for', fault)
  return { kind: 'failed' }
}

const reload = (): Promise<unknown> => Promise.all([loadInventory(), loadAccount()])

/** Withdraws items, in calls of as many as one takes; returns the outcome of the last call. */
export async function withdrawItems(ids: readonly string[]): Promise<WithdrawalOutcome> {
  let asked: WithdrawalOutcome = { kind: 'failed' }
  try {
    for (let from = 0; from < ids.length; from += WITHDRAW_MOST) {
      const reply = await postOnce<WithdrawReply>('/user/items/withdraw', {
        ids: ids.slice(from, from + WITHDRAW_MOST),
      })
      if (!reply.success) {
        asked = { kind: 'refused', code: reply.code, message: reply.message }
        break
      }
      for (const withdrawal of reply.withdrawals) applyWithdrawal(withdrawal)
      asked = { kind: 'done', message: reply.message }
    }
    if (asked.kind === 'done') clearSelection()
    return asked
  } catch (fault) {
    return failed(fault)
  } finally {
    await reload()
  }
}

type WithdrawalChange = ReplaceReply | PayDifferenceReply | TakeBackReply

/** Asks for the next step of a withdrawal that cannot go on by itself, and shows what it changed. */
async function changeWithdrawal(path: string, body: object): Promise<WithdrawalOutcome> {
  try {
    const reply = await postOnce<WithdrawalChange>(path, body)
    if (!reply.success) return { kind: 'refused', code: reply.code, message: reply.message }
    applyWithdrawal(reply.withdrawal)
    if ('balance' in reply) {
      setBalance(reply.balance)
      // A repeated answer holds the balance of the first one.
      void loadUser()
    }
    return { kind: 'done', message: reply.message }
  } catch (fault) {
    return failed(fault)
  } finally {
    await reload()
  }
}

/** Replaces an item that cannot be bought by others. The displayed balance stays until the outcome can be shown. */
export function replaceItem(body: ReplaceBody): Promise<WithdrawalOutcome> {
  return holdBalanceUntil(() => changeWithdrawal('/user/items/replace', body))
}

/** Reads what the player can pay to get an item whose price rose, in cents; null for no such offer, and when it cannot be read. */
export async function loadDifference(id: string): Promise<number | null> {
  try {
    const reply = await get<WithdrawalQuoteReply>(`/user/withdrawals/quote?id=${id}`)
    return reply.success ? reply.difference : null
  } catch (fault) {
    console.error('The difference of an item could not be read', fault)
    recheckSession(fault)
    return null
  }
}

/** Pays the difference, in cents, of an item whose price rose: its withdrawal goes on. */
export function payDifference(id: string, difference: number): Promise<WithdrawalOutcome> {
  return changeWithdrawal('/user/items/pay-difference', { id, difference })
}

/** Returns an item that cannot be bought to the inventory. */
export function takeBackItem(id: string): Promise<WithdrawalOutcome> {
  return changeWithdrawal('/user/items/take-back', { id })
}

/** Reads the withdrawals and keeps them up to date; returns the function that stops it. */
export function watchWithdrawals(): () => void {
  const load = (): void => void pages.refresh()
  const loadIfVisible = (): void => {
    if (document.visibilityState === 'visible') load()
  }
  // An operator's decision comes from another process, which sends no event.
  const isMoving = ({ state }: Withdrawal): boolean => state === 'review' || MOVING_STATES.includes(state)
  const poll = setInterval(() => {
    if ($withdrawals.get().entries.some(isMoving)) loadIfVisible()
  }, POLL_MS)
  const stops = [$withdrawalEvent.listen((told) => applyWithdrawal(told)), $connectionCount.listen(load)]
  document.addEventListener('visibilitychange', loadIfVisible)
  void loadWithdrawals()
  return () => {
    clearInterval(poll)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', loadIfVisible)
  }
}
