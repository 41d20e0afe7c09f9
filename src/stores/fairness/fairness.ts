// The proof of a roll, and the seeds of the signed-in player: the active pair, the revealed ones, and the rolls made with them.
import { atom } from 'nanostores'
import type { Refusal } from '../../protocol/common.ts'
import type {
  CheckedReply,
  FairnessReply,
  PastSeed,
  PastSeedsReply,
  RollProof,
  RollReply,
  SeedsView,
} from '../../protocol/fairness.ts'
import { forgetAnswer, rememberAnswer } from '../kernel/answered-commitments.ts'
import { ApiError, get, getFile, post } from '../kernel/api.ts'
import { supplyClientSeed } from '../kernel/client-seed.ts'
import { createPaged, type Page, recheckSession } from '../kernel/paged.ts'
import { $user } from '../kernel/user.ts'

export type ProofState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'ready'; readonly proof: RollProof }
  /** No roll has that id, or it is invalid. */
  | { readonly status: 'unknown'; readonly id: string }
  | { readonly status: 'offline'; readonly id: string }

export type SeedsState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly seeds: SeedsView }
  | { readonly status: 'offline' }

export type Rotation = { kind: 'rotated' } | { kind: 'refused'; message: string } | { kind: 'failed' }

export const $proof = atom<ProofState>({ status: 'none' })

export const $seeds = atom<SeedsState>({ status: 'none' })

function pageOf({ past, cursor }: Pick<FairnessReply, 'past' | 'cursor'>): Page<PastSeed & { readonly id: string }> {
  return { entries: past.map((seed) => ({ ...seed, id: seed.commit })), cursor }
}

const pastSeeds = createPaged('past seeds', async (cursor) =>
  pageOf(await get<PastSeedsReply>(`/fairness/seeds${cursor === null ? '' : `?cursor=${cursor}`}`)),
)

/** The player's revealed seeds, the last revealed first. */
export const $pastSeeds = pastSeeds.$list
export const loadMoreSeeds = pastSeeds.loadMore

/** The commitment of the seed whose rolls are being downloaded; null for none. */
export const $exporting = atom<string | null>(null)

const ROLL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reads the proof of a roll; `id` is unvalidated, from an address or a field. */
export async function loadProof(id: string): Promise<void> {
  if (!ROLL_ID.test(id)) {
    $proof.set({ status: 'unknown', id })
    return
  }
  $proof.set({ status: 'loading', id })
  const state = await readProof(id)
  // A slow answer must not replace a newer request.
  const now = $proof.get()
  if (now.status === 'loading' && now.id === id) $proof.set(state)
}

/** Shows no roll: a battle is checked instead. */
export function closeProof(): void {
  $proof.set({ status: 'none' })
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

/**
 * Reads the proofs of rolls.
 *
 * @throws ApiError when one of them could not be read
 */
export function readProofs(ids: readonly string[]): Promise<readonly RollProof[]> {
  return Promise.all(ids.map(async (id) => (await get<RollReply>(`/fairness/roll/${id}`)).roll))
}

/** Shows the active seeds, and the first page of the revealed ones. */
function show(reply: FairnessReply): void {
  pastSeeds.begin(pageOf(reply))
  $seeds.set({ status: 'ready', seeds: reply.seeds })
}

/** Reads the player's own seeds. */
export async function loadSeeds(): Promise<void> {
  $seeds.set({ status: 'loading' })
  try {
    const reply = await get<FairnessReply>('/fairness')
    const isSupplied = typeof reply.seeds.unseeded === 'string' && (await supplyClientSeed(reply.seeds.unseeded))
    show(isSupplied ? await get<FairnessReply>('/fairness') : reply)
  } catch (fault) {
    console.error('The seeds could not be read', fault)
    $seeds.set({ status: 'offline' })
    recheckSession(fault)
  }
}

/**
 * Reveals the active server seed and continues with the next one and a client seed of the player's choice. Reads the displayed proof again,
 * which may be complete now.
 */
export async function rotate(clientSeed: string): Promise<Rotation> {
  try {
    const state = $seeds.get()
    // The client seed is sent for a commitment that this browser has seen before.
    const { nextCommit } = state.status === 'ready' ? state.seeds : (await get<FairnessReply>('/fairness')).seeds
    const answer = { commit: nextCommit, clientSeed }
    rememberAnswer(answer)
    const reply = await post<FairnessReply | Refusal>('/fairness/rotate', { clientSeed, nextCommit })
    if (!reply.success) {
      forgetAnswer(answer)
      await loadSeeds()
      return { kind: 'refused', message: reply.message }
    }
    show(reply)
  } catch (fault) {
    console.error('The seeds could not be rotated', fault)
    return { kind: 'failed' }
  }
  const shown = $proof.get()
  if (shown.status === 'ready') $proof.set(await readProof(shown.proof.id))
  return { kind: 'rotated' }
}

/**
 * Reads all rolls of a revealed seed, as the file that `npm run verify` reads.
 *
 * @returns null after a failure, or while another file is downloaded
 */
export async function readRollsFile(commit: string): Promise<Blob | null> {
  if ($exporting.get() !== null) return null
  $exporting.set(commit)
  try {
    return await getFile(`/fairness/seeds/${commit}/rolls`)
  } catch (fault) {
    console.error('The rolls could not be exported', fault)
    recheckSession(fault)
    return null
  } finally {
    $exporting.set(null)
  }
}

/** Tells the server that this browser checked a roll and found everything right: players earn a badge for it. Guests tell nothing. */
export async function reportChecked(roll: string): Promise<void> {
  if ($user.get().status !== 'authorised') return
  try {
    await post<CheckedReply>('/fairness/checked', { roll })
  } catch (fault) {
    console.error('The check could not be reported', fault)
  }
}
