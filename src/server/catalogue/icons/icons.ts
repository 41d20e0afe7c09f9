// Pictures of items for a sandbox: imported once from the public list, in the background of the first start, and cached in DATA_DIR.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { ImportFailed } from '../import/source.ts'
import type { Icons } from './apply-icons.ts'
import { type CachedIcons, iconsIn, readCachedIcons, writeCachedIcons } from './cached-icons.ts'
import { readList } from './read-list.ts'

/** The limit of the request with its response. */
const TIME_MAX_MS = 60_000

export interface IconsOptions {
  /** DATA_DIR. */
  readonly folder: string
  /** The address of a list in the CSGO-API format; undefined turns the import and the cached pictures off. */
  readonly from: string | undefined
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** A minute by default. */
  readonly timeMs?: number
}

export interface ImportedIcons {
  /** Returns the pictures that are known. */
  current(): Icons
  /**
   * Starts the import in the background, unless it was done or tried before.
   *
   * @param show called after a successful import
   * @returns a function that aborts the import
   */
  importOnce(show: () => Promise<void>): () => Promise<void>
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Reads the cached pictures. */
export async function openIcons({ folder, from, log, timeMs = TIME_MAX_MS }: IconsOptions): Promise<ImportedIcons> {
  const path = join(folder, 'icons.json')
  const cached = from === undefined ? undefined : await readCachedIcons(path)
  let icons = iconsIn(cached)

  /** Writes the cache; returns the error code, or null on success. */
  const tryToCache = (content: CachedIcons): Promise<string | null> =>
    writeCachedIcons(path, content).then(() => null, codeOf)

  async function applyImport(
    address: string,
    found: Readonly<Record<string, string>>,
    show: () => Promise<void>,
  ): Promise<void> {
    const content = { from: address, icons: found }
    const fault = await tryToCache(content)
    icons = iconsIn(content)
    try {
      await show()
    } catch (error) {
      return log.warn({ err: error }, 'pictures of items were imported, but cannot be shown until the next start')
    }
    if (fault === null) log.info(`pictures of ${icons.size} skins were imported from ${address} and kept in ${path}`)
    else
      log.warn(
        `pictures of items were imported, but not kept in ${path} (${fault}): the next start asks for them again`,
      )
  }

  async function giveUp(address: string, failed: string): Promise<void> {
    const isNoted = (await tryToCache({ from: address, failed })) === null
    const next = isNoted ? `it asks again if ${path} is deleted` : 'it asks again at its next start'
    // A terminal shows the message alone.
    log.warn(
      { reason: failed, next: `${next}, or: npm run catalogue -- import ${address}` },
      'pictures of items were not imported: the site draws its own',
    )
  }

  async function run(address: string, signal: AbortSignal, show: () => Promise<void>): Promise<void> {
    try {
      const found = await readList(address, { timeMs, signal })
      if (!signal.aborted) await applyImport(address, found, show)
    } catch (error) {
      if (signal.aborted) return
      await giveUp(address, error instanceof ImportFailed ? error.message : `${codeOf(error)}.`)
    }
  }

  return {
    current: () => icons,
    importOnce: (show) => {
      if (from === undefined || cached !== undefined) return async () => undefined
      const ended = new AbortController()
      const running = run(from, ended.signal, show)
      return async () => {
        ended.abort()
        await running
      }
    },
  }
}
