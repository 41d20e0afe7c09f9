// What the server tells the interface about the site: its name, its mode, its social accounts, its clock.
import { atom } from 'nanostores'
import type { Settings } from '../contract/settings.ts'
import { get } from './api.ts'
import { setServerNow } from './server-clock.ts'

/** Null until they are there. */
export const $settings = atom<Settings | null>(null)

/** Reads the settings, taken as they are; a failure is logged only, and the site works without them. */
export async function loadSettings(): Promise<void> {
  try {
    const settings = await get<Settings>('/settings')
    // Here, not where the clock is read: whoever reads it may come later than the settings.
    setServerNow(settings.now)
    $settings.set(settings)
  } catch (fault) {
    console.error('Settings could not be read', fault)
  }
}
