// The proof of a battle, and what this browser kept of it.
import { atom } from 'nanostores'
import type { BattleProofReply } from '../../protocol/battle.ts'
import { ApiError, get } from '../kernel/api.ts'
import { type BattleReceipt, receiptOf } from './battle-receipts.ts'

export interface ShownBattle {
  readonly reply: BattleProofReply
  /** What this browser kept of the battle; null for nothing. */
  readonly receipt: BattleReceipt | null
}

export type BattleProofState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' | 'unknown' | 'offline'; readonly id: string }
  | ({ readonly status: 'ready'; readonly id: string } & ShownBattle)

export const $battleProof = atom<BattleProofState>({ status: 'none' })

async function readProof(id: string): Promise<BattleProofState> {
  try {
    const reply = await get<BattleProofReply>(`/battles/${encodeURIComponent(id)}/proof`)
    return { status: 'ready', id, reply, receipt: receiptOf(reply.proof.battle) }
  } catch (fault) {
    const isUnknown = fault instanceof ApiError && (fault.status === 400 || fault.status === 404)
    if (!isUnknown) console.error('The proof of a battle could not be read', fault)
    return { status: isUnknown ? 'unknown' : 'offline', id }
  }
}

/** Reads the proof of a battle; `id` is unvalidated, from an address. */
export async function loadBattleProof(id: string): Promise<void> {
  $battleProof.set({ status: 'loading', id })
  const state = await readProof(id)
  // A slow answer must not replace a newer request.
  const now = $battleProof.get()
  if (now.status === 'loading' && now.id === id) $battleProof.set(state)
}

/** Shows no battle: a roll is checked instead. */
export function closeBattleProof(): void {
  $battleProof.set({ status: 'none' })
}
