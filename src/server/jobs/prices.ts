// Imports prices once a day at PRICES_AT. The table of imports says whether a day's is done, so a restart misses none, and a lease lets
// one of several instances do it. It publishes an edition, as the operator's command does.
import { spanOf } from '../../game/base/site-time.ts'
import { jobActor } from '../audit/actor.ts'
import { OperatorError } from '../base/operator-error.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { formatFault } from '../catalogue/faults.ts'
import { ImportFailed } from '../catalogue/import/source.ts'
import { describeWrongList } from '../catalogue/prices/judge-list.ts'
import { type ListedPrices, oddRowsOf, type PriceProvider } from '../catalogue/prices/price-list.ts'
import { type TakenList, takeList } from '../catalogue/prices/take-list.ts'
import { checkCatalogue } from '../catalogue/read-catalogue.ts'
import type { Database } from '../db/database.ts'
import { type JobLease, LeaseTaken } from '../db/job-lease.ts'
import { ratesToCompare } from '../payments/rates.ts'
import { lastImport, storeImport } from '../services/operations/price-imports.ts'
import type { ActiveShop } from '../shop/active-shop.ts'

const MINUTE_MS = 60_000
/** A provider that failed is asked again after this. */
const AGAIN_MS = 15 * MINUTE_MS
/** Fetching a list and writing the files take less; a dead instance's lease ends then. */
const LEASE_MS = 10 * MINUTE_MS
/** Names in a line of the log. */
const NAMED = 20

const HELD_LINE = 'items are held because of their prices: npm run ops -- prices held'

export interface PricesJob extends PeriodicJob {
  /** Imports when it is due; returns the delay until the next look, in milliseconds. */
  runOnce(): Promise<number>
}

export interface PricesJobParts {
  readonly db: Database
  readonly lease: Pick<JobLease, 'runExclusively'>
  readonly provider: PriceProvider
  readonly shop: Pick<ActiveShop, 'current' | 'publish'>
  /** The folder of the exchange rates, and that of the pictures of cases. */
  readonly ratesFolder: string
  readonly pictures: string
  /** When a day's import is due, in minutes after midnight. */
  readonly atMinute: number
  readonly timeZone: string
  /** The author of the edition and the import. */
  readonly author: string
  readonly now: () => number
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  /** Receives that a list was wrong as a whole. */
  readonly onRefused?: () => void
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Makes the job, not started. */
export function createPricesJob(parts: PricesJobParts): PricesJob {
  const { db, lease, provider, shop, pictures, atMinute, timeZone, author, now, before, onRefused, log } = parts

  async function isDue(): Promise<boolean> {
    const last = await lastImport(db.queries)
    return last === undefined || last.getTime() < spanOf(atMinute, now(), timeZone).fromMs
  }

  async function importPrices(): Promise<void> {
    if (!(await isDue())) return
    const { edition: base, files } = shop.current
    const reading = await checkCatalogue(files, { pathOf: (name) => `edition ${base}/${name}`, pictures })
    if (!reading.ok) throw new OperatorError(reading.faults.map(formatFault).join('\n'))
    const list = await provider.prices(reading.priceRules)
    logList(list, new Set([...reading.catalogue.items.values()].map(({ marketHashName }) => marketHashName)))
    const origin = { source: provider.name, atMs: now(), force: false }
    const taken = takeList(reading, list, { ...origin, rates: await ratesToCompare(parts.ratesFolder) })
    await publish(taken, base)
    if (taken.wrong !== null) {
      const held = [...taken.wrong.held.keys()]
      if (held.length > 0) log.warn({ count: held.length, items: held.slice(0, NAMED) }, HELD_LINE)
      onRefused?.()
      throw new ImportFailed(describeWrongList(taken.wrong, reading.priceRules.wrongListPercent))
    }
    await storeTaken(taken)
  }

  /** Publishes what a list changes. */
  async function publish({ files, applied, wrong }: TakenList, base: number): Promise<void> {
    if (Object.keys(files).length === 0) return
    const held = (wrong ?? applied.state).held.size
    const changes = wrong === null ? applied.changes.length : 0
    const after = { source: provider.name, changes, held, wrong: wrong !== null }
    await shop.publish({ files, base, by: jobActor(author), act: { verb: 'prices.import', subject: 'prices', after } })
  }

  /** Logs what of a list was not used. */
  function logList(list: ListedPrices, names: ReadonlySet<string>): void {
    for (const reason of list.failed) log.warn({ reason }, 'a source of prices failed; the others were used')
    const odd = oddRowsOf(list, names)
    if (odd.length === 0) return
    const rows = odd.slice(0, NAMED).map(({ reason }) => reason)
    log.warn({ source: provider.name, count: odd.length, rows }, 'rows of the price list were left out')
  }

  async function storeTaken({ applied, settled }: TakenList): Promise<void> {
    const { changes, jumps, disputes, lifted, unlisted, state } = applied
    const switchedOff = settled?.off ?? []
    const counts = { changes: changes.length, held: state.held.size, unlisted: unlisted.length }
    await storeImport(db.queries, { author, source: provider.name, ...counts, switchedOff, at: new Date(now()) })
    const heldNames = [...state.held.keys()].slice(0, NAMED)
    const fields = {
      ...counts,
      /** Priced too low today: the dangerous direction. */
      movedUp: jumps.filter(({ before, after }) => after > before).length,
      movedDown: jumps.filter(({ before, after }) => after < before).length,
      disputed: disputes.length,
      lifted: lifted.length,
      heldNames,
      unlistedNames: unlisted.slice(0, NAMED),
      switchedOff,
    }
    log.info({ source: provider.name, ...fields }, 'prices were imported')
    if (state.held.size > 0) log.warn({ items: heldNames }, HELD_LINE)
    for (const { subject, outcome, isPaused } of settled?.settlements ?? []) {
      if (isPaused)
        log.warn({ subject, outcome }, 'a part of the shop pauses by new prices: npm run ops -- cases rebalance --all')
      else log.info({ subject, outcome }, 'a part of the shop was changed by new prices')
    }
  }

  async function runOnce(): Promise<number> {
    if (!(await isDue())) return MINUTE_MS
    try {
      await lease.runExclusively('prices', { leaseMs: LEASE_MS, waitMs: 0 }, importPrices)
      return MINUTE_MS
    } catch (error) {
      if (error instanceof LeaseTaken) return MINUTE_MS
      if (!(error instanceof ImportFailed || error instanceof OperatorError)) throw error
      log.error({ source: provider.name, reason: error.message }, 'prices were not imported; the old ones stay')
      return AGAIN_MS
    }
  }

  const failure = 'prices could not be imported'
  return {
    ...createPeriodicJob({ run: runOnce, before, firstMs: MINUTE_MS, everyMs: AGAIN_MS, failure, log }),
    runOnce,
  }
}
