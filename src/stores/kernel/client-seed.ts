// Supplies the player's client seed as soon as the page knows the commitment that waits for one, and before a refused call is repeated.
import { atom } from 'nanostores'
import type { Refusal } from '../../protocol/common.ts'
import type { FairnessReply } from '../../protocol/fairness.ts'
import { rememberAnswer } from './answered-commitments.ts'
import { get, post, remedyRefusal } from './api.ts'
import { freshSeed } from './fresh-seed.ts'
import { $user } from './user.ts'

/** The commitment that this page has answered last; null before. Rolls from then on are bound to it. */
export const $answeredCommit = atom<string | null>(null)

/** Another tab may be first, or another rotation: then the commitment is read again. */
const TRIES = 3

const readUnseeded = async (): Promise<string | null> => (await get<FairnessReply>('/fairness')).seeds.unseeded ?? null

async function supply(first: string | null): Promise<boolean> {
  let commit = first ?? (await readUnseeded())
  for (let attempt = 1; commit !== null && attempt <= TRIES; attempt++) {
    const answer = { commit, clientSeed: freshSeed() }
    rememberAnswer(answer)
    const reply = await post<FairnessReply | Refusal>('/fairness/client-seed', answer)
    if (reply.success) $answeredCommit.set(commit)
    commit = reply.success ? null : await readUnseeded()
  }
  return commit === null
}

/** Marks the player as supplied, unless another commitment waits meanwhile. */
function noteSupplied(): void {
  const state = $user.get()
  if (state.status === 'authorised' && state.user.unseeded === $answeredCommit.get())
    $user.set({ status: 'authorised', user: { ...state.user, unseeded: null } })
}

/** What is under way, and the commitment that it was called with. */
let supplying: { readonly commit: string | null; readonly outcome: Promise<boolean> } | null = null

/**
 * Supplies a random client seed, once at a time.
 *
 * @param commit the commitment that waits for it; read from the server where it is not known
 * @returns false when the server did not take one
 */
export function supplyClientSeed(commit: string | null = null): Promise<boolean> {
  if (supplying !== null) {
    if (commit === null || commit === supplying.commit) return supplying.outcome
    return supplying.outcome.then(() => supplyClientSeed(commit))
  }
  const outcome = supply(commit)
    .then((isSupplied) => {
      if (isSupplied) noteSupplied()
      return isSupplied
    })
    .catch((fault: unknown) => {
      // The next refusal tries again.
      console.error('The client seed could not be supplied', fault)
      return false
    })
    .finally(() => {
      supplying = null
    })
  supplying = { commit, outcome }
  return outcome
}

/** Supplies the client seed of each player whose commitment waits for one; returns the function that stops it. */
export function watchClientSeed(): () => void {
  remedyRefusal('client-seed-missing', () => supplyClientSeed())
  let lastCommit: string | null = null
  return $user.subscribe((state) => {
    const commit = state.status === 'authorised' ? state.user.unseeded : null
    // After a failure the next refusal tries again, or the next commitment.
    if (commit !== null && commit !== lastCommit) void supplyClientSeed(commit)
    lastCommit = commit
  })
}
