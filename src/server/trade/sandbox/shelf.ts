// What the sandbox's Steam remembers, a file each: it is another house, so it outlives restarts by itself and not in our database.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const STOCKS = ['there', 'none', 'refused', 'silent'] as const

/** What the shop has for a player: everything, nothing, no leave to trade with him, or no answer at all. */
export type Stock = (typeof STOCKS)[number]

const tradeSchema = z.strictObject({
  marketHashName: z.string(),
  state: z.enum(['waiting', 'declined', 'expired', 'held', 'exchanged', 'reversed']),
  /** Milliseconds since 1970; null before the items were exchanged. */
  protectedUntil: z.int().nullable(),
})

export type SandboxTrade = z.infer<typeof tradeSchema>

export interface Shelf {
  trade(reference: string): Promise<SandboxTrade | undefined>
  /** Puts a new trade there; one that is there already stays as it is. */
  add(reference: string, trade: SandboxTrade): Promise<void>
  change(reference: string, trade: SandboxTrade): Promise<void>
  /** What the shop has for the player with this account number at Steam. */
  stock(partner: string): Promise<Stock>
  setStock(partner: string, stock: Stock): Promise<void>
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** The shelf in a folder, which is made when something is put there. Names have to be letters, digits, '_' and '-'. */
export function createShelf(folder: string): Shelf {
  const pathOf = (name: string): string => {
    if (!/^[\w-]{1,80}$/.test(name)) throw new Error('Not a name on the shelf')
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

  /** Writes a draft and puts it in its place at one stroke, so that nobody reads half of one. */
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
