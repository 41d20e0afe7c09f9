// Imports prices once a day at PRICES_AT. The table of imports says whether a day's is done, so a restart misses none, and a lease lets
// one of several instances do it. It writes the active catalogue with the new prices into its folder, as the operator's command does.
import { spanOf } from '../../game/base/site-time.ts'
import { OperatorError } from '../base/operator-error.ts'
import { createPeriodicJob, type PeriodicJob, type PeriodicJobOptions } from '../base/periodic-job.ts'
import { formatFault } from '../catalogue/faults.ts'
import { ImportFailed } from '../catalogue/import/source.ts'
import { describeWrongList } from '../catalogue/prices/judge-list.ts'
import { type ListedPrices, oddRowsOf, type PriceProvider } from '../catalogue/prices/price-list.ts'
import { type FileTexts, type TakenList, takeList } from '../catalogue/prices/take-list.ts'
import { CATALOGUE_FILES, checkCatalogue } from '../catalogue/read-catalogue.ts'
import type { ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import { readText, replaceFiles } from '../catalogue/replace-files.ts'
import type { Database } from '../db/database.ts'
import { type JobLease, LeaseTaken } from '../db/job-lease.ts'
import { ratesToCompare } from '../payments/rates.ts'
import { lastImport, storeImport } from '../services/operations/price-imports.ts'

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
  /** Receives that a list was wrong as a whole. */
  readonly onRefused?: () => void
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

/** Writes texts of the catalogue into the folder, those of a phase in its order; what the folder has already is left. */
async function writeChanged(
  { folder, pictures }: PricesJobParts,
  texts: Readonly<Record<string, string>>,
  phase: FileTexts,
): Promise<void> {
  const current = await Promise.all(CATALOGUE_FILES.map((name) => readText(folder, name)))
  const placeOf = (name: string): number => phase.findIndex(([changed]) => changed === name)
  const changed = CATALOGUE_FILES.flatMap((name, at) => {
    const text = texts[name]
    return text === current[at] ? [] : [[name, text ?? null] as const]
  }).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  await replaceFiles(folder, pictures, changed)
}

/** Writes the active catalogue with the changes of a list into the folder, and activates it. */
async function publish(parts: PricesJobParts, phases: readonly FileTexts[]): Promise<void> {
  const { catalogue, author } = parts
  let texts: Readonly<Record<string, string>> = catalogue.files()
  for (const phase of phases) {
    texts = { ...texts, ...Object.fromEntries(phase) }
    await writeChanged(parts, texts, phase)
  }
  const faults = await catalogue.reload(author)
  if (faults.length > 0) throw new OperatorError(faults.map(formatFault).join('\n'))
}

/** Makes the job, not started. */
export function createPricesJob(parts: PricesJobParts): PricesJob {
  const { db, lease, provider, catalogue, atMinute, timeZone, author, now, before, onRefused, log } = parts

  async function isDue(): Promise<boolean> {
    const last = await lastImport(db.queries)
    return last === undefined || last.getTime() < spanOf(atMinute, now(), timeZone).fromMs
  }

  async function importPrices(): Promise<void> {
    if (!(await isDue())) return
    const files = await checkCatalogue(catalogue.files(), { title: 'the active catalogue', pictures: parts.pictures })
    if (!files.ok) throw new OperatorError(files.faults.map(formatFault).join('\n'))
    const list = await provider.prices(files.priceRules)
    logList(list, new Set([...files.catalogue.items.values()].map(({ marketHashName }) => marketHashName)))
    const origin = { source: provider.name, atMs: now(), force: false }
    const taken = takeList(files, list, { ...origin, rates: await ratesToCompare(parts.folder) })
    if (taken.phases.length > 0) await publish(parts, taken.phases)
    if (taken.wrong !== null) {
      const held = [...taken.wrong.held.keys()]
      if (held.length > 0) log.warn({ count: held.length, items: held.slice(0, NAMED) }, HELD_LINE)
      onRefused?.()
      throw new ImportFailed(describeWrongList(taken.wrong, files.priceRules.wrongListPercent))
    }
    await storeTaken(taken)
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
