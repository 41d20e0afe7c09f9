// Items on their way to Steam: read by pages, changed by what the server tells, and read again after every gap.
import { atom, computed } from 'nanostores'
import type { RefusalCode } from '../contract/common.ts'
import type {
  ReplaceBody,
  ReplaceReply,
  TakeBackReply,
  Withdrawal,
  WithdrawalsReply,
  WithdrawReply,
} from '../contract/withdrawal.ts'
import { WITHDRAW_MOST } from '../game/economy.ts'
import { MOVING_STATES, WITHDRAWAL_STATES } from '../game/withdrawal.ts'
import { loadAccount } from './account.ts'
import { ApiError, get, post } from './api.ts'
import { loadInventory } from './inventory.ts'
import { fieldsOf } from './live-drop.ts'
import { clearChosen } from './own-items.ts'
import { createPaged, type Paged, watchSession } from './paged.ts'
import { $connections, $toldWithdrawal } from './socket.ts'
import { loadUser, setBalance } from './user.ts'

/** While an item is on its way and somebody looks, the list is read this often: the socket only tells, and may have missed it. */
export const POLL_MS = 15_000

const pages = createPaged<Withdrawal>('withdrawals', async (cursor) => {
  const reply = await get<WithdrawalsReply>(`/user/withdrawals${cursor === null ? '' : `?cursor=${cursor}`}`)
  return { entries: reply.withdrawals, cursor: reply.cursor }
})

/** What was told of withdrawals since the page was opened, by their ids. */
const $news = atom<ReadonlyMap<string, Withdrawal>>(new Map())

/** The withdrawals as far as they were read, newest first, each as it was told last. */
export const $withdrawals = computed([pages.$list, $news], (list, news): Paged<Withdrawal> => {
  const entries = list.entries.map((entry) => {
    const told = news.get(entry.id)
    return told !== undefined && told.changed_at >= entry.changed_at ? told : entry
  })
  const known = new Set(entries.map(({ id }) => id))
  const last = entries.at(-1)?.id ?? ''
  // What began since the list was read stands above it; what is older than its end comes with its own page.
  const begun = [...news.values()].filter(({ id }) => !known.has(id) && (list.cursor === null || id > last))
  if (begun.length === 0) return { ...list, entries }
  return { ...list, entries: [...begun, ...entries].sort((one, other) => (one.id < other.id ? 1 : -1)) }
})

export const { loadMore: loadMoreWithdrawals } = pages

/** Reads the newest; what was told before is older than the answer. */
export function loadWithdrawals(): Promise<void> {
  $news.set(new Map())
  return pages.load()
}

function isWithdrawal(value: unknown): value is Withdrawal {
  const { id, state, item, changed_at } = fieldsOf(value)
  const isKnown = WITHDRAWAL_STATES.some((known) => known === state)
  return typeof id === 'string' && isKnown && typeof item === 'object' && item !== null && Number.isFinite(changed_at)
}

/** Takes a withdrawal that was told of; what is older than what is known stays away. */
export function takeWithdrawal(told: unknown): void {
  if (!isWithdrawal(told)) {
    console.error('A withdrawal cannot be read', told)
    return
  }
  const before = $news.get().get(told.id)
  if (before !== undefined && before.changed_at > told.changed_at) return
  $news.set(new Map($news.get()).set(told.id, told))
}

/** What became of something that the player asked for; `failed` when nobody answered. */
export type Asked =
  | { readonly kind: 'done'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  | { readonly kind: 'failed' }

/** Calls that got no answer: the same one again goes under its key, so that it happens once. */
const unanswered = new Map<string, string>()

async function postOnce<Reply>(path: string, body: object): Promise<Reply> {
  const text = `${path} ${JSON.stringify(body)}`
  const key = unanswered.get(text) ?? crypto.randomUUID()
  unanswered.set(text, key)
  try {
    const reply = await post<Reply>(path, body, key)
    unanswered.delete(text)
    return reply
  } catch (fault) {
    const isOpen = fault instanceof ApiError && (fault.status === 0 || fault.status >= 500)
    if (!isOpen) unanswered.delete(text)
    watchSession(fault)
    throw fault
  }
}

function failed(fault: unknown): Asked {
  console.error('A withdrawal could not be asked for', fault)
  return { kind: 'failed' }
}

const reload = (): Promise<unknown> => Promise.all([loadInventory(), loadAccount()])

/** Sends items on their way, as many at a time as one call takes; the last answer tells. */
export async function withdrawItems(ids: readonly string[]): Promise<Asked> {
  let asked: Asked = { kind: 'failed' }
  try {
    for (let from = 0; from < ids.length; from += WITHDRAW_MOST) {
      const reply = await postOnce<WithdrawReply>('/user/items/withdraw', {
        ids: ids.slice(from, from + WITHDRAW_MOST),
      })
      if (!reply.success) {
        asked = { kind: 'refused', code: reply.code, message: reply.message }
        break
      }
      for (const withdrawal of reply.withdrawals) takeWithdrawal(withdrawal)
      asked = { kind: 'done', message: reply.message }
    }
    if (asked.kind === 'done') clearChosen()
    return asked
  } catch (fault) {
    return failed(fault)
  } finally {
    await reload()
  }
}

/** Takes others for an item that cannot be bought. */
export async function replaceItem(wish: ReplaceBody): Promise<Asked> {
  try {
    const reply = await postOnce<ReplaceReply>('/user/items/replace', wish)
    if (!reply.success) return { kind: 'refused', code: reply.code, message: reply.message }
    takeWithdrawal(reply.withdrawal)
    setBalance(reply.balance)
    // An answer that is given again tells the balance of then.
    void loadUser()
    return { kind: 'done', message: reply.message }
  } catch (fault) {
    return failed(fault)
  } finally {
    await reload()
  }
}

/** Takes an item back that cannot be bought. */
export async function takeBack(id: string): Promise<Asked> {
  try {
    const reply = await postOnce<TakeBackReply>('/user/items/take-back', { id })
    if (!reply.success) return { kind: 'refused', code: reply.code, message: reply.message }
    takeWithdrawal(reply.withdrawal)
    return { kind: 'done', message: reply.message }
  } catch (fault) {
    return failed(fault)
  } finally {
    await reload()
  }
}

/** Reads how the newest stand; pages that were read before stay. A failure is logged, and leaves what was there. */
async function refresh(): Promise<void> {
  if ($withdrawals.get().status !== 'ready') return loadWithdrawals()
  try {
    const { withdrawals } = await get<WithdrawalsReply>('/user/withdrawals')
    for (const withdrawal of withdrawals) takeWithdrawal(withdrawal)
  } catch (fault) {
    console.error('The withdrawals could not be read again', fault)
    watchSession(fault)
  }
}

/** Reads the withdrawals and keeps them up to date; returns what ends that. */
export function watchWithdrawals(): () => void {
  const load = (): void => void refresh()
  const look = (): void => {
    if (document.visibilityState === 'visible') load()
  }
  const isMoving = ({ state }: Withdrawal): boolean => MOVING_STATES.includes(state)
  const poll = setInterval(() => {
    if ($withdrawals.get().entries.some(isMoving)) look()
  }, POLL_MS)
  const stops = [$toldWithdrawal.listen((told) => takeWithdrawal(told)), $connections.listen(load)]
  document.addEventListener('visibilitychange', look)
  void loadWithdrawals()
  return () => {
    clearInterval(poll)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', look)
  }
}
