// Holds the edition of the shop that is in force here, and follows newer ones. One that is invalid here is refused, and the previous one stays.

import { pathOf } from '../../content/default-files.ts'
import type { ShopFiles } from '../../content/shop-files.ts'
import type { ShopTexts, TextsSource } from '../../content/shop-texts.ts'
import { catalogueAt, nextSaleChange } from '../../game/catalogue/sale-times.ts'
import type { CatalogueFault } from '../catalogue/faults.ts'
import { applyIcons, type Icons } from '../catalogue/icons/apply-icons.ts'
import { type ActiveCatalogue, addPublishedOdds, type LoadedCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../db/database.ts'
import { checkShop } from './check-shop.ts'
import { type Edition, lockEditions, newestEdition, newestId } from './edition-store.ts'
import {
  type PublishedEdition,
  publishChange,
  type ShopChange,
  ShopRefused,
  type ShopSources,
  type StartedShop,
  startEditions,
} from './publish.ts'
import { readReleaseFiles, readShopFolder, type ShopFolder } from './shop-files.ts'

/** Without Redis, all instances activate a new edition within this time. */
const POLL_INTERVAL_MS = 3_000

/** The edition in force. */
export interface ShopInForce {
  readonly edition: number
  readonly files: ShopFiles
  readonly catalogue: LoadedCatalogue
  /** What its pages say, and under which name. */
  readonly texts: ShopTexts
}

export interface ActiveShop {
  /** Read it once an operation, so that the operation uses one edition. */
  readonly current: ShopInForce
  /** The files of the release. */
  readonly release: ShopFiles
  /** The catalogue of the edition in force. */
  readonly catalogue: ActiveCatalogue
  /** The texts of the edition in force. */
  readonly texts: TextsSource
  /**
   * Publishes a change as the newest edition and activates it; nothing where it changes nothing.
   *
   * @throws ShopRefused with the faults of the shop that it would make, or where another change was there before
   */
  publish(change: ShopChange): Promise<PublishedEdition | undefined>
  /** What its editions are made of beside a change, for changes that are a part of a greater transaction. */
  readonly sources: ShopSources
  /** Tells of an edition that such a transaction has published and committed, and activates it. */
  announce(edition: PublishedEdition): Promise<void>
  /** Activates the newest edition. */
  refresh(): Promise<void>
  /** Takes what changed in the files of the release, as a start does. */
  readRelease(): Promise<void>
  /** Activates the catalogue with newly imported pictures, after `prepare` has stored it. */
  refreshIcons(prepare: (loaded: LoadedCatalogue) => Promise<void>): Promise<void>
  /** Puts cases on and off sale that begin or end to be sold by now. */
  followTimes(): Promise<void>
  /** Polls for newer editions, and follows the times of cases. */
  watch(): void
  /** Calls back with each new edition; returns a function that unsubscribes. */
  onChange(listener: (shop: ShopInForce) => void): () => void
  close(): void
}

export interface ShopOptions {
  readonly db: Database
  /** The folder with a shop's own files, for its first edition; it may be missing. */
  readonly folder: string
  /** The folder of the cases' pictures. */
  readonly pictures: string
  /** The clock by which cases are sold. */
  readonly now: () => number
  /** Stores what the rolls of an edition need, before this instance activates it; when it fails, the previous one stays. */
  readonly record: (tx: Queries, loaded: LoadedCatalogue) => Promise<void>
  /** Returns pictures for the skins that have none in the catalogue's files; called for each catalogue. */
  readonly icons?: () => Icons
  /** Called after this instance published an edition. */
  readonly onPublished?: (edition: PublishedEdition) => void
  /** Receives the faults of an edition, or of a new release, that was refused. */
  readonly onRefused?: (faults: readonly CatalogueFault[]) => void
  /** Receives in words what of the folder is not in force. */
  readonly onDifference?: (problem: string) => void
  /** Receives errors of reading newer editions. */
  readonly onError?: (error: unknown) => void
  /** The interval of polling for newer editions, in addition to notifications. */
  readonly pollIntervalMs?: number
}

const title =
  ({ id }: Pick<Edition, 'id'>) =>
  (name: string): string =>
    `edition ${id}/${name}`

/** Returns what of a folder is not in force, in words: nothing of it is taken by itself. */
function differences(folder: string, { files, unknown, unshown }: ShopFolder, edition: Edition): string[] {
  const differing = Object.keys(files).filter((name) => files[name] !== edition.files[name])
  return [
    ...unknown.map((name) => `${folder}/${name} is no file of a shop, and changes nothing`),
    ...unshown.map((name) => `${folder}/${name} is shown by no text of the folder, and changes nothing`),
    ...(differing.length === 0
      ? []
      : [
          `${folder} differs from the edition in force, number ${edition.id}, in ${differing.join(', ')}. The edition stays: ` +
            'npm run ops -- shop import takes the folder, npm run ops -- shop export writes the edition',
        ]),
  ]
}

/**
 * Opens the shop of a database: its newest edition, after what a new shop or a new release brings was published.
 *
 * @throws ShopRefused where a new shop has faults
 */
export async function openShop(options: ShopOptions): Promise<ActiveShop> {
  const { db, folder, pictures, record, icons, now, onRefused, onPublished } = options
  const listeners = new Set<(shop: ShopInForce) => void>()
  const catalogueListeners = new Set<(loaded: LoadedCatalogue) => void>()
  const textListeners = new Set<() => void>()
  let release = await readReleaseFiles()
  const own = await readShopFolder(folder)

  const withIcons = (loaded: LoadedCatalogue): LoadedCatalogue =>
    icons === undefined ? loaded : applyIcons(loaded, icons())

  /** Stores what the rolls of an edition need. Returns false where a newer one has stored its odds and holds: those of this one must not come back. */
  const recordUnlessOvertaken = ({ id }: Edition, loaded: LoadedCatalogue): Promise<boolean> =>
    db.transaction(async (tx) => {
      await lockEditions(tx)
      if ((await newestId(tx)) !== id) return false
      await record(tx, loaded)
      return true
    })

  /**
   * Returns an edition as it comes into force here, or the one that has followed it meanwhile.
   *
   * @returns the number of an edition that has faults here, e.g. in an older release, which lacks the pictures
   */
  async function prepare(edition: Edition): Promise<ShopInForce | number> {
    const checked = await checkShop(edition.files, { pathOf: title(edition), pictures })
    if ('faults' in checked) {
      onRefused?.(checked.faults)
      return edition.id
    }
    const { reading, texts } = checked
    // The digest of the edition, also where a later release computes another one of its files: it is what rolls are compared with.
    const loaded = withIcons(addPublishedOdds({ ...reading, digest: edition.catalogueDigest }))
    if (await recordUnlessOvertaken(edition, loaded))
      return { edition: edition.id, files: edition.files, catalogue: loaded, texts }
    return prepare((await newestEdition(db.queries)) ?? edition)
  }

  const start = (): Promise<StartedShop> => {
    const placeOf = (name: string): string => (own.files[name] === undefined ? pathOf(name) : `${folder}/${name}`)
    return startEditions({ db, pictures, release, own: own.files, pathOf: placeOf })
  }

  function report({ published, faults }: StartedShop): void {
    if (published !== undefined) onPublished?.(published)
    if (faults !== undefined) onRefused?.(faults)
  }

  const started = await start()
  report(started)
  for (const problem of differences(folder, own, started.edition)) options.onDifference?.(problem)
  const first = await prepare(started.edition)
  /** The edition with all cases, those besides that are not sold now. */
  let whole = typeof first === 'number' ? await fallBack(first) : first
  let current = atNow(whole)
  let nextSale = nextSaleOf(whole)

  /** What an edition with faults here leaves: the release's own shop is better than none. Nothing is rolled from it (services/rolls/in-force.ts). */
  async function fallBack(edition: number): Promise<ShopInForce> {
    const checked = await checkShop(release, { pathOf, pictures })
    if ('faults' in checked) throw new ShopRefused(checked.faults)
    const { reading, texts } = checked
    return { edition, files: release, catalogue: withIcons(addPublishedOdds(reading)), texts }
  }

  /** Returns an edition with the cases that are sold now. */
  function atNow(shop: ShopInForce): ShopInForce {
    const catalogue = catalogueAt(shop.catalogue.catalogue, now())
    return catalogue === shop.catalogue.catalogue ? shop : { ...shop, catalogue: { ...shop.catalogue, catalogue } }
  }

  function nextSaleOf({ catalogue: { catalogue } }: ShopInForce): number | null {
    return nextSaleChange(
      [...catalogue.cases.values()].map(({ sale }) => sale),
      now(),
    )
  }

  function followTimes(): void {
    if (nextSale !== null && now() >= nextSale) activate(whole)
  }

  // One change at a time: an older one must not replace a newer one.
  let changing: Promise<unknown> = Promise.resolve()
  function serialize<T>(work: () => Promise<T>): Promise<T> {
    const result = changing.then(work)
    changing = result.catch(() => undefined)
    return result
  }

  function activate(next: ShopInForce): void {
    const isSaleNew = next === whole
    whole = next
    nextSale = nextSaleOf(next)
    const before = current
    current = atNow(next)
    const isCatalogueNew = isSaleNew || current.catalogue.digest !== before.catalogue.digest
    const areTextsNew = next.texts !== before.texts
    for (const listener of listeners) listener(current)
    if (isCatalogueNew) for (const listener of catalogueListeners) listener(current.catalogue)
    if (areTextsNew) for (const listener of textListeners) listener()
  }

  async function takeNewest(): Promise<void> {
    if ((await newestId(db.queries)) <= current.edition) return
    const newest = await newestEdition(db.queries)
    if (newest === undefined) return
    const next = await prepare(newest)
    // Reported once an edition, not at every poll.
    if (typeof next === 'number') {
      whole = { ...whole, edition: next }
      current = { ...current, edition: next }
    } else activate(next)
  }

  const refresh = (): Promise<void> => serialize(takeNewest).catch((error: unknown) => options.onError?.(error))

  let polling: NodeJS.Timeout | undefined
  let isPolling = false
  /** Skips a poll while the previous one runs: a database that recovers after an hour would find a queue of polls. */
  async function poll(): Promise<void> {
    if (isPolling) return
    isPolling = true
    await refresh()
    await serialize(async () => followTimes())
    isPolling = false
  }

  return {
    get current() {
      return current
    },
    get release() {
      return release
    },
    catalogue: {
      get current() {
        return current.catalogue
      },
      get edition() {
        return current.edition
      },
      refresh,
      onChange(listener) {
        catalogueListeners.add(listener)
        return () => catalogueListeners.delete(listener)
      },
    },
    texts: {
      get current() {
        return current.texts
      },
      onChange(listener) {
        textListeners.add(listener)
        return () => void textListeners.delete(listener)
      },
    },
    publish: (change) =>
      serialize(async () => {
        const published = await publishChange({ db, pictures, release }, change)
        if (published === undefined) return undefined
        onPublished?.(published)
        await takeNewest()
        return published
      }),
    get sources() {
      return { pictures, release }
    },
    announce: (edition) => {
      onPublished?.(edition)
      return refresh()
    },
    refresh,
    readRelease: () =>
      serialize(async () => {
        release = await readReleaseFiles()
        report(await start())
        await takeNewest()
      }),
    refreshIcons: (store) =>
      serialize(async () => {
        const loaded = withIcons(whole.catalogue)
        await store(loaded)
        whole = { ...whole, catalogue: loaded }
        current = atNow(whole)
        for (const listener of catalogueListeners) listener(current.catalogue)
      }),
    followTimes: () => serialize(async () => followTimes()),
    watch() {
      polling ??= setInterval(() => void poll(), options.pollIntervalMs ?? POLL_INTERVAL_MS)
      polling.unref()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearInterval(polling)
      listeners.clear()
      catalogueListeners.clear()
      textListeners.clear()
    },
  }
}
