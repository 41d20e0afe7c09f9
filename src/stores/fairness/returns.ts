// The measured return to players of each game.
import { atom } from 'nanostores'
import type { ReturnsReply } from '../../protocol/fairness.ts'
import { get } from '../kernel/api.ts'

export type ReturnsState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly returns: ReturnsReply }
  | { readonly status: 'offline' }

export const $returns = atom<ReturnsState>({ status: 'loading' })

/** Reads the returns. */
export async function loadReturns(): Promise<void> {
  $returns.set({ status: 'loading' })
  try {
    $returns.set({ status: 'ready', returns: await get<ReturnsReply>('/fairness/returns') })
  } catch (fault) {
    console.error('The returns could not be read', fault)
    $returns.set({ status: 'offline' })
  }
}
