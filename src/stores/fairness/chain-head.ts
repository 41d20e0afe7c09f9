// The newest published day that this browser has seen. Every later chain contains it: one that does not was rewritten.
import { atom } from 'nanostores'
import type { TransparencyReply } from '../../protocol/transparency.ts'
import { get } from '../kernel/api.ts'
import { browserStorage } from '../kernel/browser-storage.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'

const KEY = 'spacedrop:chain-head'

export interface SeenHead {
  /** Like 2026-11-21. */
  readonly day: string
  readonly hash: string
}

export type ChainState =
  /** Nothing is known yet, or the days could not be read. */
  | { readonly status: 'unknown' }
  /** The chain contains what this browser has seen, if anything. */
  | { readonly status: 'kept' }
  /** The chain does not contain it. */
  | { readonly status: 'lost'; readonly seen: SeenHead }

export const $chain = atom<ChainState>({ status: 'unknown' })

const DAY = /^\d{4}-\d{2}-\d{2}$/
const HASH = /^[0-9a-f]{64}$/

function readSeen(): SeenHead | null {
  const { day, hash } = fieldsOf(parseJson(browserStorage('localStorage')?.getItem(KEY) ?? ''))
  if (typeof day !== 'string' || typeof hash !== 'string') return null
  return DAY.test(day) && HASH.test(hash) ? { day, hash } : null
}

function storeSeen({ day, hash }: SeenHead): void {
  try {
    browserStorage('localStorage')?.setItem(KEY, JSON.stringify({ day, hash }))
  } catch {
    // Storage is full or read-only: this browser cannot notice a change.
  }
}

/** Compares the chain with what this browser has seen. What was seen is replaced only by a newer day of a chain that contains it. */
export async function checkChainHead(): Promise<void> {
  const seen = readSeen()
  try {
    const { head, days } = await get<TransparencyReply>(`/transparency${seen === null ? '' : `?day=${seen.day}`}`)
    if (seen !== null && !days.some(({ day, hash }) => day === seen.day && hash === seen.hash)) {
      console.error('The published days do not contain what this browser has seen', seen)
      $chain.set({ status: 'lost', seen })
      return
    }
    if (head !== null) storeSeen(head)
    $chain.set({ status: 'kept' })
  } catch (fault) {
    console.error('The published days could not be read', fault)
    $chain.set({ status: 'unknown' })
  }
}
