// What a player's code has brought, and the two codes that he may give: a friend's, and his own choice. Guests see the tiers.
import { atom } from 'nanostores'
import type {
  ChooseReply,
  CodeBody,
  EnterReply,
  ReferralReply,
  ReferredPlayer,
  ReferredReply,
} from '../contract/referral.ts'
import { get } from './api.ts'
import { createClaim } from './claim.ts'
import { openLogin } from './modals.ts'
import { createPaged } from './paged.ts'
import { $connections } from './socket.ts'
import { toast } from './toasts.ts'
import { $user } from './user.ts'

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

/** Counts the questions: the answer to an old one, of a guest for instance, is not shown. */
let asked = 0

/** Reads where the visitor stands; a failure is logged, and leaves what was there. */
async function loadReferral(): Promise<void> {
  const question = ++asked
  try {
    const { tiers, own } = await get<ReferralReply>('/referral')
    if (question !== asked) return
    $referral.set({ status: 'ready', tiers, own })
    if (own !== null && own.players > 0) void loadReferred()
  } catch (fault) {
    if (question !== asked) return
    console.error('The referrals could not be read', fault)
    if ($referral.get().status !== 'ready') $referral.set({ status: 'failed' })
  }
}

/** Reads anew after a failure. */
export function retryReferral(): void {
  $referral.set({ status: 'loading' })
  void loadReferral()
}

let started = false

/** Keeps everything up to date with who looks and what comes in; once a page, however many ask. */
export function startReferral(): void {
  if (started) return
  started = true
  let known: number | 'guest' | null = null
  let balance: number | null = null
  $user.subscribe((state) => {
    if (state.status === 'unknown') return
    const who = state.status === 'authorised' ? state.user.id : 'guest'
    // A share that comes in, or goes back, and a deposit of one's own are told as a balance.
    const isMoved = state.status === 'authorised' && balance !== null && balance !== state.user.balance
    balance = state.status === 'authorised' ? state.user.balance : null
    if (who !== known) {
      known = who
      list.clear()
      $referral.set({ status: 'loading' })
    } else if (!isMoved) return
    void loadReferral()
  })
  $connections.listen((count) => {
    // The first connection of a page is no news: what it shows was just read.
    if (count > 1 && known !== null) void loadReferral()
  })
}

/** What became of a code; the words are of the server, in the player's language. */
export type CodeOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }
  /** The sign-in dialog is open. */
  | { readonly kind: 'signed-out' }

const askToEnter = createClaim<Extract<EnterReply, { success: true }>>()
const askToChoose = createClaim<Extract<ChooseReply, { success: true }>>()

async function give(ask: typeof askToEnter | typeof askToChoose, path: string, code: string): Promise<CodeOutcome> {
  if ($user.get().status === 'guest') {
    openLogin()
    return { kind: 'signed-out' }
  }
  const body: CodeBody = { code }
  const claimed = await ask(path, body)
  if (claimed.kind !== 'answered') return { kind: claimed.kind === 'failed' ? 'failed' : 'signed-out' }
  const { reply } = claimed
  // Refused or not: what is shown may be old.
  await loadReferral()
  if (!reply.success) return { kind: 'refused', message: reply.message }
  toast('success', reply.message)
  return { kind: 'taken' }
}

/** Enters the code of a friend, as it was typed. */
export function enterCode(code: string): Promise<CodeOutcome> {
  return give(askToEnter, '/referral/code', code)
}

/** Takes a code of one's own choice. */
export function chooseCode(code: string): Promise<CodeOutcome> {
  return give(askToChoose, '/referral/own', code)
}

const TYPED = 'spacedrop:friend-code'

function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** A friend's code as a guest typed it: it waits for his sign-in as long as the tab is open. */
export function typedCode(): string {
  return (storage()?.getItem(TYPED) ?? '').slice(0, 200)
}

/** Keeps a typed code for the time after the sign-in; an empty one forgets it. */
export function keepTyped(code: string): void {
  try {
    if (code === '') storage()?.removeItem(TYPED)
    else storage()?.setItem(TYPED, code)
  } catch {
    // Full, or forbidden to write: then it is typed again.
  }
}
