// The real server in a process of its own and a real Chromium, for journeys as a player makes them.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import type { Language } from '../../src/game/language.ts'
import { languageCookieValue } from '../../src/i18n/language.ts'
import { freePort } from './free-port.ts'
import { copyMigrated } from './migrated-pglite.ts'
import { NODE_FLAGS } from './node-flags.ts'

const root = new URL('../..', import.meta.url).pathname

export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export type ScreenName = keyof typeof SCREENS

export interface RunningSite {
  readonly url: string
  stop(): Promise<void>
}

function ready(child: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes(url)) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
}

/** Starts the built site as a sandbox of its own. */
export async function startSite(environment: Record<string, string> = {}): Promise<RunningSite> {
  if (!existsSync(join(root, 'dist', 'server', 'entry.mjs'))) throw new Error('Build the pages first: npx astro build')
  const dataDir = mkdtempSync(join(tmpdir(), 'spacedrop-e2e-'))
  if (environment.DATA_DIR === undefined && !environment.DATABASE_URL) await copyMigrated(join(dataDir, 'pglite'))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const words = [...NODE_FLAGS, '--disable-warning=ExperimentalWarning', 'src/server/main.ts']
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'sandbox',
      DATABASE_URL: '',
      SITE_URL: url,
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      METRICS_PORT: 'off',
      DATA_DIR: dataDir,
      HOUSE_PLAYERS: 'off',
      ICONS: 'off',
      LOG_LEVEL: 'warn',
      CALLS_PER_MINUTE: '100000',
      ...environment,
    },
  })
  await ready(child, url)
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A Chromium: the one that the test command found, or the usual place of Debian's. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.BROWSER_PATH ?? '/usr/bin/chromium'
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the console and uncaught ones so far. */
  readonly errors: readonly string[]
}

/**
 * Waits until the page answers to touch: every island that hydrates by itself has its handlers. What is typed or pressed
 * before that the page takes as a slow line takes it, which is not what a journey is about.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('astro-island:is([client="load"], [client="idle"])')].every(
      (island) =>
        !island.hasAttribute('ssr') &&
        (island.firstElementChild === null ||
          Object.keys(island.firstElementChild).some((key) => key.startsWith('__react'))),
    ),
  )
  // What an island does once it is there runs before the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
}

type Motion = 'reduce' | 'no-preference'

async function arrive(
  browser: Browser,
  site: RunningSite,
  language: Language,
  screen: ScreenName,
  reducedMotion: Motion,
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: SCREENS[screen], hasTouch: screen === 'phone', reducedMotion })
  await context.addCookies([{ name: 'lang', value: languageCookieValue(language), url: site.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const goto = page.goto.bind(page)
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await alive(page)
    return answer
  }
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => {
    // What Chromium says of a way from page to page that another one cut short: a journey goes on faster than a hand.
    if (!error.message.startsWith('Transition was skipped')) errors.push(error.message)
  })
  return { context, page, errors }
}

/** A fresh visitor who reads a language on a screen; the pages that it goes to are `alive`. */
export function visit(
  browser: Browser,
  site: RunningSite,
  language: Language = 'en',
  screen: ScreenName = 'desktop',
): Promise<Visitor> {
  return arrive(browser, site, language, screen, 'no-preference')
}

/**
 * A fresh visitor who wants less motion, for what is not about it: without a graphics card a page that moves is drawn by the
 * processor sixty times a second, which takes longer than all that is asked of it meanwhile.
 */
export function visitCalmly(
  browser: Browser,
  site: RunningSite,
  language: Language = 'en',
  screen: ScreenName = 'desktop',
): Promise<Visitor> {
  return arrive(browser, site, language, screen, 'reduce')
}

/** Keeps a page from being told anything live: what it shows then changes by what its player does alone. */
export async function keepSilent(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/socket\.io/, (route) => route.abort())
}
