// The trades of the sandbox's stand-in for Steam, a file each. They represent data of Steam, so they are not in the database, but
// survive restarts.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
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
  }
}
