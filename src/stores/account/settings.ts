// The settings of the site: name, mode, social accounts, the server's clock.
import { atom } from 'nanostores'
import type { Settings } from '../../protocol/settings.ts'
import { get } from '../kernel/api.ts'
import { setServerNow } from '../kernel/server-clock.ts'

/** Null until loaded. */
export const $settings = atom<Settings | null>(null)

/** Reads the settings; a failure is logged, and the site works without them. */
export async function loadSettings(): Promise<void> {
  try {
    const settings = await get<Settings>('/settings')
    // Set here, because readers of the clock may load later than the settings.
    setServerNow(settings.now)
    $settings.set(settings)
  } catch (fault) {
    console.error('Settings could not be read', fault)
  }
}
