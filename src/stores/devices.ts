// Where the player is signed in, and how he ends that.
import { atom } from 'nanostores'
import type { Device, DevicesReply } from '../contract/account.ts'
import { get, post } from './api.ts'
import { watchSession } from './paged.ts'

export type Devices =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** `ending` is the one that is being signed out. */
  | { readonly status: 'ready'; readonly list: readonly Device[]; readonly ending: string | null }

export const $devices = atom<Devices>({ status: 'loading' })

/** Reads them; a failure leaves what was there. */
export async function loadDevices(): Promise<void> {
  try {
    const { devices } = await get<DevicesReply>('/user/devices')
    $devices.set({ status: 'ready', list: devices, ending: null })
  } catch (fault) {
    console.error('The devices could not be read', fault)
    if ($devices.get().status !== 'ready') $devices.set({ status: 'failed' })
    watchSession(fault)
  }
}

/**
 * Signs a device out.
 *
 * @returns false when nobody knows whether it still is signed in
 */
export async function endDevice(id: string): Promise<boolean> {
  const before = $devices.get()
  if (before.status !== 'ready' || before.ending !== null) return true
  $devices.set({ ...before, ending: id })
  try {
    await post('/user/devices/end', { id })
    $devices.set({ status: 'ready', list: before.list.filter((device) => device.id !== id), ending: null })
    return true
  } catch (fault) {
    console.error('A device could not be signed out', fault)
    $devices.set({ ...before, ending: null })
    watchSession(fault)
    return false
  }
}
