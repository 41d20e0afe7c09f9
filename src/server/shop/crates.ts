// The descriptions of crates in a shop's files, from which their pictures are drawn.
import { z } from 'zod'
import type { CrateArt } from '../../art/crates.ts'
import type { ShopFiles } from '../../content/shop-files.ts'
import { artRecord } from '../catalogue/records.ts'
import type { ActiveShop } from './active-shop.ts'

/** Descriptions of crates by the names of their pictures. */
export type Crates = ReadonlyMap<string, CrateArt>

export interface CrateSources {
  /** Those of the shop in force. */
  readonly crates: () => Crates
  /** Those of the release, which the build has drawn. */
  readonly built: () => Crates
}

const described = z.array(z.object({ image: z.string(), art: artRecord.optional() }))
const casesFile = z.object({ cases: described })
const rewardsFile = z.object({ freeCases: described })

/** Returns the descriptions by the names of the pictures; the files were checked before. Pictures that were drawn by hand have none. */
export function cratesIn(files: ShopFiles): Crates {
  const { cases } = casesFile.parse(JSON.parse(files['cases.json'] ?? '{"cases":[]}'))
  const { freeCases } = rewardsFile.parse(JSON.parse(files['rewards.json'] ?? '{"freeCases":[]}'))
  return new Map([...cases, ...freeCases].flatMap(({ image, art }) => (art === undefined ? [] : [[image, art]])))
}

/** Returns the crates of files, read once for the same ones. */
function remember(files: () => ShopFiles): () => Crates {
  let known: { readonly files: ShopFiles; readonly crates: Crates } | undefined
  return () => {
    const now = files()
    if (known?.files !== now) known = { files: now, crates: cratesIn(now) }
    return known.crates
  }
}

/** Makes what pictures of crates are drawn from. */
export function createCrateSources(shop: Pick<ActiveShop, 'current' | 'release'>): CrateSources {
  return { crates: remember(() => shop.current.files), built: remember(() => shop.release) }
}
