// The real server in a separate process and a real Chromium, for journeys of a player.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import type { Language } from '../../../src/game/base/language.ts'
import { languageCookieValue } from '../../../src/i18n/language.ts'
import { findBuild } from '../../../src/server/site/current-build.ts'
import { JOURNEY_KIND, migratedPostgres } from '../databases/databases.ts'
import { copyMigrated } from '../databases/migrated-pglite.ts'
import { PATIENCE_MS } from '../engines/patience.ts'
import { freePort } from '../runner/free-port.ts'
import { NODE_FLAGS } from '../runner/node-flags.ts'
import { publishTo } from '../shop/publish-to.ts'
import { NO_SOCIAL_ACCOUNTS } from '../sites/no-social-accounts.ts'
import type { HostOrder, HostReport } from '../sites/site-host.ts'

const root = new URL('../../..', import.meta.url).pathname

export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export type ScreenName = keyof typeof SCREENS

export interface RunningSite {
  readonly url: string
  /** Id of the server's process. */
  readonly pid: number
  stop(): Promise<void>
}

export interface OwnSite extends RunningSite {
  /** Publishes files of the shop, and waits until the site has the edition. */
  publish(files: ShopFiles): Promise<void>
}

/** Settings that a whole process has: the clock of ids. */
const OF_A_PROCESS = ['CLOCK']

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

const NODE_WORDS = [...NODE_FLAGS, '--disable-warning=ExperimentalWarning']

/** Runs a site in a process of its own, as `npm start` does; resolves when it is ready. */
async function runAlone(environment: Record<string, string>, url: string): Promise<RunningSite> {
  const child = spawn(process.execPath, [...NODE_WORDS, 'src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  await ready(child, url)
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null) throw new Error(`The site had ended with ${signalCode ?? exitCode}`)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

let host: ChildProcess | undefined
let lastOrder = 0

/** Has the host do something, and resolves once it is done. */
function order(running: ChildProcess, asked: HostOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`The host of sites ended with ${code}`))
    const hear = ({ id, fault }: HostReport): void => {
      if (id !== asked.id) return
      running.off('message', hear)
      running.off('exit', ended)
      if (fault === null) resolve()
      else reject(new Error(fault))
    }
    running.on('message', hear)
    running.once('exit', ended)
    running.send(asked)
  })
}

/** Runs a site in the process that this worker's sites share. */
async function runHosted(environment: Record<string, string>, url: string): Promise<RunningSite> {
  if (host?.connected !== true) host = fork('tests/support/sites/site-host.ts', { cwd: root, execArgv: NODE_WORDS })
  const running = host
  lastOrder += 1
  const id = lastOrder
  await order(running, { id, environment })
  return {
    url,
    pid: running.pid ?? 0,
    stop: () => order(running, { id, environment: null }),
  }
}

interface SiteDatabase {
  readonly settings: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/**
 * Makes a migrated database for a site, unless its settings name one or a folder: on the server of tests, because PGlite takes a second of a
 * processor to open; in the long form, in benchmarks and without a server a PGlite in the site's folder.
 */
async function makeSiteDatabase(environment: Record<string, string>, dataDir: string): Promise<SiteDatabase> {
  const settings = { DATABASE_URL: '' }
  const hasOwn = environment.DATA_DIR !== undefined || environment.DATABASE_URL !== undefined
  if (!hasOwn && process.env.VITEST !== undefined && JOURNEY_KIND === 'postgres') {
    const { url, drop } = await migratedPostgres()
    return { settings: { DATABASE_URL: url, DATABASE_CONNECTIONS: '4' }, remove: drop }
  }
  if (environment.DATA_DIR === undefined && !environment.DATABASE_URL) await copyMigrated(join(dataDir, 'pglite'))
  return { settings, remove: async () => undefined }
}

/**
 * Starts the built site as its own sandbox, without bots and social accounts unless the environment says otherwise. In tests the sites of a
 * worker share a process.
 *
 * @param environment settings; an empty DATABASE_URL asks for PGlite
 */
export async function startSite(environment: Record<string, string> = {}): Promise<OwnSite> {
  if (findBuild(join(root, 'dist')) === null) throw new Error('Build the pages first: npm run build')
  const dataDir = mkdtempSync(join(tmpdir(), 'spacedrop-e2e-'))
  const database = await makeSiteDatabase(environment, dataDir)
  const port = environment.PORT ?? (await freePort())
  const realtimePort = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    MODE: 'sandbox',
    ...database.settings,
    SITE_URL: url,
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    METRICS_PORT: 'off',
    OFFICE_PORT: 'off',
    DATA_DIR: dataDir,
    HOUSE_PLAYERS: 'off',
    ICONS: 'off',
    // Playwright does not see the requests of pages that a worker answers (tests/e2e/shell/app.test.ts).
    SERVICE_WORKER: 'off',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '100000',
    PAGES_PER_MINUTE: '100000',
    ...NO_SOCIAL_ACCOUNTS,
    ...environment,
  }
  const isAlone = process.env.VITEST === undefined || OF_A_PROCESS.some((name) => name in environment)
  const site = await (isAlone ? runAlone : runHosted)(settings, url)
  return {
    ...site,
    publish: (files) => publishTo(url, settings, files),
    stop: async () => {
      await site.stop()
      await database.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A Chromium: the one that the test command found, or that of Debian. */
export const CHROMIUM = {
  executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** Starts a browser whose pages wait as long as a busy machine needs. */
async function launchPatient(): Promise<Browser> {
  const browser = await chromium.launch(CHROMIUM)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return browser
}

let shared: Browser | undefined

/**
 * Starts a browser; in tests, the one that the files of a worker share. There `close()` ends what was opened in it: a browser that
 * starts takes as much processor time as three pages.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.env.VITEST === undefined) return launchPatient()
  if (shared?.isConnected() !== true) {
    const browser = await launchPatient()
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    }
    shared = browser
  }
  return shared
}

/** Returns the pages that are open in the worker's browser. */
export function openPages(): readonly Page[] {
  return shared?.contexts().flatMap((context) => context.pages()) ?? []
}

/** Starts a browser whose profile outlives it: cookies and storage are in the folder. */
export function launchPersistent(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...CHROMIUM, viewport: SCREENS.desktop, locale: 'en-US' })
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the console and uncaught ones so far. */
  readonly errors: readonly string[]
}

/** Runs in the page: tells whether every island that hydrates by itself has its handlers. */
export function isHydrated(): boolean {
  if (document.readyState === 'loading') return false
  return [...document.querySelectorAll('astro-island:not([client="visible"])')].every(
    (island) =>
      !island.hasAttribute('ssr') &&
      (island.firstElementChild === null ||
        Object.keys(island.firstElementChild).some((key) => key.startsWith('__react'))),
  )
}

/**
 * Waits until the page is interactive: every island that hydrates by itself has its handlers. Earlier input is handled
 * as on a slow connection, which is not the subject of a journey.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // Not in each frame, as Playwright would: a frame that is asked for makes the page compute its styles and layers.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
  // Effects of a hydrated island run before the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })))
}

type Motion = 'reduce' | 'no-preference'

/**
 * Chromium's reports of a view transition between two pages that another navigation interrupted, or that a slow page came too late for:
 * a journey is faster than a person, and nothing is missing on the page.
 */
const INTERRUPTED = ['Transition was skipped', 'Transition was aborted because of invalid state. Page already revealed']

/** Tells whether an error of a page is only Chromium's report of an interrupted view transition. */
export const isInterruptedTransition = (message: string): boolean =>
  INTERRUPTED.some((report) => message.startsWith(report))

async function arrive(
  browser: Browser,
  site: RunningSite,
  language: Language,
  screen: ScreenName,
  reducedMotion: Motion,
  isFirst = false,
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: SCREENS[screen], hasTouch: screen === 'phone', reducedMotion })
  await context.addCookies([{ name: 'lang', value: languageCookieValue(language), url: site.url }])
  if (!isFirst) await context.addInitScript(markHintsSeen)
  const page = await context.newPage()
  const goto = page.goto.bind(page)
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await waitForHydration(page)
    return answer
  }
  const errors: string[] = []
  page.on('console', (message) => {
    // The address: what failed to load is named there alone.
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => {
    if (!isInterruptedTransition(error.message)) errors.push(error.message)
  })
  return { context, page, errors }
}

/** Runs in the page: marks the hints of a first visit as seen, as they are for everyone who comes again. */
function markHintsSeen(): void {
  // An empty page has no storage.
  if (location.protocol !== 'about:') localStorage.setItem('spacedrop:hints', 'money demo won')
}

/** A new visitor with a language and a screen; the pages that it opens are `alive`. */
export function visit(
  browser: Browser,
  site: RunningSite,
  language: Language = 'en',
  screen: ScreenName = 'desktop',
): Promise<Visitor> {
  return arrive(browser, site, language, screen, 'no-preference')
}

/**
 * A new visitor with reduced motion, for journeys about something else: without a graphics card the processor renders a
 * moving page sixty times a second, which takes longer than all other work.
 */
export function visitCalmly(
  browser: Browser,
  site: RunningSite,
  language: Language = 'en',
  screen: ScreenName = 'desktop',
): Promise<Visitor> {
  return arrive(browser, site, language, screen, 'reduce')
}

/** A new visitor with reduced motion whose browser has never been here. */
export function visitForTheFirstTime(
  browser: Browser,
  site: RunningSite,
  language: Language = 'en',
  screen: ScreenName = 'desktop',
): Promise<Visitor> {
  return arrive(browser, site, language, screen, 'reduce', true)
}

/** Blocks live events of a page: it changes only by its player's actions. */
export async function blockLiveEvents(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/socket\.io/, (route) => route.abort())
}
