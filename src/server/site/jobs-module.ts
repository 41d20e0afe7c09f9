// Starts the jobs of a site: those of the services, the night, backups, prices, drafts, alerts.

import type { FastifyBaseLogger } from 'fastify'
import { brandName } from '../../i18n/text.ts'
import type { AlertSenders } from '../alerts/senders.ts'
import { osUser } from '../base/author.ts'
import type { PeriodicJob } from '../base/periodic-job.ts'
import { createPriceSources } from '../catalogue/prices/price-sources.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { JobLease } from '../db/job-lease.ts'
import { type AlertsJob, createAlertsJob } from '../jobs/alerts.ts'
import { type BackupsJob, type BackupsJobParts, createBackupsJob } from '../jobs/backups.ts'
import { createClockSyncJob } from '../jobs/clock-sync.ts'
import { createDraftsJob } from '../jobs/drafts.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createNightlyJob } from '../jobs/nightly.ts'
import { createPricesJob, type PricesJob, type PricesJobParts } from '../jobs/prices.ts'
import { measureBackups } from '../metrics/measure-backups.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createAlertDelivery } from '../services/office/alerts/delivery.ts'
import { lookForAlerts } from '../services/office/alerts/look.ts'
import type { Nightly } from '../services/operations/job-runs.ts'
import type { Services } from '../services/services.ts'
import type { ActiveShop } from '../shop/active-shop.ts'
import { ratesFolder } from '../shop/shop-files.ts'
import type { Cleanup } from './cleanup.ts'
import type { Machine } from './machine-module.ts'

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
  { config, pictures, log }: Pick<JobsParts, 'config' | 'pictures' | 'log'>,
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
  const delivery = createAlertDelivery({ ...parts, officeUrl: office?.url ?? null, siteName: brandName })
  return createAlertsJob({ ...parts, delivery, look: () => lookForAlerts(looking) })
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

/** What the jobs of a site work on. */
interface JobsParts {
  readonly config: Config
  readonly db: Database
  readonly shop: ActiveShop
  readonly services: Services
  /** Those of the services. */
  readonly jobs: Jobs
  readonly machine: Machine
  readonly databaseClock: DatabaseClock
  readonly lease: JobLease
  readonly senders: AlertSenders
  readonly metrics: Metrics
  /** Folder with the pictures of cases, which a list of prices is checked against. */
  readonly pictures: string
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Starts all jobs of a site; the cleanup stops them. */
export function startSiteJobs(parts: JobsParts, cleanup: Cleanup): void {
  const { config, db, shop, services, machine, databaseClock, lease, metrics, now, log } = parts
  const { record } = machine.watch
  const before = databaseClock.sync
  const { timeZone, checksLedger } = config
  const { publishing } = services
  const nightly = createNightlyJob({ db, publishing, lease, metrics, now, timeZone, checksLedger, record, log, before })
  const onRefused = (): void => metrics.dataRefused.inc({ what: 'prices' })
  const [backups] = openBackups(config, metrics, { lease, now, log, record })
  const [prices] = pricesJobs(parts, { db, lease, shop, now, before, onRefused })
  const clockSync = createClockSyncJob({ clock: databaseClock, log })
  const drafts = createDraftsJob({ db, shop, now, log, before })
  const alerts = openAlerts(config, { ...parts, nightly: machine.system.nightly })
  cleanup.add(machine.heartbeat.stop)
  startJobs({ ...parts.jobs, nightly, clockSync, drafts, alerts, backups, prices }, machine, cleanup)
  machine.heartbeat.start()
}
