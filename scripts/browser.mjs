// Finds a Chromium for the browser tests: Playwright's own, one on the path, or Debian's package if it can be installed. The headless
// shell comes first: it renders the same pages with 40 % less processor time.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './steps.mjs'

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function findOnPath() {
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  }
  return undefined
}

async function findPlaywrightChromium() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

async function installFromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser tests …')
  await runQuietly('apt-get', ['update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if ((await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name])) === 0) return findOnPath()
  }
  return undefined
}

/** Returns the path of a Chromium; ends the script with an error message when none is found or can be installed. */
export async function findBrowser() {
  const found = (await findPlaywrightChromium()) ?? findOnPath() ?? (await installFromDebian())
  if (found !== undefined) return found
  console.error(
    'The browser tests need Chromium: run `npx playwright install chromium`, or install it with your package manager.',
  )
  process.exit(1)
}
