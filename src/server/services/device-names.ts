// What a device is, from what its browser says of itself.
import Bowser from 'bowser'

export interface DeviceNames {
  /** E.g. 'Chrome' and 'Android'; null where the browser told nothing that is known. */
  readonly browser: string | null
  readonly system: string | null
}

const orNull = (name: string | undefined): string | null => (name === undefined || name === '' ? null : name)

/** Reads the words of a browser (its User-Agent header). */
export function deviceNames(agent: string): DeviceNames {
  if (agent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent)
  return { browser: orNull(browser.name), system: orNull(os.name) }
}
