// Assembles a site from its settings: database, catalogue, services, HTTP, realtime, bots; and shuts it down.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { setBrandWords, setReplyWords } from '../../i18n/text.ts'
import { openAlertSenders } from '../alerts/senders.ts'
import { setAccent } from '../base/accent-in-force.ts'
import { createEvents, type SiteEvents } from '../base/events.ts'
import { setIdClock } from '../base/ids.ts'
import { type ImportedIcons, openIcons } from '../catalogue/icons/icons.ts'
import type { Config } from '../config/config.ts'
import { checkDataFolder } from '../config/data-folder.ts'
import { withSecret } from '../config/secret.ts'
import type { Database } from '../db/database.ts'
import { type DatabaseClock, openDatabaseClock } from '../db/database-clock.ts'
import { createJobLease, type JobLease } from '../db/job-lease.ts'
import { createDrawer } from '../documents/picture-drawer.ts'
import { closeApp } from '../http/close-app.ts'
import { createDrain } from '../http/drain.ts'
import { createJobs } from '../jobs/jobs.ts'
import { measureClock } from '../metrics/measure-clock.ts'
import { measureEvents } from '../metrics/measure-events.ts'
import { measurePayments, measureTrade } from '../metrics/measure-outside.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/metrics-server.ts'
import { LISTEN_BACKLOG } from '../network/listen-backlog.ts'
import { listenError } from '../network/listen-error.ts'
import { firstAddress, listenAtSecondAddress, type SecondAddress } from '../network/listen-host.ts'
import type { OfficePages } from '../office/office-documents.ts'
import { openPayments, warnOfTerms } from '../payments/providers.ts'
import { openPush } from '../push/push.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { recordItemViews } from '../services/operations/record-catalogue.ts'
import { createServices, type Services } from '../services/services.ts'
import type { ActiveShop } from '../shop/active-shop.ts'
import { createCrateSources } from '../shop/crates.ts'
import { createInnerFetch } from '../stand-in/own-fetch.ts'
import { openTrade } from '../trade/providers.ts'
import { buildApp } from './app.ts'
import { type Cleanup, createCleanup } from './cleanup.ts'
import { openClock } from './clock.ts'
import { componentsOf, refundSources } from './components.ts'
import { openDatabase } from './database-module.ts'
import { type OpenDocuments, openSiteDocuments } from './documents-module.ts'
import { connectInstances, type Instances } from './instances.ts'
import { startSiteJobs } from './jobs-module.ts'
import { createMachine } from './machine-module.ts'
import { measureSite } from './metrics-module.ts'
import { openOffice } from './office-module.ts'
import { forwardEvents, prepareRealtime } from './realtime-module.ts'
import { openSiteRates, openSiteShop } from './shop-module.ts'
import { warnOfHops } from './startup.ts'
import { openSteam } from './steam-module.ts'
import { openSiteZone } from './time-zone.ts'

export interface SiteParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly openDocuments: OpenDocuments
  /** The file with the outlines of letters for pictures. */
  readonly typefaces: string
  /** Folder with the built scripts, styles, pictures and sounds. */
  readonly assets: string
  /** Folder with all builds, whose hashed files are served too; none in development. */
  readonly builds?: string
  /** Folder with the pictures of cases, which the catalogue is checked against. */
  readonly pictures: string
  /** The page of the office; without it none is served. */
  readonly office?: OfficePages
}

export interface Site {
  readonly app: FastifyInstance
  readonly db: Database
  readonly services: Services
  readonly shop: ActiveShop
  /** The address that this process listens on, e.g. http://127.0.0.1:4321. */
  readonly address: string
  readonly realtimePort: number
  /** The address of the office; null where this process has none. */
  readonly officeUrl: string | null
  /** Hands calls and sockets over to other instances for the time of the settings; `close` comes next. */
  drain(): Promise<void>
  /** Ends requests in flight, then sockets, then the database. */
  close(): Promise<void>
}

/** What the services are made over: database, events, other instances, catalogue, and their metrics. */
interface Infrastructure {
  readonly metrics: Metrics
  readonly db: Database
  readonly databaseClock: DatabaseClock
  readonly events: SiteEvents
  readonly instances: Instances | undefined
  readonly icons: ImportedIcons
  readonly shop: ActiveShop
}

async function openInfrastructure(
  { config, log, pictures }: SiteParts,
  clock: Pick<SandboxClock, 'now'> | undefined,
  cleanup: Cleanup,
): Promise<Infrastructure> {
  const metrics = createMetrics({ process: config.metrics !== undefined })
  const db = await openDatabase(config, log, metrics)
  cleanup.add(() => db.close())
  const databaseClock = await openDatabaseClock({ db, log })
  measureClock(metrics, databaseClock)
  const events = createEvents()
  const instances = await connectInstances(config, events, log)
  if (instances !== undefined) cleanup.add(instances.close)
  const icons = await openIcons({ folder: config.dataDir, from: config.iconsFrom, log })
  const shop = await openSiteShop({
    config,
    pictures,
    db,
    events,
    icons,
    now: clock?.now ?? databaseClock.now,
    metrics,
    log,
  })
  cleanup.add(async () => shop.close())
  measureEvents(events, metrics, config.steamTrade === undefined ? 'sandbox' : 'steam')
  return { metrics, db, databaseClock, events, instances, icons, shop }
}

/** Returns a handler that throws the error of a port again, with its setting and what to do. */
function explainListen(portSetting: 'PORT' | 'REALTIME_PORT', port: number, host: string): (error: unknown) => never {
  return (error) => {
    throw listenError(error, { portSetting, hostSetting: 'HOST', port, host })
  }
}

/** Opens the port of the app. Returns its address. */
async function listen(app: FastifyInstance, { port, host }: Config, cleanup: Cleanup): Promise<string> {
  const explain = explainListen('PORT', port, host)
  let second: SecondAddress | undefined
  cleanup.add(() => closeApp(app, second))
  const address = await app.listen({ port, host: firstAddress(host), backlog: LISTEN_BACKLOG }).catch(explain)
  second = await listenAtSecondAddress(app.server, host).catch(explain)
  return address
}

/** Starts the bots of a sandbox, whose code a live shop does not load. Returns what stops them. */
async function startSandboxBots(parts: {
  readonly db: Database
  readonly services: Services
  readonly lease: JobLease
  readonly now: () => number
  readonly realtime: Pick<Realtime, 'onlineCount'>
  readonly log: FastifyBaseLogger
}): Promise<() => Promise<void>> {
  const { db, services, lease, now, realtime, log } = parts
  const { openBots } = await import('../sandbox/bots.ts')
  const { createPresence } = await import('../sandbox/presence.ts')
  const { addPromoCodes } = await import('../sandbox/promo-codes.ts')
  const isWatched = createPresence(realtime.onlineCount, () => performance.now())
  const bots = await openBots({ services, lease, now, seed: randomUUID(), isWatched, log })
  // Before they make other deposits: one of the codes is used up by the first of its bot.
  const [botId] = bots.playerIds
  if (botId !== undefined) await addPromoCodes({ db, services, botId, log })
  bots.start()
  return bots.stop
}

/** Opens a site and listens. On an error, what was opened is closed again. */
export async function openSite(parts: SiteParts): Promise<Site> {
  const { log, assets } = parts
  await checkDataFolder(parts.config.dataDir, parts.config.databaseUrl === undefined ? 'pglite' : 'postgres')
  const settings = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const clock = await openClock(settings)
  const cleanup = createCleanup()
  try {
    const {
      metrics,
      db,
      databaseClock,
      events,
      instances,
      icons,
      shop: activeShop,
    } = await openInfrastructure(parts, clock, cleanup)
    const { catalogue, texts } = activeShop
    const nameBrand = (): void => {
      setBrandWords(texts.current.brand)
      setAccent(texts.current.brand.accent)
      setReplyWords(texts.current.replies)
    }
    nameBrand()
    const unfollow = texts.onChange(nameBrand)
    cleanup.add(async () => unfollow())
    // A sandbox with a clock of its own is a single process.
    const now = clock?.now ?? databaseClock.now
    const zone = await openSiteZone({ db, texts, setting: settings.timeZone, now, log })
    const config = { ...settings, timeZone: zone.inForce }
    const syncClock = databaseClock.sync
    setIdClock(now)
    const redis = instances?.redis
    const lease = createJobLease({ db, now })
    const fetchStandIn = createInnerFetch(() => app)
    const payments = measurePayments(await openPayments({ config, now, fetchStandIn, warn }), metrics)
    warnOfTerms(config, warn)
    warnOfHops(config, warn)
    const machine = createMachine({ config, db, now, zone, databaseClock, catalogue, log })
    cleanup.add(machine.close)
    const trade = machine.watchTrade(measureTrade(await openTrade({ config, now, lease }), metrics))
    cleanup.add(async () => trade.provider?.close())
    const rates = await openSiteRates({ config, db, metrics, log })
    const push = await openPush({ config })
    const senders = openAlertSenders(config, push)
    const steam = await openSteam({ config, db, now, warn, fetchStandIn })
    const opened = { db, catalogue, texts, events, lease, now, syncClock, steam, payments, rates, trade, push, log }
    const components = componentsOf(config, opened)
    const services = await createServices(components)
    const jobs = createJobs({ ...components, onFault: machine.watch.fault }, services)
    const { documents, previews } = await openSiteDocuments(parts.openDocuments, {
      ...{ config, db, services, shop: activeShop, now },
    })
    const drawer = createDrawer({ typefaces: parts.typefaces })
    cleanup.add(drawer.close)
    const outside = { steam, payments, trade, texts, documents, previews, drawer, assets, builds: parts.builds, clock }
    const drain = createDrain()
    const app = await buildApp({
      followTimes: () => activeShop.followTimes(),
      config,
      db,
      redis,
      catalogue,
      crates: createCrateSources(activeShop),
      services,
      jobs,
      ...outside,
      log,
      metrics,
      drain,
      security: machine.security,
      now,
      databaseClock,
    })
    const { realtime, closeRealtime } = prepareRealtime({ config, services, instances, now, log })
    cleanup.add(closeRealtime)
    await realtime.listen().catch(explainListen('REALTIME_PORT', config.realtimePort, config.host))
    const { needsFreshPrices } = components
    const { returns } = services
    measureSite(metrics, { config, db, catalogue, realtime, redis, rates, returns, needsFreshPrices, now, log })
    forwardEvents(events, realtime, services)
    machine.countCuts(realtime)
    const address = await listen(app, config, cleanup)
    startSiteJobs(
      {
        ...{ config, db, shop: activeShop, services, jobs, machine, databaseClock, lease, senders, metrics, now, log },
        pictures: parts.pictures,
      },
      cleanup,
    )
    const refunds = refundSources({ config, catalogue, now }, payments, services)
    const office = await openOffice({
      ...{ config, db, now, redis, events, catalogue, trade, refunds, shop: activeShop, machine, senders, log },
      pages: parts.office,
    })
    cleanup.add(async () => office?.close())
    const watched = config.metrics === undefined ? null : await serveMetrics(metrics, config.metrics, log)
    cleanup.add(async () => watched?.close())
    if (config.bots) cleanup.add(await startSandboxBots({ db, services, lease, now, realtime, log }))
    cleanup.add(icons.importOnce(() => activeShop.refreshIcons((loaded) => recordItemViews(db, loaded))))
    return {
      app,
      db,
      services,
      shop: activeShop,
      address,
      realtimePort: realtime.port,
      officeUrl: office?.url ?? null,
      drain: async () => {
        realtime.drain(config.drainMs)
        await drain.start(config.drainMs)
      },
      close: cleanup.all,
    }
  } catch (error) {
    await cleanup.all().catch((fault: unknown) => log.error({ err: fault }, 'a part of the site could not be closed'))
    throw error
  }
}
