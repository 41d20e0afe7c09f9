// The settings of the site: name, mode, social accounts, the server's clock. Only the name is of the specification; all other settings are
// optional.
import { atom } from 'nanostores'
import { SOCIAL_NETWORKS, type SocialNetwork } from '../../game/base/social.ts'
import type { Settings } from '../../protocol/settings.ts'
import { get } from '../kernel/api.ts'
import { setServerNow } from '../kernel/server-clock.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

export interface SiteSettings
  extends Pick<Settings, 'sitename'>,
    Partial<Pick<Settings, 'mode' | 'languages' | 'defaultCurrency' | 'off'>> {
  /** Empty texts where there is no account. */
  readonly social: Readonly<Record<SocialNetwork, string>>
  /** The server's clock; null where it is not known. */
  readonly now: number | null
}

/** Null until loaded. */
export const $settings = atom<SiteSettings | null>(null)

function readSettings(reply: unknown): SiteSettings {
  const settings = fieldsOf(reply)
  const accounts = fieldsOf(settings.social)
  const social = Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, String(accounts[network] ?? '')]))
  return {
    // Taken as it is (specification, section 3).
    ...(settings as unknown as SiteSettings),
    social: social as SiteSettings['social'],
    now: Number.isFinite(settings.now) ? (settings.now as number) : null,
  }
}

/** Reads the settings; a failure is logged, and the site works without them. */
export async function loadSettings(): Promise<void> {
  try {
    const settings = readSettings(await get<unknown>('/settings'))
    // Set here, because readers of the clock may load later than the settings.
    if (settings.now !== null) setServerNow(settings.now)
    $settings.set(settings)
  } catch (fault) {
    console.error('Settings could not be read', fault)
  }
}
