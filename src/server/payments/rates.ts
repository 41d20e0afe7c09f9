// Exchange rates, from a file that an operator can change while the site runs.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CURRENCIES, type Rates, SPECIFIED_RATES } from '../../game/payments/deposit.ts'
import { rateFaults } from '../../game/payments/rates.ts'
import { OperatorError } from '../base/operator-error.ts'
import { type RatesDecision, refusedRates } from './accepted-rates.ts'

const positive = z.number().positive()

const ratesSchema = z.strictObject({ RUB: positive, USD: positive, UAH: positive })

/** How often rates that were refused are offered again: an operator may have confirmed them. */
const AGAIN_MS = 3_000

/** Returns the current rates. */
export type ReadRates = () => Promise<Rates>

export interface RatesOptions {
  /** Folder with `rates.json`. */
  readonly folder: string
  /** Decides whether rates are used; left out, all plausible ones are. */
  readonly accept?: (rates: Rates) => Promise<RatesDecision>
  /** Receives the problem of a changed file that cannot be used; the previous rates stay. */
  readonly onRefused: (problem: string) => void
}

/** Returns the path of the rates in a folder. */
export function ratesFile(folder: string): string {
  return join(folder, 'rates.json')
}

/**
 * Reads and checks a file of rates.
 *
 * @throws OperatorError that names the file and what is wrong with it
 */
export async function readRatesFile(file: string): Promise<Rates> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(`${file} cannot be read as JSON: ${reason}`, { cause })
  }
  const parsed = ratesSchema.safeParse(json)
  if (parsed.success) {
    const faults = rateFaults(parsed.data)
    if (faults.length === 0) return parsed.data
    throw new OperatorError(`${file}: ${faults.join('; ')}`)
  }
  const [first] = parsed.error.issues
  const names = new Intl.ListFormat('en-GB').format(CURRENCIES)
  throw new OperatorError(
    `${file}: ${first?.path.join('.') ?? ''} ${first?.message ?? 'is not valid'}; it holds roubles for ${names}`,
  )
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
 * Opens the rates; the file is read again when it has changed. One that was refused is offered again every few seconds.
 *
 * @throws OperatorError that names the file when it is missing or wrong at the start
 */
export async function openRates({ folder, accept = everything, onRefused }: RatesOptions): Promise<ReadRates> {
  const file = ratesFile(folder)
  let rates: Rates
  let changedMs = (await stat(file).catch(() => undefined))?.mtimeMs
  /** When refused rates were offered last, by the machine's own time; undefined while none are. */
  let refusedAt: number | undefined

  async function offer(read: Rates): Promise<Rates> {
    const decision = await accept(read)
    const wasRefused = refusedAt !== undefined
    refusedAt = decision.accepted ? undefined : performance.now()
    if (decision.accepted) return read
    // Once for a file, not at every offer.
    if (!wasRefused) onRefused(refusedRates(file, decision.changes))
    return decision.last
  }

  rates = await offer(await readRatesFile(file))
  return async () => {
    try {
      const { mtimeMs } = await stat(file)
      const isChanged = mtimeMs !== changedMs
      if (!isChanged && (refusedAt === undefined || performance.now() - refusedAt < AGAIN_MS)) return rates
      if (isChanged) refusedAt = undefined
      changedMs = mtimeMs
      rates = await offer(await readRatesFile(file))
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error))
    }
    return rates
  }
}
