// The name of a device, from its browser's User-Agent header.
import Bowser from 'bowser'

export interface DeviceNames {
  /** E.g. 'Chrome' and 'Android'; null for an unknown one. */
  readonly browser: string | null
  readonly system: string | null
}

const orNull = (name: string | undefined): string | null => (name === undefined || name === '' ? null : name)

/** Reads a User-Agent header. */
export function deviceNames(agent: string): DeviceNames {
  if (agent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent)
  return { browser: orNull(browser.name), system: orNull(os.name) }
}
