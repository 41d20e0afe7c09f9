// The trades of the sandbox's stand-in for Steam, a file each. They represent data of Steam, so they are not in the database, but
// survive restarts.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StandInStock } from '../provider.ts'

export const STOCKS = ['there', 'none', 'refused', 'silent'] as const

/** The stock for a player: everything, nothing, trading not allowed, or no response. */
export type Stock = (typeof STOCKS)[number]

const tradeSchema = z.strictObject({
  marketHashName: z.string(),
  state: z.enum(['waiting', 'declined', 'expired', 'cancelled', 'held', 'exchanged', 'reversed']),
  /** Milliseconds since 1970; null before the items were exchanged. */
  protectedUntil: z.int().nullable(),
})

export type SandboxTrade = z.infer<typeof tradeSchema>

export interface SandboxTradeStore {
  trade(reference: string): Promise<SandboxTrade | undefined>
  /** Stores a new trade; an existing one stays as it is. */
  add(reference: string, trade: SandboxTrade): Promise<void>
  change(reference: string, trade: SandboxTrade): Promise<void>
  /** Returns the stock for the player with this account number at Steam. */
  stock(partner: string): Promise<Stock>
  setStock(partner: string, stock: Stock): Promise<void>
  /** Counts the players by their stock, and the newest trades by their state. */
  overview(): Promise<StandInStock>
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Files that an overview reads. */
const OVERVIEW_MOST = 2_000

function countBy(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Creates the store in a folder, which is made at the first write. Names consist of letters, digits, '_' and '-'. */
export function createTradeStore(folder: string): SandboxTradeStore {
  const pathOf = (name: string): string => {
    if (!/^[\w-]{1,80}$/.test(name)) throw new Error('Not a valid name of a trade')
    return join(folder, `${name}.json`)
  }

  async function read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    try {
      return schema.parse(JSON.parse(await readFile(pathOf(name), 'utf8')))
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined
      throw error
    }
  }

  /** Writes a file atomically by renaming a draft. */
  async function put(
    name: string,
    value: unknown,
    place: (draft: string, path: string) => Promise<void>,
  ): Promise<void> {
    await mkdir(folder, { recursive: true })
    const draft = `${pathOf(name)}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, JSON.stringify(value), { flag: 'wx' })
    await place(draft, pathOf(name))
  }

  return {
    trade: (reference) => read(reference, tradeSchema),
    add: (reference, trade) =>
      put(reference, trade, async (draft, path) => {
        try {
          await link(draft, path)
        } catch (error) {
          if (!isErrno(error, 'EEXIST')) throw error
        } finally {
          await rm(draft)
        }
      }),
    change: (reference, trade) => put(reference, trade, rename),
    stock: async (partner) => (await read(`stock-${partner}`, z.enum(STOCKS))) ?? 'there',
    setStock: (partner, stock) => put(`stock-${partner}`, stock, rename),
    overview: async () => {
      const files = await readdir(folder).catch((error: unknown) => {
        if (isErrno(error, 'ENOENT')) return []
        throw error
      })
      const names = files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
      const ofStock = names.filter((name) => name.startsWith('stock-')).slice(0, OVERVIEW_MOST)
      const ofTrades = names.filter((name) => !name.startsWith('stock-')).slice(0, OVERVIEW_MOST)
      const stocks = await Promise.all(ofStock.map((name) => read(name, z.enum(STOCKS))))
      const trades = await Promise.all(ofTrades.map((name) => read(name, tradeSchema)))
      return {
        players: countBy(stocks.flatMap((stock) => stock ?? [])),
        trades: countBy(trades.flatMap((trade) => trade?.state ?? [])),
      }
    },
  }
}
