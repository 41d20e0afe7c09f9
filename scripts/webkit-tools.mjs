// What a machine needs to drive WebKit.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

const IMPORTS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"

/** Tells whether WebKit can be driven here: Debian's driver, a display without a screen, and WebKit's binding to Python. */
export function canDriveWebkit() {
  const isInstalled = existsSync(WEBKIT_DRIVER) && spawnSync('Xvfb', ['-help']).error === undefined
  return isInstalled && spawnSync('/usr/bin/python3', ['-c', IMPORTS]).status === 0
}
