// Puts a site together from its settings: database, catalogue, services, HTTP, realtime, house players; and takes it down again.
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
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
import { WAITING_CONNECTIONS } from './http/waiting-connections.ts'
import { makeIdsBy } from './ids.ts'
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
import { connect, prepareRealtime } from './realtime-side.ts'
import { withSecret } from './secret.ts'
import { startHousePlayers } from './services/house-players.ts'
import { recordCatalogue, recordIn, recordLooks } from './services/record-catalogue.ts'
import { createServices, type Services } from './services/services.ts'
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

/** What is open, and has to be closed again. */
interface Closing {
  add(close: () => Promise<void>): void
  /** Closes the last first; one that does not close leaves none of the others open. */
  all(): Promise<void>
}

function createClosing(): Closing {
  const opened: (() => Promise<void>)[] = []
  return {
    add: (close) => void opened.push(close),
    async all() {
      const faults: unknown[] = []
      for (const close of opened.reverse()) await close().catch((fault: unknown) => faults.push(fault))
      if (faults.length > 0) throw new AggregateError(faults, 'Not all of the site could be closed')
    },
  }
}

/** What a site stands on: its database, its news, the other instances, its catalogue; and what is counted of all that. */
interface Ground {
  readonly metrics: Metrics
  readonly db: Database
  readonly events: SiteEvents
  readonly instances: Instances | undefined
  readonly icons: ImportedIcons
  readonly catalogue: CatalogueHolder
}

async function openGround({ config, log, pictures }: SiteParts, closing: Closing): Promise<Ground> {
  const metrics = createMetrics({ process: config.metrics !== undefined })
  const db = await openDatabase(config, log, metrics)
  closing.add(() => db.close())
  const events = createEvents()
  const instances = joinInstances(config, events, log)
  if (instances !== undefined) closing.add(instances.close)
  const icons = await openIcons({ folder: config.dataDir, from: config.iconsFrom, log })
  const catalogue = await openShelves({ config, pictures, db, events, icons, log })
  closing.add(async () => catalogue.close())
  measureEvents(events, metrics, config.steamTrade === undefined ? 'sandbox' : 'steam')
  return { metrics, db, events, instances, icons, catalogue }
}

/** Opens a site and lets it listen. Throws what stands in its way; what was opened by then is closed again. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { log, assets } = parts
  const config = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const now = clockOf(config)
  makeIdsBy(now)
  const closing = createClosing()
  try {
    const { metrics, db, events, instances, icons, catalogue } = await openGround(parts, closing)
    const redis = instances?.redis
    const turns = createTurns({ db, now })
    const payments = await openPayments({ config, now, ownAddress: () => address, warn })
    const trade = await openTrade({ config, now, turns })
    closing.add(async () => trade.provider?.close())
    const rates = await openRates({ folder: config.catalogueDir, onRefused: warn })
    const services = await createServices({
      db,
      catalogue,
      events,
      turns,
      now,
      timeZone: config.timeZone,
      sessionIdleDays: config.sessionIdleDays,
      playMoney: config.mode === 'sandbox',
      payments: { providers: payments.providers, rates, siteUrl: config.siteUrl },
      beacon: openBeacon(config),
      trade,
      social: config.social,
      log,
    })
    const steam = await openSteam({ config, db, now, warn, ownAddress: () => address })
    const { shop, profiles } = services
    const documents = await parts.openDocuments({ shop, profileOf: profiles.profile })
    const outside = { steam, payments, trade, documents, assets }
    const app = await buildApp({ config, db, redis, catalogue, services, ...outside, log, metrics, now })
    const { realtime, closeRealtime } = prepareRealtime({ config, services, instances, now, log })
    closing.add(closeRealtime)
    await realtime.listen()
    measureState(metrics, { db, catalogue, realtime, redis, now, log })
    connect(events, realtime, services)
    closing.add(() => app.close())
    await app.listen({ port: config.port, host: config.host, backlog: WAITING_CONNECTIONS })
    const listening = app.server.address()
    const address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : config.port}`
    const night = { db, turns, metrics, now, timeZone: config.timeZone, checksLedger: config.checksLedger, log }
    for (const job of jobsOf(services, events, night)) {
      job.start()
      closing.add(job.stop)
    }
    const watched = config.metrics === undefined ? null : await serveMetrics(metrics, config.metrics, log)
    closing.add(async () => watched?.close())
    if (config.housePlayers) {
      const house = await startHousePlayers({ services, random: Math.random, log })
      closing.add(house.stop)
    }
    closing.add(icons.importOnce(() => catalogue.illustrate((held) => recordLooks(db, held))))
    return { app, db, services, address, realtimePort: realtime.port, close: closing.all }
  } catch (error) {
    await closing.all().catch((fault: unknown) => log.error({ err: fault }, 'the site was left half open'))
    throw error
  }
}
