// Holds the catalogue that is in force. A wrong one is refused, and the one before it stays.
import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { oddsText, returnToPlayer } from '../../game/case.ts'
import type { Catalogue } from '../../game/catalogue.ts'
import type { Rewards } from '../../game/rewards.ts'
import { type CatalogueFault, formatFault } from './faults.ts'
import { type CataloguePlaces, readCatalogue } from './read-catalogue.ts'

/** The odds of a case as they are published, and bound into its rolls. */
export interface PublishedOdds {
  /** The text whose SHA-256 is `hash`; see `oddsText`. */
  readonly text: string
  /** SHA-256 as hex. */
  readonly hash: string
  /** Return to player as a fraction. */
  readonly returnToPlayer: number
}

export interface HeldCatalogue {
  readonly catalogue: Catalogue
  /** What is given away and drawn beside the games. */
  readonly rewards: Rewards
  /** By the url of the case. */
  readonly odds: ReadonlyMap<string, PublishedOdds>
  /** Changes when the catalogue does. */
  readonly digest: string
}

export interface CatalogueHolder {
  /** The catalogue in force; take it once for each use, so that one use sees one catalogue. */
  readonly current: HeldCatalogue
  /** Reads the folder again; answers why it was refused, nothing when it was taken. */
  reload(): Promise<readonly CatalogueFault[]>
  /** Reloads whenever a file in the folder changes. */
  watch(): void
  /** Calls back with each new catalogue; the answer ends that. */
  onChange(listener: (held: HeldCatalogue) => void): () => void
  close(): void
}

export interface HolderOptions extends CataloguePlaces {
  /** Awaited before a catalogue comes into force, e.g. to keep its odds; when it fails, the one before stays. */
  readonly prepare?: (held: HeldCatalogue) => Promise<void>
  /** Hears why a changed catalogue was refused while watching. */
  readonly onRefused?: (faults: readonly CatalogueFault[]) => void
  /** Hears what kept the folder from being watched or read, e.g. that it was removed. */
  readonly onError?: (error: unknown) => void
  /** How long the folder must be quiet before it is read: an editor writes in several steps. */
  readonly quietMs?: number
}

/** The first catalogue was wrong, and there is none before it to stay with. */
export class CatalogueRefused extends Error {
  readonly faults: readonly CatalogueFault[]

  constructor(faults: readonly CatalogueFault[]) {
    super(`The catalogue was refused:\n${faults.map(formatFault).join('\n')}`)
    this.name = 'CatalogueRefused'
    this.faults = faults
  }
}

/**
 * Reads the catalogue and holds it.
 *
 * @throws CatalogueRefused when it is wrong
 */
export async function openCatalogue(options: HolderOptions): Promise<CatalogueHolder> {
  const first = await readCatalogue(options)
  if (!first.ok) throw new CatalogueRefused(first.faults)
  let current = publish(first)
  await options.prepare?.(current)
  let watcher: FSWatcher | undefined
  let quiet: NodeJS.Timeout | undefined
  // Readings follow one another: an older one must never replace a newer.
  let reading: Promise<unknown> = Promise.resolve()
  const listeners = new Set<(held: HeldCatalogue) => void>()

  async function readAgain(): Promise<readonly CatalogueFault[]> {
    const next = await readCatalogue(options)
    if (!next.ok) return next.faults
    if (next.digest !== current.digest) {
      const prepared = publish(next)
      await options.prepare?.(prepared)
      current = prepared
      for (const listener of listeners) listener(current)
    }
    return []
  }

  function reload(): Promise<readonly CatalogueFault[]> {
    const result = reading.then(readAgain)
    reading = result.catch(() => undefined)
    return result
  }

  async function reloadWatched(): Promise<void> {
    try {
      const faults = await reload()
      if (faults.length > 0) options.onRefused?.(faults)
    } catch (error) {
      options.onError?.(error)
    }
  }

  return {
    get current() {
      return current
    },
    reload,
    watch() {
      watcher ??= watch(options.folder, () => {
        clearTimeout(quiet)
        quiet = setTimeout(() => void reloadWatched(), options.quietMs ?? 200)
      }).on('error', (error) => options.onError?.(error))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      watcher?.close()
      watcher = undefined
      clearTimeout(quiet)
      listeners.clear()
    },
  }
}

function publish({ catalogue, rewards, digest }: Omit<HeldCatalogue, 'odds'>): HeldCatalogue {
  const odds = new Map<string, PublishedOdds>()
  for (const [url, one] of catalogue.cases) {
    const text = oddsText(one)
    const hash = createHash('sha256').update(text).digest('hex')
    odds.set(url, { text, hash, returnToPlayer: returnToPlayer(one) })
  }
  return { catalogue, rewards, odds, digest }
}
