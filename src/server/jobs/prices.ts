// Imports prices once a day at PRICES_AT. The table of imports says whether a day's is done, so a restart misses none, and a lease lets
// one of several instances do it. It writes the active catalogue with the new prices into its folder, as the operator's command does.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spanOf } from '../../game/site-time.ts'
import { OperatorError } from '../base/operator-error.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { formatFault } from '../catalogue/faults.ts'
import { ImportFailed } from '../catalogue/import/source.ts'
import { type AppliedPrices, applyPrices } from '../catalogue/prices/apply-prices.ts'
import { pricesText, switchOff } from '../catalogue/prices/price-files.ts'
import type { PriceProvider } from '../catalogue/prices/price-list.ts'
import type { ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import { CATALOGUE_FILES, replaceFiles } from '../catalogue/replace-files.ts'
import type { Database } from '../db/database.ts'
import { type JobLease, LeaseTaken } from '../db/job-lease.ts'
import { lastImport, storeImport } from '../services/operations/price-imports.ts'

const MINUTE_MS = 60_000
/** A provider that failed is asked again after this. */
const AGAIN_MS = 15 * MINUTE_MS
/** Fetching a list and writing the files take less; a dead instance's lease ends then. */
const LEASE_MS = 10 * MINUTE_MS
/** Names in a line of the log. */
const NAMED = 20

export interface PricesJob extends PeriodicJob {
  /** Imports when it is due; returns the delay until the next look, in milliseconds. */
  runOnce(): Promise<number>
}

export interface PricesJobParts {
  readonly db: Database
  readonly lease: Pick<JobLease, 'runExclusively'>
  readonly provider: PriceProvider
  readonly catalogue: Pick<ReloadableCatalogue, 'current' | 'files' | 'reload'>
  /** The folder of the catalogue, and that of the pictures of its cases. */
  readonly folder: string
  readonly pictures: string
  /** When a day's import is due, in minutes after midnight. */
  readonly atMinute: number
  readonly timeZone: string
  /** The author of the edition and the import. */
  readonly author: string
  readonly now: () => number
  /** Reads the clock before each run. */
  readonly before?: PeriodicJobOptions['before']
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Writes the active catalogue with new prices into the folder, and activates it. */
async function publish({ catalogue, folder, pictures, author }: PricesJobParts, applied: AppliedPrices): Promise<void> {
  const active = catalogue.files()
  const texts: Readonly<Record<string, string>> = {
    ...active,
    'cases.json': switchOff(active['cases.json'] ?? '', applied.leaving),
    'prices.json': pricesText(applied.prices),
  }
  const current = await Promise.all(CATALOGUE_FILES.map((name) => readFile(join(folder, name), 'utf8')))
  // Prices last: with its cases switched off, a catalogue is valid with the old prices and with the new ones.
  const changed = CATALOGUE_FILES.flatMap((name, at) => {
    const text = texts[name] ?? current[at] ?? ''
    return text === current[at] ? [] : [[name, text] as const]
  }).toSorted(([a], [b]) => Number(a === 'prices.json') - Number(b === 'prices.json'))
  await replaceFiles(folder, pictures, changed)
  const faults = await catalogue.reload(author)
  if (faults.length > 0) throw new OperatorError(faults.map(formatFault).join('\n'))
}

/** Makes the job, not started. */
export function createPricesJob(parts: PricesJobParts): PricesJob {
  const { db, lease, provider, catalogue, atMinute, timeZone, author, now, before, log } = parts

  async function isDue(): Promise<boolean> {
    const last = await lastImport(db.queries)
    return last === undefined || last.getTime() < spanOf(atMinute, now(), timeZone).fromMs
  }

  async function importPrices(): Promise<void> {
    if (!(await isDue())) return
    const applied = applyPrices(catalogue.current.catalogue, await provider.prices(), false)
    const { changes, jumps, unlisted, leaving } = applied
    if (changes.length > 0) await publish(parts, applied)
    const counts = { changes: changes.length, held: jumps.length, unlisted: unlisted.length }
    await storeImport(db.queries, {
      author,
      source: provider.name,
      ...counts,
      switchedOff: leaving,
      at: new Date(now()),
    })
    const heldNames = jumps.slice(0, NAMED).map(({ name }) => name)
    const fields = { ...counts, heldNames, unlistedNames: unlisted.slice(0, NAMED), switchedOff: leaving }
    log.info({ source: provider.name, ...fields }, 'prices were imported')
    if (leaving.length > 0) {
      log.warn({ cases: leaving }, 'cases were switched off by new prices: npm run ops -- cases rebalance URL')
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
