// The operator's rewards as the site uses them, for commands.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import type { Config } from '../../src/server/base/config.ts'
import { rewardsRecord } from '../../src/server/catalogue/records.ts'
import type { Database } from '../../src/server/db/database.ts'
import { catalogueEditions } from '../../src/server/db/schema-operations.ts'

const REWARDS_FILE = 'rewards.json'

/** Reads the rewards of the active catalogue: the newest edition, or the folder where there are none. */
export async function activeRewards(
  { queries }: Database,
  { catalogueDir }: Pick<Config, 'catalogueDir'>,
): Promise<z.infer<typeof rewardsRecord>> {
  const newest = desc(catalogueEditions.id)
  const [edition] = await queries
    .select({ files: catalogueEditions.files })
    .from(catalogueEditions)
    .orderBy(newest)
    .limit(1)
  const text = edition?.files[REWARDS_FILE] ?? (await readFile(join(catalogueDir, REWARDS_FILE), 'utf8'))
  return rewardsRecord.parse(JSON.parse(text))
}
