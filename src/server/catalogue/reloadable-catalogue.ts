// Holds the active catalogue: that of the folder or, with several instances, the newest edition. An invalid one is refused, and the
// previous one stays active.
import { type FSWatcher, watch } from 'node:fs'
import { fileChange } from '../base/author.ts'
import { OperatorError } from '../base/operator-error.ts'
import { editionChanges } from './edition-changes.ts'
import type { Editions } from './editions.ts'
import { type CatalogueFault, formatFault } from './faults.ts'
import { applyIcons, type Icons } from './icons/apply-icons.ts'
import { addPublishedOdds, type LoadedCatalogue } from './loaded-catalogue.ts'
import {
  type CatalogueFiles,
  type CataloguePlaces,
  type CatalogueReading,
  checkCatalogue,
  readCatalogue,
} from './read-catalogue.ts'

export type { LoadedCatalogue } from './loaded-catalogue.ts'

/** Without Redis, all instances activate a new edition within this time. */
const POLL_INTERVAL_MS = 3_000

export interface ReloadableCatalogue {
  /** The active catalogue. Read it once an operation, so that the operation uses one catalogue. */
  readonly current: LoadedCatalogue
  /** Returns the texts of the active catalogue's files. */
  files(): CatalogueFiles
  /**
   * Reads the folder again; returns the faults for which it was refused, none when it was accepted.
   *
   * @param author who changed it; left out, that the folder changed
   */
  reload(author?: string): Promise<readonly CatalogueFault[]>
  /** Activates the catalogue with newly imported pictures, after `prepare` has stored it. */
  refreshIcons(prepare: (loaded: LoadedCatalogue) => Promise<void>): Promise<void>
  /** Activates the newest edition, where there are editions. */
  refresh(): Promise<void>
  /** Reloads when a file in the folder changes, and polls for newer editions where there are editions. */
  watch(): void
  /** Calls back with each new catalogue; returns a function that unsubscribes. */
  onChange(listener: (loaded: LoadedCatalogue) => void): () => void
  close(): void
}

export interface CatalogueOptions extends CataloguePlaces {
  /** The editions that several instances share. */
  readonly editions?: Editions
  /** Returns pictures for the skins that have none in the catalogue's files; called for each catalogue. */
  readonly icons?: () => Icons
  /** Awaited before a catalogue without editions becomes active, e.g. to store its odds; when it fails, the previous one stays. */
  readonly prepare?: (loaded: LoadedCatalogue) => Promise<void>
  /** Receives what a catalogue without editions changed when it was accepted while watching. */
  readonly onAccepted?: (changes: readonly string[], author: string) => void
  /** Receives the faults of a changed catalogue that was refused while watching. */
  readonly onRefused?: (faults: readonly CatalogueFault[]) => void
  /** Receives errors of watching or reading the folder, e.g. that it was removed. */
  readonly onError?: (error: unknown) => void
  /** The interval of polling for newer editions, in addition to notifications. */
  readonly pollIntervalMs?: number
  /** The folder is read after this long without a change: an editor writes in several steps. */
  readonly quietMs?: number
}

/** The first catalogue is invalid, and there is no previous one. */
export class CatalogueRefused extends OperatorError {
  constructor(faults: readonly CatalogueFault[]) {
    super(`The catalogue was refused:\n${faults.map(formatFault).join('\n')}`)
    this.name = 'CatalogueRefused'
  }
}

/** The texts of a folder that was accepted, and their digest. */
type AcceptedFolder = Extract<CatalogueReading, { readonly ok: true }>

/** A catalogue and the id of its edition; 0 without editions. */
interface Active {
  readonly loaded: LoadedCatalogue
  readonly files: CatalogueFiles
  readonly edition: number
}

/** Adds odds and pictures to a parsed catalogue. */
const complete = (options: CatalogueOptions, read: Parameters<typeof addPublishedOdds>[0]): LoadedCatalogue =>
  withIcons(options, addPublishedOdds(read))

const withIcons = ({ icons }: CatalogueOptions, loaded: LoadedCatalogue): LoadedCatalogue =>
  icons === undefined ? loaded : applyIcons(loaded, icons())

/** Returns the catalogue to activate at the start: the folder's, or the newest edition when the folder was an edition before. */
async function start(options: CatalogueOptions, read: LoadedCatalogue, files: CatalogueFiles): Promise<Active> {
  const { editions, pictures } = options
  if (editions === undefined) {
    await options.prepare?.(read)
    return { loaded: read, files, edition: 0 }
  }
  const edition = await editions.start(read, files)
  if (edition.digest === read.digest) return adopt(editions, edition.id, read, files)
  const newest = await checkCatalogue(edition.files, { title: `edition ${edition.id}`, pictures })
  if (newest.ok) {
    const adopted = complete(options, { ...newest, digest: edition.digest })
    return adopt(editions, edition.id, adopted, newest.files)
  }
  // E.g. an older release, which lacks the pictures: its own catalogue is better than none. Nothing is rolled from it (services/rolls/in-force.ts).
  options.onRefused?.(newest.faults)
  return { loaded: read, files, edition: edition.id }
}

async function adopt(
  editions: Editions,
  edition: number,
  loaded: LoadedCatalogue,
  files: CatalogueFiles,
): Promise<Active> {
  await editions.adopt(edition, loaded)
  return { loaded, files, edition }
}

/** The active catalogue and its changes, one after the other. */
interface State {
  current(): LoadedCatalogue
  files(): CatalogueFiles
  reload: ReloadableCatalogue['reload']
  refreshIcons: ReloadableCatalogue['refreshIcons']
  takeNewest(): Promise<void>
  readonly listeners: Set<(loaded: LoadedCatalogue) => void>
}

/** @param lastRead the folder when it was last accepted */
function createState(options: CatalogueOptions, first: Active, lastRead: AcceptedFolder): State {
  const { editions, pictures } = options
  const listeners = new Set<(loaded: LoadedCatalogue) => void>()
  let current = first
  let read = lastRead
  // Reads are serialized: an older one must not replace a newer one.
  let reading: Promise<unknown> = Promise.resolve()

  function serialize<T>(work: () => Promise<T>): Promise<T> {
    const result = reading.then(work)
    reading = result.catch(() => undefined)
    return result
  }

  function activate(next: Active): void {
    current = next
    for (const listener of listeners) listener(current.loaded)
  }

  function activateChanged(next: Active): void {
    if (next.loaded.digest === current.loaded.digest) current = next
    else activate(next)
  }

  async function refreshIcons(prepare: (loaded: LoadedCatalogue) => Promise<void>): Promise<void> {
    const loaded = withIcons(options, current.loaded)
    await prepare(loaded)
    activate({ ...current, loaded })
  }

  async function readAgain(author = fileChange()): Promise<readonly CatalogueFault[]> {
    const next = await readCatalogue(options)
    if (!next.ok) return next.faults
    if (next.digest === read.digest) return []
    const loaded = complete(options, next)
    if (editions === undefined) await options.prepare?.(loaded)
    const edition = (await editions?.publish(loaded, next.files, author)) ?? 0
    activateChanged({ loaded, files: next.files, edition })
    if (editions === undefined) options.onAccepted?.(editionChanges(read.files, next.files), author)
    read = next
    return []
  }

  async function takeNewest(): Promise<void> {
    const newest = await editions?.newerThan(current.edition)
    if (newest === undefined || editions === undefined) return
    const next = await checkCatalogue(newest.files, { title: `edition ${newest.id}`, pictures })
    if (next.ok) {
      // The digest of the edition, also where a later release computes another one of its files: it is what rolls are compared with.
      const adopted = complete(options, { ...next, digest: newest.digest })
      return activateChanged(await adopt(editions, newest.id, adopted, next.files))
    }
    // Reported once an edition, not at every poll.
    current = { ...current, edition: newest.id }
    options.onRefused?.(next.faults)
  }

  return {
    current: () => current.loaded,
    files: () => current.files,
    reload: (author) => serialize(() => readAgain(author)),
    refreshIcons: (prepare) => serialize(() => refreshIcons(prepare)),
    takeNewest: () => serialize(takeNewest),
    listeners,
  }
}

/**
 * Reads the catalogue and activates it.
 *
 * @throws CatalogueRefused when it is invalid
 */
export async function openCatalogue(options: CatalogueOptions): Promise<ReloadableCatalogue> {
  const first = await readCatalogue(options)
  if (!first.ok) throw new CatalogueRefused(first.faults)
  const state = createState(options, await start(options, complete(options, first), first.files), first)
  let watcher: FSWatcher | undefined
  let polling: NodeJS.Timeout | undefined
  let quiet: NodeJS.Timeout | undefined

  async function reloadWatched(): Promise<void> {
    try {
      const faults = await state.reload()
      if (faults.length > 0) options.onRefused?.(faults)
    } catch (error) {
      options.onError?.(error)
    }
  }

  const refresh = (): Promise<void> => state.takeNewest().catch((error: unknown) => options.onError?.(error))

  let isPolling = false
  /** Skips a poll while the previous one runs: a database that recovers after an hour would find a queue of polls. */
  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    await refresh()
    isPolling = false
  }

  return {
    get current() {
      return state.current()
    },
    files: state.files,
    reload: state.reload,
    refreshIcons: state.refreshIcons,
    refresh,
    watch() {
      watcher ??= watch(options.folder, () => {
        clearTimeout(quiet)
        quiet = setTimeout(() => void reloadWatched(), options.quietMs ?? 200)
      }).on('error', (error) => options.onError?.(error))
      if (options.editions === undefined) return
      polling ??= setInterval(() => void poll(), options.pollIntervalMs ?? POLL_INTERVAL_MS)
      polling.unref()
    },
    onChange(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    close() {
      watcher?.close()
      watcher = undefined
      clearTimeout(quiet)
      clearInterval(polling)
      state.listeners.clear()
    },
  }
}
