// Assembles a site from its settings: database, catalogue, services, HTTP, realtime, bots; and shuts it down.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TextsSource } from '../../content/shop-texts.ts'
import { setBrandWords, setReplyWords } from '../../i18n/text.ts'
import { type AlertSenders, openAlertSenders } from '../alerts/senders.ts'
import { osUser } from '../base/author.ts'
import { createEvents, type SiteEvents } from '../base/events.ts'
import { setIdClock } from '../base/ids.ts'
import type { PeriodicJob } from '../base/periodic-job.ts'
import { type ImportedIcons, openIcons } from '../catalogue/icons/icons.ts'
import { createPriceSources } from '../catalogue/prices/price-sources.ts'
import type { Config } from '../config/config.ts'
import { checkDataFolder } from '../config/data-folder.ts'
import { withSecret } from '../config/secret.ts'
import { siteNameOf } from '../config/site-name.ts'
import type { Database } from '../db/database.ts'
import { type DatabaseClock, openDatabaseClock } from '../db/database-clock.ts'
import { createJobLease, type JobLease } from '../db/job-lease.ts'
import type { Documents } from '../documents/documents.ts'
import type { PageLookups } from '../documents/known-pages.ts'
import { createDrawer } from '../documents/picture-drawer.ts'
import { createPreviews } from '../documents/previews.ts'
import { closeApp } from '../http/close-app.ts'
import { cookieJar } from '../http/cookies.ts'
import { createDrain } from '../http/drain.ts'
import { type AlertsJob, createAlertsJob } from '../jobs/alerts.ts'
import { type BackupsJob, type BackupsJobParts, createBackupsJob } from '../jobs/backups.ts'
import { createClockSyncJob } from '../jobs/clock-sync.ts'
import { createDraftsJob } from '../jobs/drafts.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createNightlyJob } from '../jobs/nightly.ts'
import { createPricesJob, type PricesJob, type PricesJobParts } from '../jobs/prices.ts'
import { measureBackups } from '../metrics/measure-backups.ts'
import { measureClock } from '../metrics/measure-clock.ts'
import { measureDisks } from '../metrics/measure-disks.ts'
import { measureEvents } from '../metrics/measure-events.ts'
import { measurePayments, measureTrade } from '../metrics/measure-outside.ts'
import { measureDrawnPrices, measureHeldPrices, measurePrices, measureRates } from '../metrics/measure-prices.ts'
import { measureReturns } from '../metrics/measure-returns.ts'
import { measureState } from '../metrics/measure-state.ts'
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
import { createAlertDelivery } from '../services/office/alerts/delivery.ts'
import { lookForAlerts } from '../services/office/alerts/look.ts'
import { createOfficeSessions } from '../services/office/sessions.ts'
import type { Nightly } from '../services/operations/job-runs.ts'
import { recordItemViews } from '../services/operations/record-catalogue.ts'
import { createServices, type Services } from '../services/services.ts'
import type { ActiveShop } from '../shop/active-shop.ts'
import { createCrateSources } from '../shop/crates.ts'
import { ratesFolder } from '../shop/shop-files.ts'
import { createInnerFetch } from '../stand-in/own-fetch.ts'
import { openTrade } from '../trade/providers.ts'
import { buildApp } from './app.ts'
import { type Cleanup, createCleanup } from './cleanup.ts'
import { openClock } from './clock.ts'
import { componentsOf, refundSources } from './components.ts'
import { openDatabase } from './database-module.ts'
import { connectInstances, type Instances } from './instances.ts'
import { createMachine, type Machine } from './machine-module.ts'
import { openOffice } from './office-module.ts'
import { forwardEvents, prepareRealtime } from './realtime-module.ts'
import { openSiteRates, openSiteShop } from './shop-module.ts'
import { warnOfHops } from './startup.ts'
import { openSteam } from './steam-module.ts'

export interface SiteParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** Makes the documents: from the built pages, or by Astro's development server. */
  readonly openDocuments: (
    texts: TextsSource,
    locals: App.Locals,
    lookups: Omit<PageLookups, 'shop' | 'texts'>,
  ) => Promise<Documents>
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

/** Returns the folders that a site writes to. */
function foldersOf({ dataDir, backups }: Config): Record<string, string> {
  return backups === undefined ? { data: dataDir } : { data: dataDir, backups: backups.folder }
}

/** Measures the folder of backups, and returns the job that writes them where this site is the one to do it. */
function openBackups(
  { backups, databaseUrl, timeZone }: Config,
  metrics: Metrics,
  parts: Pick<BackupsJobParts, 'lease' | 'now' | 'record'> & { readonly log: FastifyBaseLogger },
): BackupsJob[] {
  if (backups === undefined) return []
  const { folder, atMinutes } = backups
  measureBackups(metrics, { folder, ...parts })
  if (atMinutes === undefined || databaseUrl === undefined) return []
  return [createBackupsJob({ ...backups, atMinutes, databaseUrl, timeZone, env: process.env, ...parts })]
}

/** Makes the job that imports prices, where the settings ask for it. */
function pricesJobs(
  { config, pictures, log }: Pick<SiteParts, 'config' | 'pictures' | 'log'>,
  parts: Pick<PricesJobParts, 'db' | 'lease' | 'shop' | 'now' | 'before' | 'onRefused'>,
): PricesJob[] {
  const { prices, shopDir, timeZone } = config
  if (prices?.atMinute === undefined) return []
  const provider = createPriceSources(prices.from, fetch)
  const author = `PRICES_AT of ${osUser()}`
  const places = { ratesFolder: ratesFolder(shopDir), pictures }
  return [createPricesJob({ ...parts, ...places, provider, atMinute: prices.atMinute, timeZone, author, log })]
}

/** Makes the job that tells the staff what waits. */
function openAlerts(
  config: Config,
  parts: {
    readonly db: Database
    readonly shop: Pick<ActiveShop, 'current'>
    readonly lease: JobLease
    readonly senders: AlertSenders
    readonly nightly: Nightly
    readonly now: () => number
    readonly log: FastifyBaseLogger
  },
): AlertsJob {
  const { timeZone, office } = config
  const looking = { ...parts, timeZone, startedMs: parts.now(), rules: () => parts.shop.current.catalogue.alertRules }
  const delivery = createAlertDelivery({ ...parts, officeUrl: office?.url ?? null, siteName: () => siteNameOf(config) })
  return createAlertsJob({ ...parts, delivery, look: () => lookForAlerts(looking) })
}

/** Returns a handler that throws the error of a port again, with its setting and what to do. */
function explainListen(portSetting: 'PORT' | 'REALTIME_PORT', port: number, host: string): (error: unknown) => never {
  return (error) => {
    throw listenError(error, { portSetting, hostSetting: 'HOST', port, host })
  }
}

type Startable = Pick<PeriodicJob, 'start' | 'stop'> & Partial<Pick<PeriodicJob, 'everyMs' | 'watch'>>

/** Starts jobs by their names, and follows those that repeat. */
function startJobs(jobs: Readonly<Record<string, Startable | undefined>>, machine: Machine, cleanup: Cleanup): void {
  for (const [name, job] of Object.entries(jobs)) {
    if (job === undefined) continue
    const { everyMs, watch } = job
    if (everyMs !== undefined && watch !== undefined) machine.watch.watch(name, { everyMs, watch })
    job.start()
    cleanup.add(job.stop)
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
  const config = await withSecret(parts.config)
  const warn = (problem: string): void => log.warn(problem)
  const clock = await openClock(config)
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
      setReplyWords(texts.current.replies)
    }
    nameBrand()
    const unfollow = texts.onChange(nameBrand)
    cleanup.add(async () => unfollow())
    // A sandbox with a clock of its own is a single process.
    const now = clock?.now ?? databaseClock.now
    const syncClock = databaseClock.sync
    setIdClock(now)
    const redis = instances?.redis
    const lease = createJobLease({ db, now })
    const fetchStandIn = createInnerFetch(() => app)
    const payments = measurePayments(await openPayments({ config, now, fetchStandIn, warn }), metrics)
    warnOfTerms(config, warn)
    warnOfHops(config, warn)
    const machine = createMachine({ config, db, now, databaseClock, catalogue, log })
    cleanup.add(machine.close)
    const trade = machine.watchTrade(measureTrade(await openTrade({ config, now, lease }), metrics))
    cleanup.add(async () => trade.provider?.close())
    const rates = await openSiteRates({ config, db, metrics, log })
    const push = await openPush({ config })
    const senders = openAlertSenders(config, push)
    const steam = await openSteam({ config, db, now, warn, fetchStandIn })
    const opened = { db, catalogue, events, lease, now, syncClock, steam, payments, rates, trade, push, log }
    const components = componentsOf(config, opened)
    const services = await createServices(components)
    const jobs = createJobs({ ...components, onFault: machine.watch.fault }, services)
    const { shop, profiles, shares, overlays, leaderboards, battles, published } = services
    const read = {
      profileOf: profiles.profile,
      sharedResult: shares.find,
      leaderboards: leaderboards.all,
      transparency: published.view,
      battleCard: battles.views.card,
    }
    const lookups = {
      hasPlayer: profiles.exists,
      hasShare: shares.exists,
      hasOverlay: overlays.exists,
      hasBattle: battles.views.exists,
    }
    const inForce = {
      ...read,
      shop,
      get announcements() {
        return services.announcements.inForce()
      },
      get texts() {
        return texts.current
      },
    }
    const documents = await parts.openDocuments(texts, inForce, lookups)
    const previews = createPreviews({
      db,
      shop: activeShop,
      secret: config.secret,
      jar: cookieJar(config.mode),
      now,
      hasSession: createOfficeSessions({ db, now }).has,
      countOf: services.caseCounts.of,
      openDocuments: (source, shown) => {
        const announcements = services.announcements.inForce()
        return parts.openDocuments(source, { ...read, ...shown, announcements }, lookups)
      },
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
    measurePrices(metrics, { db, catalogue, now })
    measureDrawnPrices(metrics, components)
    measureHeldPrices(metrics, { db, catalogue, now })
    measureRates(metrics, rates)
    measureState(metrics, { db, catalogue, realtime, redis, now, log })
    measureReturns(metrics, { returns: services.returns, log })
    measureDisks(metrics, foldersOf(config))
    forwardEvents(events, realtime, services)
    machine.countCuts(realtime)
    const address = await listen(app, config, cleanup)
    const night = {
      db,
      publishing: services.publishing,
      lease,
      metrics,
      now,
      timeZone: config.timeZone,
      checksLedger: config.checksLedger,
      record: machine.watch.record,
      log,
      before: syncClock,
    }
    const backups = openBackups(config, metrics, { lease, now, log, record: machine.watch.record })
    const clockSync = createClockSyncJob({ clock: databaseClock, log })
    const onRefused = (): void => metrics.dataRefused.inc({ what: 'prices' })
    const prices = pricesJobs(parts, { db, lease, shop: activeShop, now, before: syncClock, onRefused })
    const telling = openAlerts(config, {
      db,
      shop: activeShop,
      lease,
      senders,
      nightly: machine.system.nightly,
      now,
      log,
    })
    cleanup.add(machine.heartbeat.stop)
    const nightly = createNightlyJob(night)
    const drafts = createDraftsJob({ db, shop: activeShop, now, log, before: syncClock })
    const others = { nightly, clockSync, drafts, alerts: telling, backups: backups[0], prices: prices[0] }
    startJobs({ ...jobs, ...others }, machine, cleanup)
    machine.heartbeat.start()
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
