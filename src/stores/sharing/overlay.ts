// The player's own overlay for a stream.
import { atom } from 'nanostores'
import type { OverlayAction, OwnOverlay, OwnOverlayReply } from '../../protocol/sharing.ts'
import { get, post } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

export type OverlayRead =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly overlay: OwnOverlay | null }

export const $overlay = atom<OverlayRead>({ status: 'loading' })

async function settle(call: Promise<OwnOverlayReply>): Promise<boolean> {
  try {
    $overlay.set({ status: 'ready', overlay: (await call).overlay })
    return true
  } catch (fault) {
    console.error('The overlay could not be read or changed', fault)
    recheckSession(fault)
    return false
  }
}

/** Reads the overlay; a failure is logged, and what is known stays. */
export async function loadOverlay(): Promise<void> {
  const isRead = await settle(get<OwnOverlayReply>('/user/overlay'))
  if (!isRead && $overlay.get().status !== 'ready') $overlay.set({ status: 'failed' })
}

/**
 * Makes, restarts or removes the overlay.
 *
 * @returns false when the outcome is unknown
 */
export function changeOverlay(action: OverlayAction): Promise<boolean> {
  return settle(post<OwnOverlayReply>('/user/overlay', { action }))
}
