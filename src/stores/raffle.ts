// The raffles as the page shows them: read again while somebody looks, sooner around a draw; joining; and the proof of a draw.
import { atom, map } from 'nanostores'
import type { JoinReply, OpenRaffle, RaffleProofReply, RafflesReply } from '../contract/raffle.ts'
import type { RaffleProof } from '../game/raffle-proof.ts'
import type { RaffleKind } from '../game/rewards.ts'
import { ApiError, get } from './api.ts'
import { createClaim } from './claim.ts'
import { claimsChanged } from './claims-changed.ts'
import { $connections, $toldOrder } from './socket.ts'
import { toast } from './toasts.ts'
import { watchPlayer } from './watch-player.ts'

/** How often the numbers of players are read anew, and how often while a draw is awaited. */
const LOOK_MS = 15_000
const AWAIT_MS = 2_000

export type Raffles =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<RafflesReply, 'raffles' | 'winners'>)

export type Proof =
  | { readonly status: 'none' }
  | { readonly status: 'loading' | 'unknown' | 'offline'; readonly id: string }
  | { readonly status: 'ready'; readonly id: string; readonly proof: RaffleProof }

/** What became of a join; what the server said of it has been shown already. */
export type JoinOutcome = 'joined' | 'refused' | 'failed'

export const $raffles = atom<Raffles>({ status: 'loading' })

/** The raffle of each kind whose end was seen on this page: its result is shown until the player goes on. */
export const $watched = map<Partial<Record<RaffleKind, string>>>({})

export const $raffleProof = atom<Proof>({ status: 'none' })

let reading: Promise<void> | null = null

async function read(): Promise<void> {
  try {
    const { raffles, winners } = await get<RafflesReply>('/raffle')
    $raffles.set({ status: 'ready', raffles, winners })
  } catch (fault) {
    console.error('Raffles could not be read', fault)
    if ($raffles.get().status !== 'ready') $raffles.set({ status: 'failed' })
  }
}

/** Reads the raffles; a failure is logged, and leaves what was there. */
export function loadRaffles(): Promise<void> {
  reading ??= read().finally(() => {
    reading = null
  })
  return reading
}

/** True while something is about to happen: a raffle that is not open yet, or one that was closed and not drawn. */
function isAwaited(state: Raffles): boolean {
  if (state.status !== 'ready') return false
  return state.raffles.some(({ open, last }) => open === null || last?.state === 'open' || last?.state === 'frozen')
}

let timer: ReturnType<typeof setTimeout> | undefined

/** One timer, which stands still while nobody looks. */
function lookAgain(): void {
  clearTimeout(timer)
  if (document.visibilityState !== 'visible') return
  const delayMs = isAwaited($raffles.get()) ? AWAIT_MS : LOOK_MS
  timer = setTimeout(() => void loadRaffles().finally(lookAgain), delayMs)
}

function lookNow(): void {
  void loadRaffles().finally(lookAgain)
}

let started = false

/** Keeps the raffles up to date as long as somebody looks; once a page, however many ask. */
export function startRaffles(): void {
  if (started) return
  started = true
  watchPlayer(lookNow)
  // A deposit has arrived: there may be something to join.
  $toldOrder.listen(lookNow)
  $connections.listen(lookNow)
  document.addEventListener('visibilitychange', lookNow)
}

/** The countdown of a raffle is over: its draw is awaited, and shown on its card. */
export function watchDraw({ kind, id }: Pick<OpenRaffle, 'kind' | 'id'>): void {
  $watched.setKey(kind, id)
  lookNow()
}

/** The result was seen: the card shows the next raffle. */
export function leaveDraw(kind: RaffleKind): void {
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
    // Joined in another tab, or the time was up.
    await loadRaffles()
    return 'refused'
  }
  markJoined(id, reply.players)
  claimsChanged()
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
    const { raffle } = await get<RaffleProofReply>(`/raffle/${encodeURIComponent(id)}`)
    shown({ status: 'ready', id, proof: raffle })
  } catch (fault) {
    console.error('A raffle could not be read', fault)
    const unknown = fault instanceof ApiError && (fault.status === 400 || fault.status === 404)
    shown({ status: unknown ? 'unknown' : 'offline', id })
  }
}

/** Puts the proof away. */
export function closeRaffleProof(): void {
  $raffleProof.set({ status: 'none' })
}
