// Puts a site together from its settings: database, catalogue, services, HTTP, realtime, house players; and takes it down again.
import { join } from 'node:path'
import { parseCookie } from 'cookie'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE, negotiateLanguage } from '../i18n/language.ts'
import { buildApp } from './app.ts'
import { openBeacon } from './beacon/open-beacon.ts'
import { type CatalogueHolder, openCatalogue } from './catalogue/catalogue-holder.ts'
import { formatFault } from './catalogue/faults.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openPglite } from './db/pglite.ts'
import { openPostgres } from './db/postgres.ts'
import type { Documents } from './documents/documents.ts'
import { createEvents, type SiteEvents } from './events.ts'
import { cookieJar } from './http/cookies.ts'
import { openPayments } from './payments/providers.ts'
import { openRates } from './payments/rates.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { withSecret } from './secret.ts'
import { type HousePlayers, startHousePlayers } from './services/house-players.ts'
import { noticeToast } from './services/notifications.ts'
import { exclusionToast } from './services/protection.ts'
import { recordCatalogue } from './services/record-catalogue.ts'
import { createServices, type Services } from './services/services.ts'
import { originAllowed } from './site-origin.ts'
import { openSteam } from './steam-side.ts'
import { openTrade } from './trade/providers.ts'

export interface SiteParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** Makes the documents over what pages are handed: from the built pages, or by Astro's development server. */
  readonly openDocuments: (locals: App.Locals) => Promise<Documents>
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  /** Folder with the pictures of cases, which the catalogue is checked against. */
  readonly pictures: string
}

export interface Site {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  /** Where this process listens, e.g. http://127.0.0.1:4321. */
  readonly address: string
  readonly realtimePort: number
  /** Ends requests in flight, then sockets, then the database. */
  close(): Promise<void>
}

/** The time that it is, or, in a sandbox that was told so, the time that would be had it begun at another. */
function clockOf({ clockMs }: Config): () => number {
  if (clockMs === undefined) return Date.now
  const aheadMs = clockMs - Date.now()
  return () => Date.now() + aheadMs
}

async function openDatabase(config: Config, log: FastifyBaseLogger): Promise<Database> {
  const onRetry = (code: string): void => log.warn({ code }, 'a transaction was repeated')
  if (config.databaseUrl === undefined) return openPglite({ folder: join(config.dataDir, 'pglite'), onRetry })
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onRetry,
    onIdleFault: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}

async function openShelves(
  config: Config,
  pictures: string,
  db: Database,
  log: FastifyBaseLogger,
): Promise<CatalogueHolder> {
  const catalogue = await openCatalogue({
    folder: config.catalogueDir,
    pictures,
    prepare: (held) => recordCatalogue(db, held),
    onError: (error) => log.error({ err: error }, 'the catalogue could not be read; the one before stays'),
    onRefused: (faults) => {
      for (const fault of faults) log.error(`the catalogue was refused: ${formatFault(fault)}`)
    },
  })
  catalogue.watch()
  return catalogue
}

function connect(events: SiteEvents, realtime: Realtime, services: Services): void {
  events.on('drops', (drops) => realtime.publishDrops([...drops]))
  events.on('played', () => realtime.publishStatistic(services.live.statistic()))
  events.on('joined', () => realtime.publishStatistic(services.live.statistic()))
  events.on('balance', ({ playerId, ...change }) =>
    realtime.tellPlayer(playerId, 'update user', { id: playerId, ...change }),
  )
  events.on('order', ({ playerId, order }) => realtime.tellPlayer(playerId, 'order', { id: playerId, order }))
  events.on('withdrawal', ({ playerId, withdrawal }) =>
    realtime.tellPlayer(playerId, 'withdrawal', { id: playerId, withdrawal }),
  )
  events.on('exclusion', ({ playerId, exclusion }) => {
    realtime.tellPlayer(playerId, 'exclusion', { id: playerId, exclusion })
    realtime.notifyPlayer(playerId, (language) => exclusionToast(exclusion, language))
  })
  events.on('notice', ({ playerId, notice }) =>
    realtime.notifyPlayer(playerId, (language) => noticeToast(notice, language)),
  )
  events.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId))
}

async function openRealtime(
  config: Config,
  services: Services,
  now: () => number,
  log: FastifyBaseLogger,
): Promise<Realtime> {
  const jar = cookieJar(config.mode)
  const realtime = createRealtime({
    port: config.realtimePort,
    host: config.host,
    allowedOrigin: (origin, host) => socketOriginAllowed(config, origin, host),
    identify: async (token, cookieHeader) => {
      const session = await services.sessions.identify(token, parseCookie(cookieHeader)[jar.companion])
      return session === null ? null : { playerId: session.player.id, sessionId: session.id }
    },
    languageOf: ({ cookie, 'accept-language': accepted }) =>
      negotiateLanguage(parseCookie(cookie ?? '')[LANGUAGE_COOKIE], accepted),
    log,
    random: Math.random,
    now,
  })
  await realtime.listen()
  return realtime
}

/** Sockets have a port of their own, so in the sandbox the same machine name under another port is the site too. */
function socketOriginAllowed(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false
  const own = originAllowed(config)
  if (own(origin, undefined)) return true
  if (config.mode === 'live' || host === undefined || !URL.canParse(origin)) return false
  return new URL(origin).hostname === new URL(`http://${host}`).hostname
}

/** Opens a site and lets it listen. Throws what stands in its way; what was opened by then is closed again. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { log } = parts
  const config = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const now = clockOf(config)
  const opened: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of opened.reverse()) await close()
  }
  try {
    const db = await openDatabase(config, log)
    opened.push(() => db.close())
    const catalogue = await openShelves(config, parts.pictures, db, log)
    opened.push(async () => catalogue.close())
    const events = createEvents()
    const payments = await openPayments({ config, now, ownAddress: () => address, warn })
    const trade = await openTrade({ config, now })
    opened.push(async () => trade.provider?.close())
    const services = await createServices({
      db,
      catalogue,
      events,
      now,
      timeZone: config.timeZone,
      playMoney: config.mode === 'sandbox',
      payments: {
        providers: payments.providers,
        rates: await openRates({ folder: config.catalogueDir, onRefused: warn }),
        siteUrl: config.siteUrl,
      },
      beacon: openBeacon(config),
      trade,
      social: config.social,
      log,
    })
    const steam = await openSteam({
      config,
      db,
      now,
      warn,
      ownAddress: () => address,
    })
    const { shop, profiles } = services
    const documents = await parts.openDocuments({ shop, profileOf: profiles.profile })
    const app = await buildApp({
      config,
      db,
      catalogue,
      services,
      steam,
      payments,
      trade,
      documents,
      assets: parts.assets,
      log,
      now,
    })
    const realtime = await openRealtime(config, services, now, log)
    opened.push(() => realtime.close())
    connect(events, realtime, services)
    opened.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    const listening = app.server.address()
    const address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : config.port}`
    services.polling.start()
    opened.push(() => services.polling.stop())
    services.withdrawals.start()
    opened.push(() => services.withdrawals.stop())
    services.returnsJob.start()
    opened.push(() => services.returnsJob.stop())
    services.raffleJob.start()
    opened.push(() => services.raffleJob.stop())
    const house: HousePlayers | null = config.housePlayers
      ? await startHousePlayers({
          services,
          random: Math.random,
          warn: (error) => log.warn({ err: error }, 'a house player'),
        })
      : null
    opened.push(async () => house?.stop())
    return { app, db, services, address, realtimePort: realtime.port, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}
