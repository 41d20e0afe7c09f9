// The shop as the site uses it, for commands: the newest edition, or the files of the release where the site has not started yet.
import { z } from 'zod'
import type { ShopFiles } from '../../../content/shop-files.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { DEFAULT_RULES, type OfficeRules } from '../../../game/office/limits.ts'
import { officeRulesRecord } from '../../catalogue/check-office-rules.ts'
import { rewardsRecord } from '../../catalogue/records.ts'
import type { Database } from '../../db/database.ts'
import { newestEdition } from '../../shop/edition-store.ts'
import { readReleaseFiles } from '../../shop/shop-files.ts'

const PRICES = z.record(z.string(), z.int().positive())

/** Returns the files of the edition in force, or of the release. */
export async function activeFiles({ queries }: Database): Promise<ShopFiles> {
  return (await newestEdition(queries))?.files ?? readReleaseFiles()
}

/** Returns a file as it is written in JSON; undefined where the shop has none. */
async function readActive(db: Database, name: string): Promise<unknown> {
  const text = (await activeFiles(db))[name]
  return text === undefined ? undefined : JSON.parse(text)
}

/** Reads the rewards. */
export async function activeRewards(db: Database): Promise<z.infer<typeof rewardsRecord>> {
  return rewardsRecord.parse(await readActive(db, 'rewards.json'))
}

/** Reads above which sums a second person approves. */
export async function activeOfficeRules(db: Database): Promise<OfficeRules> {
  const record = await readActive(db, 'office.json')
  return record === undefined ? DEFAULT_RULES : officeRulesRecord.parse(record)
}

/** Reads the prices, by the ids of items. */
export async function activePrices(db: Database): Promise<Map<string, { priceCents: Cents }>> {
  const prices = PRICES.parse(await readActive(db, 'prices.json'))
  return new Map(Object.entries(prices).map(([id, price]) => [id, { priceCents: cents(price) }]))
}
