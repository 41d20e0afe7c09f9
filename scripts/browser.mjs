// Finds a Chromium for the browser tests: Playwright's own, one on the path, or Debian's package where it may be installed.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './steps.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  }
  return undefined
}

async function ownChromium() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

async function fromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser tests …')
  await runQuietly('apt-get', ['update'])
  const code = await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  return code === 0 ? onPath() : undefined
}

/** The path of a Chromium; ends this script with one sentence when there is none to be had. */
export async function findBrowser() {
  const found = (await ownChromium()) ?? onPath() ?? (await fromDebian())
  if (found !== undefined) return found
  console.error(
    'The browser tests need Chromium: run `npx playwright install chromium`, or install it with your package manager.',
  )
  process.exit(1)
}
