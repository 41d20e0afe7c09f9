// The shop that a draft would make, as far as a preview shows it.
import type { ShopTexts } from '../../content/shop-texts.ts'
import { formatFault } from '../catalogue/faults.ts'
import { addPublishedOdds, type LoadedCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { ActiveShop } from './active-shop.ts'
import { checkShop } from './check-shop.ts'
import { type Crates, cratesIn } from './crates.ts'
import type { Draft } from './draft-store.ts'
import { draftChange, ShopRefused } from './publish.ts'

export interface DraftShop {
  readonly catalogue: LoadedCatalogue
  readonly texts: ShopTexts
  /** The crates that the draft describes. */
  readonly crates: Crates
}

/** The shop of a draft, or what is wrong with it, a line each. */
export type ReadDraftShop = { readonly shop: DraftShop } | { readonly faults: readonly string[] }

/** Reads the shop that a draft would make now. */
export async function readDraftShop(
  queries: Queries,
  shop: Pick<ActiveShop, 'sources' | 'current'>,
  draft: Draft,
): Promise<ReadDraftShop> {
  try {
    const edition = await draftChange(queries, shop.sources, draft)
    const files = edition?.files ?? shop.current.files
    const checked = await checkShop(files, { pathOf: (name) => name, pictures: shop.sources.pictures })
    if ('faults' in checked) return { faults: checked.faults.map(formatFault) }
    const { reading, texts } = checked
    return { shop: { catalogue: addPublishedOdds(reading), texts, crates: cratesIn(files) } }
  } catch (error) {
    if (error instanceof ShopRefused) return { faults: error.faults.map(formatFault) }
    throw error
  }
}
