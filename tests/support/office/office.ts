// The real app of the office over a real database, without a network: calls use inject, passkeys are an authenticator in software.
import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify'
import { pino } from 'pino'
import { DEFAULT_RULES, type OfficeRules } from '../../../src/game/office/limits.ts'
import type { Role } from '../../../src/game/office/roles.ts'
import type { Verb } from '../../../src/game/office/verbs.ts'
import { type AlertSenders, openAlertSenders } from '../../../src/server/alerts/senders.ts'
import { sealAudit } from '../../../src/server/audit/chain.ts'
import { createEvents, type SiteEvents } from '../../../src/server/base/events.ts'
import { setIdClock } from '../../../src/server/base/ids.ts'
import type { ActiveCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import type { OfficePages } from '../../../src/server/office/office-documents.ts'
import { invite } from '../../../src/server/services/office/invitations.ts'
import type { RefundSources } from '../../../src/server/services/office/order-acts.ts'
import type { OfficeServices } from '../../../src/server/services/office/services.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { createMachine, type Machine } from '../../../src/server/site/machine-module.ts'
import { makeOffice } from '../../../src/server/site/office-module.ts'
import type { TradeProvider } from '../../../src/server/trade/provider.ts'
import { type DatabaseKind, type OwnedDatabase, openScratch } from '../databases/databases.ts'
import { openTestShop } from '../shop/shop.ts'
import type { Answer } from '../sites/site.ts'
import { Authenticator, type Forgery } from './authenticator.ts'
import { OPERATOR } from './operator.ts'

export const OFFICE_URL = 'http://localhost:4400'

/** When every test begins. */
const STARTED_MS = Date.UTC(2026, 10, 28, 12)

export interface OfficeRoute {
  readonly method: string
  readonly url: string
  readonly verb: Verb | undefined
}

let calls = 0

/** Returns an address that no call had: sign-ins are limited by address. */
function newAddress(): string {
  calls++
  return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
}

/** A browser of the staff: it keeps the cookie, and sends what the office's page sends. */
export class OfficeBrowser {
  readonly cookies = new Map<string, string>()
  readonly authenticator = new Authenticator(OFFICE_URL)
  readonly #app: FastifyInstance
  staffId = ''
  /** Its network address; another one at each call where it is undefined. */
  address: string | undefined

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isChange = method !== 'GET'
    const own = { origin: OFFICE_URL, 'content-type': 'application/json', 'x-office': '1' }
    const options: InjectOptions = {
      method,
      url: path,
      remoteAddress: this.address ?? newAddress(),
      headers: {
        host: new URL(OFFICE_URL).host,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isChange ? own : {}),
        ...headers,
      },
      ...(isChange ? { payload: JSON.stringify(body ?? {}) } : {}),
    }
    const response = await this.#app.inject(options)
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: isJson ? response.json() : response.body,
    }
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.call('GET', `/office/api${path}`, undefined, headers)
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.call('POST', `/office/api${path}`, body, headers)
  }

  /** Asks for options, and answers them with the passkey. */
  async assertion(forged: Forgery = {}): Promise<{ challenge: string; assertion: unknown }> {
    const { challenge, options } = (await this.post('/session/options')).body
    return { challenge, assertion: this.authenticator.assert(options, forged) }
  }

  async signIn(forged?: Forgery): Promise<Answer> {
    return this.post('/session', await this.assertion(forged))
  }

  async makeFresh(): Promise<Answer> {
    return this.post('/session/fresh', await this.assertion())
  }

  /** Follows the link of an invitation. */
  async accept(path: string, forged?: Forgery): Promise<Answer> {
    const { status, body, ...rest } = await this.post(`${path}/options`)
    if (status !== 200) return { status, body, ...rest }
    const attestation = this.authenticator.register(body.options, forged)
    const answer = await this.post(path, { challenge: body.challenge, attestation, label: 'laptop' })
    if (answer.status === 200) this.staffId = answer.body.staff.id
    return answer
  }
}

export interface TestOffice {
  readonly app: FastifyInstance
  readonly db: OwnedDatabase
  readonly services: OfficeServices
  readonly events: SiteEvents
  readonly senders: AlertSenders
  readonly catalogue: ActiveCatalogue
  readonly shop: ActiveShop
  readonly machine: Machine
  readonly routes: readonly OfficeRoute[]
  readonly log: readonly string[]
  /** The clock. */
  nowMs: number
  guest(): OfficeBrowser
  /** Invites a person by the command line. Returns the path of the link. */
  invite(role: Role, name?: string, staffId?: string): Promise<string>
  /** A member who has just signed in. */
  member(role: Role, name?: string): Promise<OfficeBrowser>
  /** Writes office.json. */
  setRules(rules: Partial<OfficeRules>): void
  seal(): Promise<void>
  close(): Promise<void>
}

export interface TestOfficeOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly pages?: OfficePages
  /** Whose it is: closes with it. */
  readonly db?: OwnedDatabase
  /** Who refunds, by which rules; without it no provider is set up. */
  readonly refunds?: Partial<Omit<RefundSources, 'now'>>
  /** Who sends items; nobody without it. */
  readonly trade?: TradeProvider
  /** Sends push messages; nobody without it. */
  readonly push?: AlertSenders['push']
}

const PAGE = '<!doctype html><script type="module" nonce="__NONCE__" src="/assets/main.js"></script>'

/** Pages reduced to one line. */
const STUB_PAGES: OfficePages = { page: async () => PAGE, register: async () => undefined }

/** Collects the routes of the app that `build` makes. */
async function withOfficeRoutes<T>(build: () => Promise<T>): Promise<{ made: T; routes: OfficeRoute[] }> {
  const routes: OfficeRoute[] = []
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url, verb: config?.verb })
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { made: await build(), routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

/** Rules of refunds where none is made. */
function noRules(): never {
  throw new Error('This office refunds nothing')
}

/** Opens the office of an empty database. */
export async function openTestOffice(kind: DatabaseKind, options: TestOfficeOptions = {}): Promise<TestOffice> {
  const config = { ...readConfig({ OFFICE_PORT: '4400', ...options.environment }), secret: 'a secret of the tests' }
  const { office } = config
  if (office === undefined) throw new Error('A test needs an office')
  const db = options.db ?? (await openScratch(kind, 5))
  let nowMs = STARTED_MS
  setIdClock(() => nowMs)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const now = (): number => nowMs
  const refunds = { providers: [], rules: noRules, announceRefund: () => undefined, ...options.refunds, now }
  const events = createEvents()
  const shop = await openTestShop(db, { now, onPublished: () => void events.emit('edition') })
  let ownRules: OfficeRules | undefined
  const catalogue: ActiveCatalogue = {
    ...shop.catalogue,
    get current() {
      const { current } = shop.catalogue
      return ownRules === undefined ? current : { ...current, officeRules: ownRules }
    },
  }
  const senders = openAlertSenders(config, options.push)
  const databaseClock = { aheadMs: () => 0 }
  const zone = { inForce: config.timeZone, chosen: () => shop.texts.current.brand.timeZone ?? config.timeZone }
  const machine = createMachine({ config, db, now, zone, databaseClock, catalogue, log })
  const trade = machine.watchTrade({ provider: options.trade, isOpen: true, standIn: undefined })
  const sources = { refunds, shop, events, catalogue, trade, senders, machine }
  const parts = { config, db, now, redis: undefined, ...sources, pages: undefined, log }
  const { made, routes } = await withOfficeRoutes(() => makeOffice(parts, office, options.pages ?? STUB_PAGES))
  const { app, services } = made
  await app.ready()
  const guest = (): OfficeBrowser => new OfficeBrowser(app)
  const inviteOne: TestOffice['invite'] = async (role, name = `${role} ${randomUUID()}`, staffId = undefined) => {
    const reason = 'a test'
    const made = await db.transaction((tx) => invite(tx, { name, role, staffId, reason }, OPERATOR, nowMs))
    return made.path
  }
  return {
    app,
    db,
    services,
    events,
    senders,
    catalogue,
    shop,
    machine,
    routes,
    log: lines,
    get nowMs() {
      return nowMs
    },
    set nowMs(at) {
      nowMs = at
    },
    guest,
    invite: inviteOne,
    member: async (role, name) => {
      const browser = guest()
      const { status, body } = await browser.accept(await inviteOne(role, name))
      if (status !== 200) throw new Error(`Nobody came: ${JSON.stringify(body)}`)
      return browser
    },
    setRules: (rules) => {
      ownRules = { ...DEFAULT_RULES, ...rules }
    },
    seal: async () => {
      while ((await sealAudit(db, nowMs)) !== null);
    },
    close: async () => {
      setIdClock(Date.now)
      await app.close()
      await machine.close()
      shop.close()
      await db.close()
    },
  }
}
