// The operator's catalogue as the site uses it, for commands: the newest edition, or the folder where there are none.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import { z } from 'zod'
import { type Cents, cents } from '../../../game/base/money.ts'
import { rewardsRecord } from '../../catalogue/records.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { catalogueEditions } from '../../db/schema-operations.ts'

const PRICES = z.record(z.string(), z.int().positive())

type CatalogueFolder = Pick<Config, 'catalogueDir'>

async function readActive({ queries }: Database, { catalogueDir }: CatalogueFolder, name: string): Promise<unknown> {
  const newest = desc(catalogueEditions.id)
  const [edition] = await queries
    .select({ files: catalogueEditions.files })
    .from(catalogueEditions)
    .orderBy(newest)
    .limit(1)
  return JSON.parse(edition?.files[name] ?? (await readFile(join(catalogueDir, name), 'utf8')))
}

/** Reads the rewards. */
export async function activeRewards(db: Database, folder: CatalogueFolder): Promise<z.infer<typeof rewardsRecord>> {
  return rewardsRecord.parse(await readActive(db, folder, 'rewards.json'))
}

/** Reads the prices, by the ids of items. */
export async function activePrices(db: Database, folder: CatalogueFolder): Promise<Map<string, { priceCents: Cents }>> {
  const prices = PRICES.parse(await readActive(db, folder, 'prices.json'))
  return new Map(Object.entries(prices).map(([id, price]) => [id, { priceCents: cents(price) }]))
}
