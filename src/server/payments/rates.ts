// Exchange rates, from a file that an operator can change while the site runs.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CURRENCIES, type Currency, type Rates, SPECIFIED_RATES } from '../../game/payments/deposit.ts'
import { agedCurrencies, doubtfulCurrencies, rateFaults, unreadableCurrencies } from '../../game/payments/rates.ts'
import { OperatorError } from '../base/operator-error.ts'
import { type RatesDecision, refusedRates } from './accepted-rates.ts'

const positive = z.number().positive()

const ratesSchema = z.strictObject({
  RUB: positive,
  USD: positive,
  UAH: positive,
  /** When they were made; left out, when the file was written. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** How long they are good for; left out, for ever. */
  freshHours: positive.optional(),
})

const HOUR_MS = 3_600_000

/** How often rates that were refused are offered again: an operator may have confirmed them. */
const AGAIN_MS = 3_000

/** The last accepted rates, and the currencies that are closed because their rate is in question: refused, unreadable or too old. */
export interface CurrentRates {
  readonly rates: Rates
  readonly closed: ReadonlySet<Currency>
}

/** Returns the current rates. */
export type ReadRates = () => Promise<CurrentRates>

export interface RatesOptions {
  /** Folder with `rates.json`. */
  readonly folder: string
  /** Decides whether rates are used; left out, all plausible ones are. */
  readonly accept?: (rates: Rates) => Promise<RatesDecision>
  /** Receives the problem of a changed file that cannot be used; the previous rates stay, and the currencies in question are closed. */
  readonly onRefused: (problem: string) => void
  readonly now?: () => number
}

/** The rates of a file, and until when they are good; null for ever. */
interface DatedRates {
  readonly rates: Rates
  readonly goodUntilMs: number | null
}

/** A file that cannot be used, with what it holds all the same. */
class RatesUnreadable extends OperatorError {
  readonly held: unknown

  constructor(message: string, held: unknown, options?: ErrorOptions) {
    super(message, options)
    this.held = held
  }
}

/** The name of the file of rates. */
export const RATES_FILE = 'rates.json'

/** Returns the path of the rates in a folder. */
export function ratesFile(folder: string): string {
  return join(folder, RATES_FILE)
}

async function readDated(file: string): Promise<DatedRates> {
  let json: unknown
  let writtenMs: number
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
    writtenMs = (await stat(file)).mtimeMs
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RatesUnreadable(`${file} cannot be read as JSON: ${reason}`, undefined, { cause })
  }
  const parsed = ratesSchema.safeParse(json)
  if (parsed.success) {
    const { at, freshHours, ...rates } = parsed.data
    const faults = rateFaults(rates)
    if (faults.length > 0) throw new RatesUnreadable(`${file}: ${faults.join('; ')}`, json)
    const madeMs = at === undefined ? writtenMs : Date.parse(at)
    return { rates, goodUntilMs: freshHours === undefined ? null : madeMs + freshHours * HOUR_MS }
  }
  const [first] = parsed.error.issues
  const names = new Intl.ListFormat('en-GB').format(CURRENCIES)
  throw new RatesUnreadable(
    `${file}: ${first?.path.join('.') ?? ''} ${first?.message ?? 'is not valid'}; it holds roubles for ${names}`,
    json,
  )
}

/**
 * Reads and checks a file of rates.
 *
 * @throws OperatorError that names the file and what is wrong with it
 */
export async function readRatesFile(file: string): Promise<Rates> {
  return (await readDated(file)).rates
}

/** Returns the rates of a folder, to recognise amounts in another currency; those of the specification where the file cannot be used. */
export async function ratesToCompare(folder: string): Promise<Rates> {
  try {
    return await readRatesFile(ratesFile(folder))
  } catch (error) {
    if (error instanceof OperatorError) return SPECIFIED_RATES
    throw error
  }
}

const everything = async (): Promise<RatesDecision> => ({ accepted: true, changes: [] })

/**
 * Opens the rates; the file is read again when it has changed. One that was refused or cannot be used is offered again every few seconds. Meanwhile the last
 * rates stay, and the currencies whose rate is in question are closed: a dollar must not be sold at a price that is known to be wrong.
 *
 * @throws OperatorError that names the file when it is missing or wrong at the start
 */
export async function openRates({
  folder,
  accept = everything,
  onRefused,
  now = Date.now,
}: RatesOptions): Promise<ReadRates> {
  const file = ratesFile(folder)
  let current: DatedRates
  let doubtful: readonly Currency[] = []
  let changedMs = (await stat(file).catch(() => undefined))?.mtimeMs
  /** When a file that is not used was offered last, by the machine's own time; undefined while the file is used. */
  let refusedAt: number | undefined

  /** Tells of a problem once for a file, not at every offer. */
  function refuse(problem: string, closed: readonly Currency[]): void {
    if (refusedAt === undefined) onRefused(problem)
    refusedAt = performance.now()
    doubtful = closed
  }

  async function offer(read: DatedRates): Promise<DatedRates> {
    const decision = await accept(read.rates)
    if (!decision.accepted) {
      refuse(refusedRates(file, decision.changes), doubtfulCurrencies(decision.last, read.rates))
      return { ...read, rates: decision.last }
    }
    refusedAt = undefined
    doubtful = []
    return read
  }

  async function readChanged(): Promise<void> {
    try {
      const { mtimeMs } = await stat(file)
      const isChanged = mtimeMs !== changedMs
      if (!isChanged && (refusedAt === undefined || performance.now() - refusedAt < AGAIN_MS)) return
      if (isChanged) refusedAt = undefined
      changedMs = mtimeMs
      current = await offer(await readDated(file))
    } catch (error) {
      const held = error instanceof RatesUnreadable ? error.held : undefined
      refuse(error instanceof Error ? error.message : String(error), unreadableCurrencies(held))
    }
  }

  current = await offer(await readDated(file))
  return async () => {
    await readChanged()
    const { rates, goodUntilMs } = current
    const isOld = goodUntilMs !== null && goodUntilMs <= now()
    return { rates, closed: new Set(isOld ? agedCurrencies() : doubtful) }
  }
}
