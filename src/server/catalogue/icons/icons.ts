// Pictures of items for a sandbox: imported once from the public list, in the background of the first start, and kept in DATA_DIR.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { ImportFailed } from '../import/source.ts'
import { iconsIn, type KeptIcons, keep, readKept } from './kept-icons.ts'
import { readList } from './read-list.ts'
import type { Icons } from './with-icons.ts'

/** For the request and the whole of its answer. */
const TIME_MAX_MS = 60_000

export interface IconsOptions {
  /** DATA_DIR. */
  readonly folder: string
  /** The address of a list in the CSGO-API format; undefined: nothing is asked, and nothing that was kept is shown. */
  readonly from: string | undefined
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** A minute, unless told otherwise. */
  readonly timeMs?: number
}

export interface ImportedIcons {
  /** What is known by now. */
  current(): Icons
  /**
   * Imports them, unless that was done or tried before. Does not wait for it.
   *
   * @param show called once there are any
   * @returns ends it
   */
  importOnce(show: () => Promise<void>): () => Promise<void>
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** Opens what was kept. */
export async function openIcons({ folder, from, log, timeMs = TIME_MAX_MS }: IconsOptions): Promise<ImportedIcons> {
  const path = join(folder, 'icons.json')
  const kept = from === undefined ? undefined : await readKept(path)
  let icons = iconsIn(kept)

  /** Answers what kept it from being kept, null when it is. */
  const tryToKeep = (what: KeptIcons): Promise<string | null> => keep(path, what).then(() => null, codeOf)

  async function take(
    address: string,
    found: Readonly<Record<string, string>>,
    show: () => Promise<void>,
  ): Promise<void> {
    const what = { from: address, icons: found }
    const fault = await tryToKeep(what)
    icons = iconsIn(what)
    try {
      await show()
    } catch (error) {
      return log.warn({ err: error }, 'pictures of items were imported, but cannot be shown before the next start')
    }
    if (fault === null) log.info(`pictures of ${icons.size} skins were imported from ${address} and kept in ${path}`)
    else
      log.warn(
        `pictures of items were imported, but not kept in ${path} (${fault}): the next start asks for them again`,
      )
  }

  async function giveUp(address: string, failed: string): Promise<void> {
    const isNoted = (await tryToKeep({ from: address, failed })) === null
    const again = isNoted ? `does not ask again unless ${path} is deleted` : 'asks again at its next start'
    log.warn(
      `pictures of items were not imported: ${failed} The site draws its own and ${again}. To import them yourself: npm run ops -- catalogue import ${address}`,
    )
  }

  async function run(address: string, signal: AbortSignal, show: () => Promise<void>): Promise<void> {
    try {
      const found = await readList(address, { timeMs, signal })
      if (!signal.aborted) await take(address, found, show)
    } catch (error) {
      if (signal.aborted) return
      await giveUp(address, error instanceof ImportFailed ? error.message : `${codeOf(error)}.`)
    }
  }

  return {
    current: () => icons,
    importOnce: (show) => {
      if (from === undefined || kept !== undefined) return async () => undefined
      const ended = new AbortController()
      const running = run(from, ended.signal, show)
      return async () => {
        ended.abort()
        await running
      }
    },
  }
}
