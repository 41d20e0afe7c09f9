// What a machine needs to drive Firefox.
import { existsSync } from 'node:fs'

/** Debian's package `firefox-esr`. */
export const FIREFOX = '/usr/bin/firefox-esr'

/** Tells whether Firefox can be driven here. */
export function canDriveFirefox() {
  return existsSync(FIREFOX)
}
