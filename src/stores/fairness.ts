// A roll's proof, and the seeds of the signed-in player: what is in force, what was rotated away, and the rolls made with it.
import { atom } from 'nanostores'
import type { Refusal } from '../contract/common.ts'
import type { FairnessReply, PastSeedsReply, RollProof, RollReply, SeedsView } from '../contract/fairness.ts'
import { ApiError, get, getFile, post } from './api.ts'
import { watchSession } from './paged.ts'

export type ProofState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'ready'; readonly proof: RollProof }
  /** There is no roll with that id, or it is no id. */
  | { readonly status: 'unknown'; readonly id: string }
  | { readonly status: 'offline'; readonly id: string }

export interface OwnSeeds {
  readonly status: 'ready'
  readonly seeds: SeedsView
  /** As far as they were read, the last revealed first. */
  readonly past: FairnessReply['past']
  /** Where the next page begins; null when there is none. */
  readonly cursor: string | null
  /** What becomes of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export type SeedsState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | OwnSeeds
  | { readonly status: 'offline' }

export type Rotation = { kind: 'rotated' } | { kind: 'refused'; message: string } | { kind: 'failed' }

export const $proof = atom<ProofState>({ status: 'none' })

export const $seeds = atom<SeedsState>({ status: 'none' })

/** The commit of the seed whose rolls are on their way as a file; null while none is. */
export const $exporting = atom<string | null>(null)

const ROLL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reads the proof of a roll; `id` comes from an address or from what a player typed, and may be anything. */
export async function loadProof(id: string): Promise<void> {
  if (!ROLL_ID.test(id)) {
    $proof.set({ status: 'unknown', id })
    return
  }
  $proof.set({ status: 'loading', id })
  const state = await readProof(id)
  // A slow answer must not replace what was asked for after it.
  const now = $proof.get()
  if (now.status === 'loading' && now.id === id) $proof.set(state)
}

async function readProof(id: string): Promise<ProofState> {
  try {
    const { roll } = await get<RollReply>(`/fairness/roll/${id}`)
    return { status: 'ready', proof: roll }
  } catch (fault) {
    const unknown = fault instanceof ApiError && (fault.status === 404 || fault.status === 400)
    return { status: unknown ? 'unknown' : 'offline', id }
  }
}

function own({ seeds, past, cursor }: FairnessReply): OwnSeeds {
  return { status: 'ready', seeds, past, cursor, more: 'idle' }
}

/** Reads the player's own seeds. */
export async function loadSeeds(): Promise<void> {
  $seeds.set({ status: 'loading' })
  try {
    $seeds.set(own(await get<FairnessReply>('/fairness')))
  } catch (fault) {
    console.error('The seeds could not be read', fault)
    $seeds.set({ status: 'offline' })
    watchSession(fault)
  }
}

/** Reads the next page of past seeds, if there is one and it is not on its way. */
export async function loadMoreSeeds(): Promise<void> {
  const before = $seeds.get()
  if (before.status !== 'ready' || before.cursor === null || before.more === 'loading') return
  const asked: OwnSeeds = { ...before, more: 'loading' }
  $seeds.set(asked)
  try {
    const { past, cursor } = await get<PastSeedsReply>(`/fairness/seeds?cursor=${before.cursor}`)
    // A rotation meanwhile began the list anew.
    if ($seeds.get() === asked) $seeds.set({ ...asked, past: [...asked.past, ...past], cursor, more: 'idle' })
  } catch (fault) {
    console.error('More seeds could not be read', fault)
    if ($seeds.get() === asked) $seeds.set({ ...asked, more: 'failed' })
    watchSession(fault)
  }
}

/**
 * Reveals the server seed in force and goes on with the next one and a client seed of the player's choice. The proof on show is read
 * again: it may be complete now.
 */
export async function rotate(clientSeed: string): Promise<Rotation> {
  try {
    const reply = await post<FairnessReply | Refusal>('/fairness/rotate', { clientSeed })
    if (!reply.success) return { kind: 'refused', message: reply.message }
    $seeds.set(own(reply))
  } catch (fault) {
    console.error('The seeds could not be rotated', fault)
    return { kind: 'failed' }
  }
  const shown = $proof.get()
  if (shown.status === 'ready') $proof.set(await readProof(shown.proof.id))
  return { kind: 'rotated' }
}

/**
 * All rolls of a revealed seed, as the file that `npm run verify` reads.
 *
 * @returns null when it did not arrive, or another one is on its way
 */
export async function readRollsFile(commit: string): Promise<Blob | null> {
  if ($exporting.get() !== null) return null
  $exporting.set(commit)
  try {
    return await getFile(`/fairness/seeds/${commit}/rolls`)
  } catch (fault) {
    console.error('The rolls could not be exported', fault)
    watchSession(fault)
    return null
  } finally {
    $exporting.set(null)
  }
}
