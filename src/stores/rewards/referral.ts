// Referrals: the player's earnings and referred players, entering a friend's code, choosing an own code. Guests see the tiers.
import { atom } from 'nanostores'
import type {
  ChooseReply,
  CodeBody,
  EnterReply,
  ReferralReply,
  ReferredPlayer,
  ReferredReply,
} from '../../protocol/referral.ts'
import { get } from '../kernel/api.ts'
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'
import { createClaim } from '../kernel/claim.ts'
import { openLogin } from '../kernel/modals.ts'
import { createPaged } from '../kernel/paged.ts'
import { onReconnect } from '../kernel/realtime-events.ts'
import { toast } from '../kernel/toasts.ts'
import { $user } from '../kernel/user.ts'

export type Referral =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<ReferralReply, 'tiers' | 'own'>)

export const $referral = atom<Referral>({ status: 'loading' })

const list = createPaged<ReferredPlayer>('players brought', async (cursor) => {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  const page = await get<ReferredReply>(`/referral/players${query}`)
  return { entries: page.players, cursor: page.cursor }
})

export const $referred = list.$list
export const loadReferred = list.load
export const loadMoreReferred = list.loadMore

/** Counts requests: only the answer to the newest one is shown. */
let requests = 0

/** Reads the referrals; a failure is logged, and the known data stays. */
async function loadReferral(): Promise<void> {
  const request = ++requests
  try {
    const { tiers, own } = await get<ReferralReply>('/referral')
    if (request !== requests) return
    $referral.set({ status: 'ready', tiers, own })
    if (own !== null && own.players > 0) void loadReferred()
  } catch (fault) {
    if (request !== requests) return
    console.error('The referrals could not be read', fault)
    if ($referral.get().status !== 'ready') $referral.set({ status: 'failed' })
  }
}

/** Reads again after a failure. */
export function retryReferral(): void {
  $referral.set({ status: 'loading' })
  void loadReferral()
}

let started = false

/** Keeps the referrals up to date with the user and the balance; further calls do nothing. */
export function startReferral(): void {
  if (started) return
  started = true
  let known: number | 'guest' | null = null
  let balance: number | null = null
  $user.subscribe((state) => {
    if (state.status === 'unknown') return
    const who = state.status === 'authorised' ? state.user.id : 'guest'
    // Commissions, their reversals and the player's own deposits change the balance.
    const isMoved = state.status === 'authorised' && balance !== null && balance !== state.user.balance
    balance = state.status === 'authorised' ? state.user.balance : null
    if (who !== known) {
      known = who
      list.clear()
      $referral.set({ status: 'loading' })
    } else if (!isMoved) return
    void loadReferral()
  })
  onReconnect(() => {
    if (known !== null) void loadReferral()
  })
}

/** The outcome of a code; messages are the server's, in the player's language. */
export type CodeOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }
  /** The sign-in dialog is open. */
  | { readonly kind: 'signed-out' }

const askToEnter = createClaim<Extract<EnterReply, { success: true }>>()
const askToChoose = createClaim<Extract<ChooseReply, { success: true }>>()

async function submitCode(
  ask: typeof askToEnter | typeof askToChoose,
  path: string,
  code: string,
): Promise<CodeOutcome> {
  if ($user.get().status === 'guest') {
    openLogin()
    return { kind: 'signed-out' }
  }
  const body: CodeBody = { code }
  const claimed = await ask(path, body)
  if (claimed.kind !== 'answered') return { kind: claimed.kind === 'failed' ? 'failed' : 'signed-out' }
  const { reply } = claimed
  // Accepted or not, the displayed data may be outdated.
  await loadReferral()
  if (!reply.success) return { kind: 'refused', message: reply.message }
  toast('success', reply.message)
  return { kind: 'taken' }
}

/** Enters a friend's code, as typed. */
export function enterCode(code: string): Promise<CodeOutcome> {
  return submitCode(askToEnter, '/referral/code', code)
}

/** Sets the player's own code. */
export function chooseCode(code: string): Promise<CodeOutcome> {
  return submitCode(askToChoose, '/referral/own', code)
}

const TYPED = 'spacedrop:friend-code'

/** Returns the friend's code that a guest typed before signing in; stored as long as the tab is open. */
export function readTypedCode(): string {
  return (readFromSession(TYPED) ?? '').slice(0, 200)
}

/** Stores a typed code until after the sign-in; an empty one removes it. */
export function storeTypedCode(code: string): void {
  storeInSession(TYPED, code === '' ? null : code)
}
