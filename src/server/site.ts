// Puts a site together from its settings: database, catalogue, services, HTTP, realtime, house players; and takes it down again.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { parseCookie } from 'cookie'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE, negotiateLanguage } from '../i18n/language.ts'
import { buildApp } from './app.ts'
import { openBeacon } from './beacon/open-beacon.ts'
import { type CatalogueHolder, openCatalogue } from './catalogue/catalogue-holder.ts'
import { createEditions } from './catalogue/editions.ts'
import { formatFault } from './catalogue/faults.ts'
import { type ImportedIcons, openIcons } from './catalogue/icons/icons.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openPglite } from './db/pglite.ts'
import { openPostgres } from './db/postgres.ts'
import type { Documents } from './documents/documents.ts'
import { createEvents, type SiteEvents } from './events.ts'
import { cookieJar } from './http/cookies.ts'
import { WAITING_CONNECTIONS } from './http/waiting-connections.ts'
import { type Instances, joinInstances } from './instances.ts'
import { createMissionNoticesJob } from './jobs/mission-notices.ts'
import { createNightlyJob, type NightlyParts } from './jobs/nightly.ts'
import type { Rounds } from './jobs/rounds.ts'
import { createTurns } from './jobs/turns.ts'
import { measureEvents } from './metrics/measure-events.ts'
import { measureState } from './metrics/measure-state.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/metrics-server.ts'
import { openPayments } from './payments/providers.ts'
import { openRates } from './payments/rates.ts'
import { closeEndedSessions } from './realtime/ended-sessions.ts'
import { shareOnline } from './realtime/online-elsewhere.ts'
import { socketAdapter } from './realtime/reach.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { withSecret } from './secret.ts'
import { startHousePlayers } from './services/house-players.ts'
import { noticeToast } from './services/notifications.ts'
import { exclusionToast } from './services/protection.ts'
import { recordCatalogue, recordIn, recordLooks } from './services/record-catalogue.ts'
import { createServices, type Services } from './services/services.ts'
import { socketOriginAllowed } from './site-origin.ts'
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
  /** Where the metrics are; null where there are none. */
  readonly metricsPort: number | null
  /** Ends requests in flight, then sockets, then the database. */
  close(): Promise<void>
}

/** The time that it is, or, in a sandbox that was told so, the time that would be had it begun at another. */
function clockOf({ clockMs }: Config): () => number {
  if (clockMs === undefined) return Date.now
  const aheadMs = clockMs - Date.now()
  return () => Date.now() + aheadMs
}

async function openDatabase(config: Config, log: FastifyBaseLogger, { retries }: Metrics): Promise<Database> {
  const onRetry = (code: string): void => {
    retries.inc({ code })
    log.warn({ code }, 'a transaction was repeated')
  }
  if (config.databaseUrl === undefined) return openPglite({ folder: join(config.dataDir, 'pglite'), onRetry })
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    onRetry,
    onIdleFault: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}

interface ShelfParts {
  readonly config: Config
  readonly pictures: string
  readonly db: Database
  readonly events: SiteEvents
  readonly icons: ImportedIcons
  readonly log: FastifyBaseLogger
}

async function openShelves({ config, pictures, db, events, icons, log }: ShelfParts): Promise<CatalogueHolder> {
  // Of PGlite there is but one process, whose folder is what it shows.
  const editions =
    db.kind === 'pglite'
      ? undefined
      : createEditions({ db, record: recordIn, onPublished: () => events.emit('catalogue') })
  const catalogue = await openCatalogue({
    folder: config.catalogueDir,
    pictures,
    ...(editions && { editions }),
    icons: icons.current,
    prepare: (held) => recordCatalogue(db, held),
    onError: (error) => log.error({ err: error }, 'the catalogue could not be read; the one before stays'),
    onRefused: (faults) => {
      for (const fault of faults) log.error(`the catalogue was refused: ${formatFault(fault)}`)
    },
  })
  catalogue.watch()
  events.elsewhere.on('catalogue', () => void catalogue.refresh())
  return catalogue
}

function connect(events: SiteEvents, realtime: Realtime, services: Services): void {
  // Every instance tells its own visitors of what happened anywhere, so that no client hears more than one gathers.
  for (const place of [events, events.elsewhere]) {
    place.on('drops', (drops) => realtime.publishDrops([...drops]))
    place.on('played', () => realtime.publishStatistic(services.live.statistic()))
    place.on('joined', () => realtime.publishStatistic(services.live.statistic()))
  }
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
  events.on('banned', ({ playerId }) => realtime.closePlayer(playerId))
  events.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId))
  events.elsewhere.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId, 'here'))
}

interface RealtimeParts {
  readonly config: Config & { readonly secret: string }
  readonly services: Services
  readonly instances: Instances | undefined
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Chance that every instance has alike for one place in time, and nobody else can tell. */
const chanceAt =
  (secret: string) =>
  (place: number): number =>
    createHmac('sha256', secret).update(`online:${place}`).digest().readUInt32BE() / 2 ** 32

/** The realtime side, which does not listen yet, and what ends it. */
function prepareRealtime({ config, services, instances, now, log }: RealtimeParts): {
  realtime: Realtime
  closeRealtime: () => Promise<void>
} {
  const jar = cookieJar(config.mode)
  const online = instances && shareOnline(instances.bus, () => realtime.onlineCount())
  const realtime: Realtime = createRealtime({
    port: config.realtimePort,
    host: config.host,
    secure: config.mode === 'live',
    allowedOrigin: (origin, host) => socketOriginAllowed(config, origin, host),
    identify: async (token, cookieHeader) => {
      const session = await services.sessions.identify(token, parseCookie(cookieHeader)[jar.companion])
      return session === null ? null : { playerId: session.player.id, sessionId: session.id }
    },
    languageOf: ({ cookie, 'accept-language': accepted }) =>
      negotiateLanguage(parseCookie(cookie ?? '')[LANGUAGE_COOKIE], accepted),
    log,
    random: chanceAt(config.secret),
    now,
    ...(instances && { adapter: socketAdapter(instances.redis) }),
    onlineElsewhere: () => online?.count() ?? 0,
  })
  const stopLooking = closeEndedSessions({
    openSessions: realtime.openSessions,
    endedAmong: services.sessions.endedAmong,
    closeSession: (sessionId) => realtime.closeSession(sessionId, 'here'),
    log,
  })
  // What other instances counted meanwhile was not heard.
  instances?.redis.turnabouts.on('back', () => {
    services.live.recount().then(
      () => realtime.publishStatistic(services.live.statistic()),
      (error: unknown) => log.error({ err: error }, 'the counters could not be counted again'),
    )
  })
  return {
    realtime,
    closeRealtime: async () => {
      online?.stop()
      await stopLooking()
      await realtime.close()
    },
  }
}

/** Everything that runs by the clock, in the order in which it is started. */
function jobsOf(services: Services, events: SiteEvents, night: NightlyParts): Pick<Rounds, 'start' | 'stop'>[] {
  return [
    services.polling,
    services.withdrawals,
    services.returnsJob,
    services.bansJob,
    services.raffleJob,
    createMissionNoticesJob({ notices: services.missionNotices, events, log: night.log }),
    createNightlyJob(night),
  ]
}

/** Opens a site and lets it listen. Throws what stands in its way; what was opened by then is closed again. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { log } = parts
  const config = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const now = clockOf(config)
  const opened: (() => Promise<void>)[] = []
  /** The last first; one that does not close leaves none of the others open. */
  const closeAll = async (): Promise<void> => {
    const faults: unknown[] = []
    for (const close of opened.reverse()) await close().catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw new AggregateError(faults, 'Not all of the site could be closed')
  }
  try {
    const metrics = createMetrics({ process: config.metrics !== undefined })
    const db = await openDatabase(config, log, metrics)
    opened.push(() => db.close())
    const events = createEvents()
    const instances = joinInstances(config, events, log)
    if (instances !== undefined) opened.push(instances.close)
    const icons = await openIcons({ folder: config.dataDir, from: config.iconsFrom, log })
    const catalogue = await openShelves({ config, pictures: parts.pictures, db, events, icons, log })
    opened.push(async () => catalogue.close())
    measureEvents(events, metrics, config.steamTrade === undefined ? 'sandbox' : 'steam')
    const turns = createTurns({ db, now })
    const payments = await openPayments({ config, now, ownAddress: () => address, warn })
    const trade = await openTrade({ config, now, turns })
    opened.push(async () => trade.provider?.close())
    const services = await createServices({
      db,
      catalogue,
      events,
      turns,
      now,
      timeZone: config.timeZone,
      sessionIdleDays: config.sessionIdleDays,
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
      redis: instances?.redis,
      catalogue,
      services,
      steam,
      payments,
      trade,
      documents,
      assets: parts.assets,
      log,
      metrics,
      now,
    })
    const { realtime, closeRealtime } = prepareRealtime({ config, services, instances, now, log })
    opened.push(closeRealtime)
    await realtime.listen()
    measureState(metrics, { db, catalogue, realtime, redis: instances?.redis, now, log })
    connect(events, realtime, services)
    opened.push(() => app.close())
    await app.listen({ port: config.port, host: config.host, backlog: WAITING_CONNECTIONS })
    const listening = app.server.address()
    const address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : config.port}`
    const night = { db, turns, metrics, now, timeZone: config.timeZone, checksLedger: config.checksLedger, log }
    for (const job of jobsOf(services, events, night)) {
      job.start()
      opened.push(job.stop)
    }
    const watched = config.metrics === undefined ? null : await serveMetrics(metrics, config.metrics, log)
    opened.push(async () => watched?.close())
    if (config.housePlayers) {
      const house = await startHousePlayers({ services, random: Math.random, log })
      opened.push(house.stop)
    }
    opened.push(icons.importOnce(() => catalogue.illustrate((held) => recordLooks(db, held))))
    return {
      app,
      db,
      services,
      address,
      realtimePort: realtime.port,
      metricsPort: watched?.port ?? null,
      close: closeAll,
    }
  } catch (error) {
    await closeAll().catch((fault: unknown) => log.error({ err: fault }, 'the site was left half open'))
    throw error
  }
}
