// Assembles a site from its settings: database, catalogue, services, HTTP, realtime, bots; and shuts it down.
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../base/config.ts'
import { createEvents, type SiteEvents } from '../base/events.ts'
import { setIdClock } from '../base/ids.ts'
import { LISTEN_BACKLOG } from '../base/listen-backlog.ts'
import { withSecret } from '../base/secret.ts'
import { openBeacon } from '../beacon/open-beacon.ts'
import { createEditions } from '../catalogue/editions.ts'
import { formatFault } from '../catalogue/faults.ts'
import { type ImportedIcons, openIcons } from '../catalogue/icons/icons.ts'
import { openCatalogue, type ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import type { Database } from '../db/database.ts'
import { createJobLease } from '../db/job-lease.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Documents } from '../documents/documents.ts'
import type { PageLookups } from '../documents/known-pages.ts'
import { createDrawer } from '../documents/picture-drawer.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createNightlyJob } from '../jobs/nightly.ts'
import { measureEvents } from '../metrics/measure-events.ts'
import { measureState } from '../metrics/measure-state.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/metrics-server.ts'
import { openPayments, warnOfTerms } from '../payments/providers.ts'
import { openRates } from '../payments/rates.ts'
import { openPush } from '../push/push.ts'
import { startBots } from '../sandbox/bots.ts'
import { addPromoCodes } from '../sandbox/promo-codes.ts'
import { recordCatalogue, recordCatalogueIn, recordItemViews } from '../services/operations/record-catalogue.ts'
import { createServices, type Services } from '../services/services.ts'
import { openTrade } from '../trade/providers.ts'
import { buildApp } from './app.ts'
import { openClock } from './clock.ts'
import { connectInstances, type Instances } from './instances.ts'
import { forwardEvents, prepareRealtime } from './realtime-module.ts'
import { openSteam } from './steam-module.ts'

export interface SiteParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** Makes the documents: from the built pages, or by Astro's development server. */
  readonly openDocuments: (locals: App.Locals, lookups: Omit<PageLookups, 'shop'>) => Promise<Documents>
  /** The file with the outlines of letters for pictures. */
  readonly typefaces: string
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  /** Folder with the pictures of cases, which the catalogue is checked against. */
  readonly pictures: string
}

export interface Site {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  /** The address that this process listens on, e.g. http://127.0.0.1:4321. */
  readonly address: string
  readonly realtimePort: number
  /** Ends requests in flight, then sockets, then the database. */
  close(): Promise<void>
}

async function openDatabase(config: Config, log: FastifyBaseLogger, { retries }: Metrics): Promise<Database> {
  const onRetry = (code: string): void => {
    retries.inc({ code })
    log.warn({ code }, 'a transaction was retried')
  }
  if (config.databaseUrl === undefined) {
    // Not loaded on PostgreSQL, where memory counts.
    const { openPglite } = await import('../db/pglite.ts')
    const socket = { folder: join(config.dataDir, 'socket'), onProblem: (problem: string) => log.warn(problem) }
    return openPglite({ folder: join(config.dataDir, 'pglite'), socket, onRetry, site: config })
  }
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    site: config,
    onRetry,
    onIdleFault: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}

interface SiteCatalogueParts {
  readonly config: Config
  readonly pictures: string
  readonly db: Database
  readonly events: SiteEvents
  readonly icons: ImportedIcons
  readonly log: FastifyBaseLogger
}

async function openSiteCatalogue({
  config,
  pictures,
  db,
  events,
  icons,
  log,
}: SiteCatalogueParts): Promise<ReloadableCatalogue> {
  // PGlite has only one process, which reads the folder.
  const editions =
    db.kind === 'pglite'
      ? undefined
      : createEditions({ db, record: recordCatalogueIn, onPublished: () => events.emit('catalogue') })
  const catalogue = await openCatalogue({
    folder: config.catalogueDir,
    pictures,
    ...(editions && { editions }),
    icons: icons.current,
    prepare: (loaded) => recordCatalogue(db, loaded),
    onError: (error) => log.error({ err: error }, 'the catalogue could not be read; the previous one stays active'),
    onRefused: (faults) => {
      for (const fault of faults) log.error(`the catalogue was refused: ${formatFault(fault)}`)
    },
  })
  catalogue.watch()
  events.remote.on('catalogue', () => void catalogue.refresh())
  return catalogue
}

/** What was opened and has to be closed. */
interface Cleanup {
  add(close: () => Promise<void>): void
  /** Closes the last first; a failure does not keep the others open. */
  all(): Promise<void>
}

function createCleanup(): Cleanup {
  const opened: (() => Promise<void>)[] = []
  return {
    add: (close) => void opened.push(close),
    async all() {
      const faults: unknown[] = []
      for (const close of opened.reverse()) await close().catch((fault: unknown) => faults.push(fault))
      if (faults.length > 0) throw new AggregateError(faults, 'Not every part of the site could be closed')
    },
  }
}

/** What the services are made over: database, events, other instances, catalogue, and their metrics. */
interface Infrastructure {
  readonly metrics: Metrics
  readonly db: Database
  readonly events: SiteEvents
  readonly instances: Instances | undefined
  readonly icons: ImportedIcons
  readonly catalogue: ReloadableCatalogue
}

async function openInfrastructure({ config, log, pictures }: SiteParts, cleanup: Cleanup): Promise<Infrastructure> {
  const metrics = createMetrics({ process: config.metrics !== undefined })
  const db = await openDatabase(config, log, metrics)
  cleanup.add(() => db.close())
  const events = createEvents()
  const instances = connectInstances(config, events, log)
  if (instances !== undefined) cleanup.add(instances.close)
  const icons = await openIcons({ folder: config.dataDir, from: config.iconsFrom, log })
  const catalogue = await openSiteCatalogue({ config, pictures, db, events, icons, log })
  cleanup.add(async () => catalogue.close())
  measureEvents(events, metrics, config.steamTrade === undefined ? 'sandbox' : 'steam')
  return { metrics, db, events, instances, icons, catalogue }
}

/** Opens a site and listens. On an error, what was opened is closed again. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { log, assets } = parts
  const config = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const clock = await openClock(config)
  const now = clock?.now ?? Date.now
  setIdClock(now)
  const cleanup = createCleanup()
  try {
    const { metrics, db, events, instances, icons, catalogue } = await openInfrastructure(parts, cleanup)
    const redis = instances?.redis
    const lease = createJobLease({ db, now })
    const payments = await openPayments({ config, now, ownAddress: () => address, warn })
    warnOfTerms(config, warn)
    const trade = await openTrade({ config, now, lease })
    cleanup.add(async () => trade.provider?.close())
    const rates = await openRates({ folder: config.catalogueDir, onRefused: warn })
    const push = await openPush({ config })
    const steam = await openSteam({ config, db, now, warn, ownAddress: () => address })
    const components = {
      db,
      steamAccountOf: steam.accountOf,
      catalogue,
      events,
      lease,
      now,
      timeZone: config.timeZone,
      sessionIdleDays: config.sessionIdleDays,
      secret: config.secret,
      playMoney: config.mode === 'sandbox',
      checks: config.withdrawalChecks,
      payments: { providers: payments.providers, rates, siteUrl: config.siteUrl },
      beacon: openBeacon(config),
      trade,
      push,
      social: config.social,
      log,
    }
    const services = await createServices(components)
    const jobs = createJobs(components, services)
    const { shop, profiles, shares, overlays, leaderboards } = services
    const documents = await parts.openDocuments(
      { shop, profileOf: profiles.profile, sharedResult: shares.find, leaderboards: leaderboards.all },
      { hasPlayer: profiles.exists, hasShare: shares.exists, hasOverlay: overlays.exists },
    )
    const drawer = createDrawer({ typefaces: parts.typefaces })
    cleanup.add(drawer.close)
    const outside = { steam, payments, trade, documents, drawer, assets, clock }
    const app = await buildApp({ config, db, redis, catalogue, services, jobs, ...outside, log, metrics, now })
    const { realtime, closeRealtime } = prepareRealtime({ config, services, instances, now, log })
    cleanup.add(closeRealtime)
    await realtime.listen()
    measureState(metrics, { db, catalogue, realtime, redis, now, log })
    forwardEvents(events, realtime, services)
    cleanup.add(() => app.close())
    await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG })
    const listening = app.server.address()
    const address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : config.port}`
    const night = { db, lease, metrics, now, timeZone: config.timeZone, checksLedger: config.checksLedger, log }
    for (const job of [...Object.values(jobs), createNightlyJob(night)]) {
      job.start()
      cleanup.add(job.stop)
    }
    const watched = config.metrics === undefined ? null : await serveMetrics(metrics, config.metrics, log)
    cleanup.add(async () => watched?.close())
    if (config.bots) {
      const bots = await startBots({ services, lease, random: Math.random, log })
      cleanup.add(bots.stop)
      const [botId] = bots.playerIds
      if (botId !== undefined) await addPromoCodes({ db, services, botId, log })
    }
    cleanup.add(icons.importOnce(() => catalogue.refreshIcons((loaded) => recordItemViews(db, loaded))))
    return { app, db, services, address, realtimePort: realtime.port, close: cleanup.all }
  } catch (error) {
    await cleanup.all().catch((fault: unknown) => log.error({ err: fault }, 'a part of the site could not be closed'))
    throw error
  }
}
