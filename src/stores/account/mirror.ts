// The player's own play in a span, beside what the odds expect.
import { atom } from 'nanostores'
import type { MirrorSpan } from '../../game/fairness/mirror.ts'
import type { MirrorReply } from '../../protocol/mirror.ts'
import { get } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

export type MirrorView =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly mirror: MirrorReply }

export const $mirrorSpan = atom<MirrorSpan>('30')

export const $mirror = atom<MirrorView>({ status: 'loading' })

/** Counts requests: only the answer to the newest one is shown. */
let requests = 0

/** Reads the play of a span, and shows it. */
export async function loadMirror(days: MirrorSpan = $mirrorSpan.get()): Promise<void> {
  const request = ++requests
  $mirrorSpan.set(days)
  $mirror.set({ status: 'loading' })
  try {
    const mirror = await get<MirrorReply>(`/user/mirror?days=${days}`)
    if (request === requests) $mirror.set({ status: 'ready', mirror })
  } catch (fault) {
    if (request !== requests) return
    console.error('The own play could not be read', fault)
    $mirror.set({ status: 'failed' })
    recheckSession(fault)
  }
}
