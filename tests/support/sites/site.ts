// The real app with a real database, without a network: calls use inject. Pages are reduced to their outermost element.

import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify'
import { pino } from 'pino'
import type { TextsSource } from '../../../src/content/shop-texts.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { setBrandWords, setReplyWords } from '../../../src/i18n/text.ts'
import { setAccent } from '../../../src/server/base/accent-in-force.ts'
import { createEvents, type SiteEvents } from '../../../src/server/base/events.ts'
import { setIdClock } from '../../../src/server/base/ids.ts'
import { logOptions } from '../../../src/server/base/log.ts'
import type { Beacon } from '../../../src/server/beacon/beacon.ts'
import type { ActiveCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { type Config, readConfig } from '../../../src/server/config/config.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { createDocuments } from '../../../src/server/documents/documents.ts'
import type { RenderedPage } from '../../../src/server/documents/page-renderer.ts'
import type { Drawer } from '../../../src/server/documents/picture-drawer.ts'
import { createPreviews } from '../../../src/server/documents/previews.ts'
import { cookieJar } from '../../../src/server/http/cookies.ts'
import { createDrain, type Drain } from '../../../src/server/http/drain.ts'
import { createJobs, type JobComponents, type Jobs } from '../../../src/server/jobs/jobs.ts'
import { measureEvents } from '../../../src/server/metrics/measure-events.ts'
import { createMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import { openPayments, type PaymentModule } from '../../../src/server/payments/providers.ts'
import { openRates } from '../../../src/server/payments/rates.ts'
import { openPush } from '../../../src/server/push/push.ts'
import { createOfficeSessions } from '../../../src/server/services/office/sessions.ts'
import type { Components } from '../../../src/server/services/rolls/service-parts.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { createCrateSources } from '../../../src/server/shop/crates.ts'
import { buildApp } from '../../../src/server/site/app.ts'
import { openClock } from '../../../src/server/site/clock.ts'
import { componentsOf } from '../../../src/server/site/components.ts'
import { openSteam } from '../../../src/server/site/steam-module.ts'
import { createInnerFetch } from '../../../src/server/stand-in/own-fetch.ts'
import { openTrade, type TradeModule } from '../../../src/server/trade/providers.ts'
import { type DatabaseKind, DEFAULT_KIND, type OwnedDatabase, openScratch } from '../databases/databases.ts'
import { knowSteamAccount } from '../outside/steam-account.ts'
import { drawClientSeed } from '../players/client-seed.ts'
import { openTestShop } from '../shop/shop.ts'
import { NO_SOCIAL_ACCOUNTS } from './no-social-accounts.ts'

export const SITE_URL = 'http://localhost:4321'

const root = new URL('../../..', import.meta.url).pathname

export interface Route {
  readonly method: string
  /** As it was declared, e.g. `/api/case/:url/open`. */
  readonly url: string
  /** The schema of its successful response; undefined where it has none. */
  readonly reply: unknown
}

export interface TestSite {
  readonly app: FastifyInstance
  readonly db: OwnedDatabase
  readonly services: Services
  readonly jobs: Jobs
  /** The dependencies of services and jobs, for a second process with the same database. */
  readonly components: Components & JobComponents
  readonly catalogue: ActiveCatalogue
  readonly shop: ActiveShop
  readonly events: SiteEvents
  readonly metrics: Metrics
  readonly drain: Drain
  /** Every route that the app declared. */
  readonly routes: readonly Route[]
  /** Codes of the retried transactions. */
  readonly retries: readonly string[]
  /** A signed-in browser of a new player with $100. */
  newPlayer(): Promise<Browser>
  /** The same, whose browser has not supplied its client seed. */
  newPlayerWithoutSeed(): Promise<Browser>
  guest(): Browser
  close(): Promise<void>
}

export interface TestSiteOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly now?: () => number
  /** The clock of new ids, where it is not the real one, for what finds rows of a time by their ids. */
  readonly idClock?: () => number
  /** Receives the lines of the log. */
  readonly log?: string[]
  /** Listens on a free port too. */
  readonly listen?: boolean
  /** Instead of the sandbox's own payment provider. */
  readonly payments?: PaymentModule
  /** Instead of the mode's default: seeds in the sandbox. */
  readonly beacon?: Beacon
  /** Instead of the sandbox's own trade provider. */
  readonly trade?: TradeModule
  /** Draws pictures of shared results; without it none can be drawn. */
  readonly drawer?: Drawer
  /** What the shop may edit, instead of the default texts. */
  readonly texts?: TextsSource
  /** The folder with built files, instead of public/. */
  readonly assets?: string
  /** A running site: this one is a second process with its database, which closes with the first. */
  readonly beside?: TestSite
}

/** The settings that live mode requires; the database is still the test's own. */
export const LIVE_ENVIRONMENT = {
  MODE: 'live',
  SITE_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  SECRET: 'nW4vTq8ZxR2mLk7Jc5Yp0HdGs9Bf3UeA',
  STEAM_API_KEY: '3F1A9C0D7E5B48266AD0C1F29B7E4D58',
  MONOBANK_TOKEN: 'uZ0gq1o6yI3r9Xw5mQ2fZx8Lr0TbVw7KdYp3Jc9',
  WITHDRAWALS: 'off',
} as const

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape and assert what they find
  readonly body: any
}

/** The pause before a call is sent again whose database was away, and how often it is sent at most. */
const AWAY_MS = 250
const AWAY_MOST = 50

/** A browser for calls: it stores cookies, and sends token, CSRF token and Origin like the stores. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #app: FastifyInstance
  readonly #siteUrl: string
  playerId = 0

  constructor(app: FastifyInstance, siteUrl: string) {
    this.#app = app
    this.#siteUrl = siteUrl
  }

  /** Sends a call; again with the same key where the answer says that the database was not reached in time, as a busy machine makes it. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const keyed = { 'idempotency-key': randomUUID(), ...headers }
    for (let sent = 1; ; sent++) {
      const answer = await this.#send(method, path, body, method === 'POST' ? keyed : headers)
      if (answer.body?.code !== 'away' || sent === AWAY_MOST) return answer
      await wait(AWAY_MS)
    }
  }

  async #send(method: 'GET' | 'POST', path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const token = this.cookies.get('token')
    const response = await this.#app.inject({
      method,
      url: path,
      headers: {
        host: new URL(this.#siteUrl).host,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(method === 'POST' ? this.#postHeaders(body) : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.cookies) {
      if (cookie.value === '') this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: isJson && response.body !== '' ? response.json() : response.body,
    }
  }

  #postHeaders(body: unknown): Record<string, string> {
    return {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      origin: this.#siteUrl,
      'x-xsrf-token': this.cookies.get('XSRF-TOKEN') ?? '',
    }
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.call('GET', path, undefined, headers)
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.call('POST', path, body, headers)
  }

  /** Supplies a client seed if a commitment waits for one, as the stores do. */
  async supplyClientSeed(clientSeed: string = drawClientSeed()): Promise<void> {
    const { unseeded } = (await this.get('/api/user/get')).body.user
    if (unseeded !== null) await this.post('/api/fairness/client-seed', { commit: unseeded, clientSeed })
  }
}

let players = 0

async function signIn(browser: Browser, db: Database, services: Services, codeCookie: string): Promise<Browser> {
  const steamid = `7656119800000${String(++players).padStart(4, '0')}`
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
  const profile = { steamid, name: `Player ${players}`, avatar: '/assets/img/players/default.svg', level: 10 }
  browser.playerId = await services.players.upsertPlayer(profile, consent)
  await knowSteamAccount(db, browser.playerId)
  await browser.get('/api/settings')
  const { code, browser: half } = await services.sessions.makeCode(browser.playerId)
  browser.cookies.set(codeCookie, half)
  const answer = await browser.post('/api/auth/token', { code })
  browser.cookies.set('token', answer.body.token)
  return browser
}

/** Collects the routes of the app that `build` makes. */
async function withRoutes<T>(build: () => Promise<T>): Promise<{ made: T; routes: Route[] }> {
  const routes: Route[] = []
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
      const reply = (schema?.response as Record<number, unknown> | undefined)?.[200]
      for (const one of [method].flat()) routes.push({ method: one, url, reply })
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { made: await build(), routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

const STUB_PATH = new RegExp(`^/(${LANGUAGES.join('|')})(/(faq|404|case/orion|case-results))?(\\?.*)?$`)

/** The path of a page that fails. */
export const BROKEN_PATH = '/case/broken'

/** Pages reduced to their outermost element: home, FAQ, one case and the 404 page. */
async function renderStub(path: string): Promise<RenderedPage | null> {
  if (path.endsWith(BROKEN_PATH)) throw new Error('The page is broken')
  if (!STUB_PATH.test(path)) return null
  const html = `<!DOCTYPE html><html lang="${path.slice(1, 3)}"><script>1</script>${path}</html>`
  return { status: 200, html, showsCatalogue: path.includes('case') }
}

const NO_DRAWER: Drawer = {
  draw: () => Promise.reject(new Error('This test draws no pictures')),
  close: () => Promise.resolve(),
}

/** What a test's site signs with. */
export const TEST_SECRET = 'a-secret-of-at-least-32-characters'

/** The settings of a test's site, with its own folder, high rate limits and no social accounts. */
function settingsOf(environment: TestSiteOptions['environment']): Config & { readonly secret: string } {
  const room = { CALLS_PER_MINUTE: '100000', PAGES_PER_MINUTE: '100000', ACTIONS_PER_MINUTE: '100000' }
  const config = readConfig({ SECRET: TEST_SECRET, ...room, ...NO_SOCIAL_ACCOUNTS, ...environment })
  return { ...config, dataDir: join(tmpdir(), `spacedrop-site-${randomUUID()}`), secret: config.secret ?? TEST_SECRET }
}

/** A log at its most verbose level, whose lines go to the test; a silent one without a receiver. */
function logTo(lines: string[] | undefined, config: Config): FastifyBaseLogger {
  const stream = { write: (line: string) => void lines?.push(line) }
  return pino(logOptions(lines === undefined ? 'silent' : 'debug', config.secrets), stream)
}

/** Opens the app with an empty database. */
export async function openTestSite(
  kind: DatabaseKind = DEFAULT_KIND,
  options: TestSiteOptions = {},
): Promise<TestSite> {
  const config = settingsOf(options.environment)
  const clock = await openClock(config)
  const now = options.now ?? clock?.now ?? Date.now
  if (options.beside === undefined) setIdClock(options.idClock ?? clock?.now ?? Date.now)
  const retries: string[] = []
  const db = options.beside?.db ?? (await openScratch(kind, 20, (code) => retries.push(code)))
  const log = logTo(options.log, config)
  const shop = await openTestShop(db, { now })
  const { catalogue } = shop
  const events = createEvents()
  const lease = createJobLease({ db, now })
  const fetchStandIn = createInnerFetch(() => app)
  const warn = (): void => undefined
  const payments = options.payments ?? (await openPayments({ config, now, fetchStandIn, warn }))
  const trade = options.trade ?? (await openTrade({ config, now, lease }))
  const rates = await openRates({ folder: join(root, 'data'), onRefused: warn })
  const push = await openPush({ config })
  const steam = await openSteam({ config, db, now, warn, fetchStandIn })
  const texts = options.texts ?? shop.texts
  const opened = { db, catalogue, texts, events, lease, now, steam, payments, rates, trade, push, log }
  const beacon = options.beacon && { beacon: options.beacon, otherBeacons: [] }
  const components = { ...componentsOf(config, opened), ...beacon }
  const services = await createServices(components)
  const jobs = createJobs(components, services)
  const metrics = createMetrics({ process: false })
  measureEvents(events, metrics, trade.provider?.name)
  const documents = createDocuments({
    render: renderStub,
    hasPage: () => true,
    mode: config.mode,
    realtimePort: null,
    serviceWorker: false,
    push: false,
    siteUrl: SITE_URL,
    realtimeOrigins: ['ws://*:8081'],
  })
  const drawer = options.drawer ?? NO_DRAWER
  const nameBrand = (): void => {
    setBrandWords(texts.current.brand)
    setAccent(texts.current.brand.accent)
    setReplyWords(texts.current.replies)
  }
  nameBrand()
  const unfollow = texts.onChange(nameBrand)
  const assets = options.assets ?? join(root, 'public')
  const previews = createPreviews({
    db,
    shop,
    secret: config.secret,
    jar: cookieJar(config.mode),
    now,
    hasSession: createOfficeSessions({ db, now }).has,
    countOf: services.caseCounts.of,
    openDocuments: async () => documents,
  })
  const outside = { steam, payments, trade, texts, documents, previews, drawer, assets, builds: undefined, clock }
  const drain = createDrain()
  const databaseClock = { aheadMs: () => 0, isWrong: () => false }
  const { made: app, routes } = await withRoutes(() =>
    buildApp({
      config,
      db,
      redis: undefined,
      catalogue,
      followTimes: () => shop.followTimes(),
      crates: createCrateSources(shop),
      services,
      jobs,
      ...outside,
      log,
      metrics,
      drain,
      now,
      databaseClock,
    }),
  )
  await app.ready()
  if (options.listen === true) await app.listen({ port: 0, host: '127.0.0.1' })
  const guest = (): Browser => new Browser(app, options.environment?.SITE_URL ?? SITE_URL)
  const newPlayerWithoutSeed = () => signIn(guest(), db, services, cookieJar(config.mode).signIn)
  return {
    app,
    db,
    services,
    jobs,
    components,
    catalogue,
    shop,
    events,
    metrics,
    drain,
    routes,
    retries,
    newPlayer: async () => {
      const player = await newPlayerWithoutSeed()
      await player.supplyClientSeed()
      return player
    },
    newPlayerWithoutSeed,
    guest,
    close: async () => {
      if (options.beside === undefined) setIdClock(Date.now)
      await app.close()
      unfollow()
      shop.close()
      if (options.beside === undefined) await db.close()
      await rm(config.dataDir, { recursive: true, force: true })
    },
  }
}
