// Raffles: polled while the page is visible, more often around a draw; joining; and the proof of a draw.
import { atom, map } from 'nanostores'
import type { RaffleProof } from '../../game/rewards/raffle-proof.ts'
import type { RaffleKind } from '../../game/rewards/rewards.ts'
import type { JoinReply, OpenRaffle, RaffleProofReply, RafflesReply } from '../../protocol/raffle.ts'
import { ApiError, get } from '../kernel/api.ts'
import { createClaim } from '../kernel/claim.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { $orderEvent, onReconnect } from '../kernel/realtime-events.ts'
import { toast } from '../kernel/toasts.ts'

/** The polling intervals: normal, and while a draw is awaited. */
const POLL_MS = 15_000
const AWAIT_POLL_MS = 2_000

export type Raffles =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<RafflesReply, 'raffles' | 'winners'>)

export type Proof =
  | { readonly status: 'none' }
  | { readonly status: 'loading' | 'unknown' | 'offline'; readonly id: string }
  | { readonly status: 'ready'; readonly id: string; readonly proof: RaffleProof; readonly ownNumber: number | null }

/** The outcome of joining; the server's message was shown already. */
export type JoinOutcome = 'joined' | 'refused' | 'failed'

export const $raffles = atom<Raffles>({ status: 'loading' })

/** The raffle of each kind that ended on this page: its result is shown until the player closes it. */
export const $watched = map<Partial<Record<RaffleKind, string>>>({})

export const $raffleProof = atom<Proof>({ status: 'none' })

let reading: Promise<void> | null = null

/** Shows the draws of raffles that were open here and closed since: the clock of the page may be behind that of the site. */
function watchClosed(before: Raffles, raffles: RafflesReply['raffles']): void {
  if (before.status !== 'ready') return
  for (const { kind, last } of raffles) {
    const isKnown = before.raffles.some(({ open }) => open !== null && open.id === last?.id)
    if (isKnown) $watched.setKey(kind, last?.id)
  }
}

async function read(): Promise<void> {
  try {
    const { raffles, winners } = await get<RafflesReply>('/raffle')
    watchClosed($raffles.get(), raffles)
    $raffles.set({ status: 'ready', raffles, winners })
  } catch (fault) {
    console.error('Raffles could not be read', fault)
    if ($raffles.get().status !== 'ready') $raffles.set({ status: 'failed' })
  }
}

/** Reads the raffles; a failure is logged, and the known ones stay. */
export function loadRaffles(): Promise<void> {
  reading ??= read().finally(() => {
    reading = null
  })
  return reading
}

/** Tells whether a change is imminent: a raffle is not open yet, or is closed and not drawn. */
function isAwaited(state: Raffles): boolean {
  if (state.status !== 'ready') return false
  return state.raffles.some(({ open, last }) => open === null || last?.state === 'open' || last?.state === 'frozen')
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Schedules the next reading; none while the page is hidden. */
function scheduleReload(): void {
  clearTimeout(timer)
  if (document.visibilityState !== 'visible') return
  const delayMs = isAwaited($raffles.get()) ? AWAIT_POLL_MS : POLL_MS
  timer = setTimeout(() => void loadRaffles().finally(scheduleReload), delayMs)
}

function reloadNow(): void {
  void loadRaffles().finally(scheduleReload)
}

let started = false

/** Keeps the raffles up to date while the page is visible; further calls do nothing. */
export function startRaffles(): void {
  if (started) return
  started = true
  onUserChange(reloadNow)
  // A deposit may open a raffle to the player.
  $orderEvent.listen(reloadNow)
  onReconnect(reloadNow)
  document.addEventListener('visibilitychange', reloadNow)
}

/** Awaits the draw of a raffle whose countdown has ended, and shows it on its card. */
export function watchDraw({ kind, id }: Pick<OpenRaffle, 'kind' | 'id'>): void {
  $watched.setKey(kind, id)
  reloadNow()
}

/** Closes a result: the card shows the next raffle. */
export function closeDraw(kind: RaffleKind): void {
  $watched.setKey(kind, undefined)
}

const ask = createClaim<Extract<JoinReply, { success: true }>>()

function markJoined(id: string, players: number): void {
  const state = $raffles.get()
  if (state.status !== 'ready') return
  const raffles = state.raffles.map((one) =>
    one.open?.id === id ? { ...one, open: { ...one.open, players, standing: 'joined' as const } } : one,
  )
  $raffles.set({ ...state, raffles })
}

/** Joins a raffle. */
export async function joinRaffle({ id }: Pick<OpenRaffle, 'id'>): Promise<JoinOutcome> {
  const claimed = await ask(`/raffle/${id}/join`, {})
  if (claimed.kind !== 'answered') return claimed.kind === 'failed' ? 'failed' : 'refused'
  const { reply } = claimed
  toast(reply.success ? 'success' : 'error', reply.message)
  if (!reply.success) {
    // Joined in another tab, or closed meanwhile.
    await loadRaffles()
    return 'refused'
  }
  markJoined(id, reply.players)
  notifyClaimsChanged()
  return 'joined'
}

/** Reads the proof of a raffle. */
export async function loadRaffleProof(id: string): Promise<void> {
  $raffleProof.set({ status: 'loading', id })
  const shown = (proof: Proof): void => {
    const now = $raffleProof.get()
    if (now.status !== 'none' && now.id === id) $raffleProof.set(proof)
  }
  try {
    const { raffle, ownNumber } = await get<RaffleProofReply>(`/raffle/${encodeURIComponent(id)}`)
    shown({ status: 'ready', id, proof: raffle, ownNumber })
  } catch (fault) {
    console.error('A raffle could not be read', fault)
    const unknown = fault instanceof ApiError && (fault.status === 400 || fault.status === 404)
    shown({ status: unknown ? 'unknown' : 'offline', id })
  }
}

/** Closes the proof. */
export function closeRaffleProof(): void {
  $raffleProof.set({ status: 'none' })
}
