// The devices on which the player is signed in, and their sign-out.
import { atom } from 'nanostores'
import type { Device, DevicesReply } from '../../protocol/account.ts'
import { get, post } from '../kernel/api.ts'
import { recheckSession } from '../kernel/paged.ts'

export type Devices =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** `ending` is the one that is being signed out. */
  | { readonly status: 'ready'; readonly list: readonly Device[]; readonly ending: string | null }

export const $devices = atom<Devices>({ status: 'loading' })

/** Reads the devices; a failure is logged, and the known ones stay. */
export async function loadDevices(): Promise<void> {
  try {
    const { devices } = await get<DevicesReply>('/user/devices')
    $devices.set({ status: 'ready', list: devices, ending: null })
  } catch (fault) {
    console.error('The devices could not be read', fault)
    if ($devices.get().status !== 'ready') $devices.set({ status: 'failed' })
    recheckSession(fault)
  }
}

/**
 * Signs a device out.
 *
 * @returns false when the outcome is unknown
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
    recheckSession(fault)
    return false
  }
}
