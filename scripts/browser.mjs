// Finds a Chromium for the browser tests: Playwright's own, or one on the path; else it is brought, from Playwright or as Debian's package. On the
// path the headless shell comes first: it renders the same pages with 40 % less processor time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, run, runQuietly } from './steps.mjs'

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

/** Tells whether a browser starts: on Linux the libraries of the system that it needs may be missing. */
const starts = (path) => process.platform !== 'linux' || spawnSync(path, ['--version']).status === 0

/** Brings Playwright's own, for any platform; undefined where there is no network, or where it does not start. */
async function download() {
  console.log('Downloading Chromium for the browser tests …')
  const program = join(root, 'node_modules', 'playwright', 'cli.js')
  const code = await run(process.execPath, [program, 'install', '--no-shell', 'chromium'], { stdio: 'ignore' })
  if (code !== 0) return undefined
  const path = await findPlaywrightChromium()
  return path !== undefined && starts(path) ? path : undefined
}

async function installFromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('It cannot be downloaded, or does not start. Installing Debian’s …')
  await runQuietly('apt-get', ['update'])
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if ((await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name])) === 0) return findOnPath()
  }
  return undefined
}

/** Returns the path of a Chromium; ends the script with an error message when none is found or can be installed. */
export async function findBrowser() {
  const found = (await findPlaywrightChromium()) ?? findOnPath() ?? (await download()) ?? (await installFromDebian())
  if (found !== undefined) return found
  console.error(
    'The browser tests need Chromium, which could not be downloaded. Install it with your package manager, or connect to the network and run ' +
      '`npx playwright install --with-deps chromium`.',
  )
  process.exit(1)
}
