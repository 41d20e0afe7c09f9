// Exchange rates, from a file that an operator can change while the site runs.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Rates } from '../../game/deposit.ts'

const positive = z.number().positive()

const ratesSchema = z.strictObject({ RUB: positive, USD: positive, UAH: positive })

/** Returns the current rates. */
export type ReadRates = () => Promise<Rates>

export interface RatesOptions {
  /** Folder with `rates.json`. */
  readonly folder: string
  /** Receives the problem of a changed file that cannot be used; the previous rates stay. */
  readonly onRefused: (problem: string) => void
}

async function read(file: string): Promise<Rates> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  const parsed = ratesSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new Error(
    `${file}: ${first?.path.join('.') ?? ''} ${first?.message ?? 'is not valid'}; it holds roubles for RUB, USD and UAH`,
  )
}

/**
 * Opens the rates; the file is read again when it has changed.
 *
 * @throws Error that names the file when it is missing or wrong at the start
 */
export async function openRates({ folder, onRefused }: RatesOptions): Promise<ReadRates> {
  const file = join(folder, 'rates.json')
  let rates = await read(file)
  let changedMs = (await stat(file)).mtimeMs
  return async () => {
    try {
      const { mtimeMs } = await stat(file)
      if (mtimeMs === changedMs) return rates
      changedMs = mtimeMs
      rates = await read(file)
    } catch (error) {
      onRefused(error instanceof Error ? error.message : String(error))
    }
    return rates
  }
}
