// The brand of a shop for commands, which open no shop.
import { type Brand, readBrand } from '../../content/brand/brand.ts'
import { brandName } from '../../i18n/text.ts'
import type { Queries } from '../db/database.ts'
import { newestEdition } from './edition-store.ts'

/** Returns the brand of the newest edition of a database; undefined before its first edition. */
export async function brandInForce(queries: Queries): Promise<Brand | undefined> {
  const edition = await newestEdition(queries)
  const read = edition === undefined ? undefined : readBrand(edition.files)
  return read !== undefined && 'brand' in read ? read.brand : undefined
}

/** Returns what the shop of a database calls itself; the name of the release before its first edition. */
export async function shopName(queries: Queries): Promise<string> {
  return (await brandInForce(queries))?.name ?? brandName()
}
