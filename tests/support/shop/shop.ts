// The shop of the release in tests: its catalogue alone, or open on a database.
import { fileURLToPath } from 'node:url'
import type { ShopTexts, TextsSource } from '../../../src/content/shop-texts.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { addPublishedOdds, type LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { type CataloguePlaces, readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { recordCatalogueIn } from '../../../src/server/services/operations/record-catalogue.ts'
import { type ActiveShop, openShop, type ShopOptions } from '../../../src/server/shop/active-shop.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The folders of the release's catalogue. */
export const RELEASE: CataloguePlaces = { folder: at('data'), pictures: at('public/assets/img/cases') }

/** Reads a catalogue without faults; that of the release without places. */
export async function loadCatalogue(places = RELEASE): Promise<LoadedCatalogue> {
  const reading = await readCatalogue(places)
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  return addPublishedOdds(reading)
}

/** Opens the shop of a database, of the release unless a folder is given. */
export function openTestShop(db: Database, options: Partial<ShopOptions> = {}): Promise<ActiveShop> {
  const usual = { folder: '/nowhere', pictures: RELEASE.pictures, record: recordCatalogueIn, now: Date.now }
  return openShop({ db, ...usual, ...options })
}

/** Stores what the rolls of a catalogue need. */
export function recordCatalogue(db: Database, loaded: LoadedCatalogue): Promise<void> {
  return db.transaction((tx) => recordCatalogueIn(tx, loaded))
}

/** A source whose texts can be replaced. */
export interface ReplaceableTexts extends TextsSource {
  replace(texts: ShopTexts): void
}

/** Creates a source of texts. */
export function createTexts(initial: ShopTexts): ReplaceableTexts {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get current() {
      return current
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    replace: (texts) => {
      current = texts
      for (const listener of listeners) listener()
    },
  }
}
