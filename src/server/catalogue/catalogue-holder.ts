// Holds the catalogue that is in force: the folder's, or over several instances the newest edition. A wrong one is refused, and the one
// before it stays.
import { type FSWatcher, watch } from 'node:fs'
import type { Editions } from './editions.ts'
import { type CatalogueFault, formatFault } from './faults.ts'
import { type HeldCatalogue, hold } from './held-catalogue.ts'
import { type Icons, withIcons } from './icons/with-icons.ts'
import { type CatalogueFiles, type CataloguePlaces, checkCatalogue, readCatalogue } from './read-catalogue.ts'

export type { HeldCatalogue } from './held-catalogue.ts'

/** Without Redis, or while it is away, a new edition is in force everywhere after this long. */
const LOOK_EVERY_MS = 3_000

export interface CatalogueHolder {
  /** The catalogue in force; take it once for each use, so that one use sees one catalogue. */
  readonly current: HeldCatalogue
  /** Reads the folder again; answers why it was refused, nothing when it was taken. */
  reload(): Promise<readonly CatalogueFault[]>
  /** Shows pictures that have come to be known since, once `prepare` has written down what the catalogue looks like with them. */
  illustrate(prepare: (held: HeldCatalogue) => Promise<void>): Promise<void>
  /** Takes the newest edition, where there are editions and it is not in force yet. */
  refresh(): Promise<void>
  /** Reloads whenever a file in the folder changes, and looks for newer editions where there are any. */
  watch(): void
  /** Calls back with each new catalogue; the answer ends that. */
  onChange(listener: (held: HeldCatalogue) => void): () => void
  close(): void
}

export interface HolderOptions extends CataloguePlaces {
  /** Where several instances share the catalogue. */
  readonly editions?: Editions
  /** Pictures for the skins that have none in the catalogue's files; asked for each catalogue. */
  readonly icons?: () => Icons
  /** Awaited before a catalogue comes into force without editions, e.g. to keep its odds; when it fails, the one before stays. */
  readonly prepare?: (held: HeldCatalogue) => Promise<void>
  /** Hears why a changed catalogue was refused while watching. */
  readonly onRefused?: (faults: readonly CatalogueFault[]) => void
  /** Hears what kept the folder from being watched or read, e.g. that it was removed. */
  readonly onError?: (error: unknown) => void
  /** How often newer editions are looked for, beside being told. */
  readonly lookEveryMs?: number
  /** How long the folder must be quiet before it is read: an editor writes in several steps. */
  readonly quietMs?: number
}

/** The first catalogue was wrong, and there is none before it to stay with. */
export class CatalogueRefused extends Error {
  constructor(faults: readonly CatalogueFault[]) {
    super(`The catalogue was refused:\n${faults.map(formatFault).join('\n')}`)
    this.name = 'CatalogueRefused'
  }
}

/** A catalogue and where it stands among the editions; 0 where there are none. */
interface InForce {
  readonly held: HeldCatalogue
  readonly edition: number
}

/** Adds to a catalogue that was read what is not in its files. */
const holdWith = (options: HolderOptions, read: Parameters<typeof hold>[0]): HeldCatalogue =>
  illustrated(options, hold(read))

const illustrated = ({ icons }: HolderOptions, held: HeldCatalogue): HeldCatalogue =>
  icons === undefined ? held : withIcons(held, icons())

/** What is in force at the start: the folder's, or the newest edition when the folder's was one before. */
async function begin(options: HolderOptions, read: HeldCatalogue, files: CatalogueFiles): Promise<InForce> {
  const { editions, pictures } = options
  if (editions === undefined) {
    await options.prepare?.(read)
    return { held: read, edition: 0 }
  }
  const edition = await editions.begin(read, files)
  if (edition.digest === read.digest) return adopted(editions, edition.id, read)
  const newest = await checkCatalogue(edition.files, { title: `edition ${edition.id}`, pictures })
  if (newest.ok) return adopted(editions, edition.id, holdWith(options, newest))
  // E.g. an older release, which does not know the pictures: better its own cases than none.
  options.onRefused?.(newest.faults)
  return { held: read, edition: edition.id }
}

async function adopted(editions: Editions, edition: number, held: HeldCatalogue): Promise<InForce> {
  await editions.adopt(edition, held)
  return { held, edition }
}

/** What is in force, and the ways in which that changes, one after the other. */
interface Shelf {
  current(): HeldCatalogue
  reload(): Promise<readonly CatalogueFault[]>
  illustrate: CatalogueHolder['illustrate']
  takeNewest(): Promise<void>
  readonly listeners: Set<(held: HeldCatalogue) => void>
}

/** @param lastRead digest of the folder, as it was read and taken last */
function createShelf(options: HolderOptions, first: InForce, lastRead: string): Shelf {
  const { editions, pictures } = options
  const listeners = new Set<(held: HeldCatalogue) => void>()
  let current = first
  let read = lastRead
  // Readings follow one another: an older one must never replace a newer.
  let reading: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = reading.then(work)
    reading = result.catch(() => undefined)
    return result
  }

  function show(next: InForce): void {
    current = next
    for (const listener of listeners) listener(current.held)
  }

  function force(next: InForce): void {
    if (next.held.digest === current.held.digest) current = next
    else show(next)
  }

  async function illustrate(prepare: (held: HeldCatalogue) => Promise<void>): Promise<void> {
    const held = illustrated(options, current.held)
    await prepare(held)
    show({ ...current, held })
  }

  async function readAgain(): Promise<readonly CatalogueFault[]> {
    const next = await readCatalogue(options)
    if (!next.ok) return next.faults
    if (next.digest === read) return []
    const held = holdWith(options, next)
    if (editions === undefined) await options.prepare?.(held)
    force({ held, edition: (await editions?.publish(held, next.files)) ?? 0 })
    read = next.digest
    return []
  }

  async function takeNewest(): Promise<void> {
    const newest = await editions?.newerThan(current.edition)
    if (newest === undefined || editions === undefined) return
    const next = await checkCatalogue(newest.files, { title: `edition ${newest.id}`, pictures })
    if (next.ok) return force(await adopted(editions, newest.id, holdWith(options, next)))
    // Said once for each edition, not at every look.
    current = { ...current, edition: newest.id }
    options.onRefused?.(next.faults)
  }

  return {
    current: () => current.held,
    reload: () => inTurn(readAgain),
    illustrate: (prepare) => inTurn(() => illustrate(prepare)),
    takeNewest: () => inTurn(takeNewest),
    listeners,
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
  const shelf = createShelf(options, await begin(options, holdWith(options, first), first.files), first.digest)
  let watcher: FSWatcher | undefined
  let looking: NodeJS.Timeout | undefined
  let quiet: NodeJS.Timeout | undefined

  async function reloadWatched(): Promise<void> {
    try {
      const faults = await shelf.reload()
      if (faults.length > 0) options.onRefused?.(faults)
    } catch (error) {
      options.onError?.(error)
    }
  }

  const refresh = (): Promise<void> => shelf.takeNewest().catch((error: unknown) => options.onError?.(error))

  let isLooking = false
  /** Not while the last look goes on: a database that speaks again after an hour would find a queue of them. */
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await refresh()
    isLooking = false
  }

  return {
    get current() {
      return shelf.current()
    },
    reload: shelf.reload,
    illustrate: shelf.illustrate,
    refresh,
    watch() {
      watcher ??= watch(options.folder, () => {
        clearTimeout(quiet)
        quiet = setTimeout(() => void reloadWatched(), options.quietMs ?? 200)
      }).on('error', (error) => options.onError?.(error))
      if (options.editions === undefined) return
      looking ??= setInterval(() => void look(), options.lookEveryMs ?? LOOK_EVERY_MS)
      looking.unref()
    },
    onChange(listener) {
      shelf.listeners.add(listener)
      return () => shelf.listeners.delete(listener)
    },
    close() {
      watcher?.close()
      watcher = undefined
      clearTimeout(quiet)
      clearInterval(looking)
      shelf.listeners.clear()
    },
  }
}
