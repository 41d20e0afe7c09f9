// Databases from before version 0.3. 33 migrations made their tables; since then one migration makes the same tables, and its row in the
// journal of migrations (the baseline) takes the place of theirs.
import { createHash } from 'node:crypto'
import { OperatorError } from '../base/operator-error.ts'
import type { Ask } from './database.ts'
import { JOURNAL, type Migration, readMigrations } from './migrations.ts'

/** Over the hashes of the 33 migrations, in order. */
const EARLIER_MIGRATIONS = '750182295dd124b47fae8aa571631c75d49708f5c087e1296d5a9b194211160f'

const GUIDE = 'docs/releases.md, "A database from before version 0.3"'

/** The database was made by the migrations of before version 0.3. */
class EarlierDatabase extends OperatorError {
  /** @param place names the database and its setting, e.g. `shop at localhost:5432 (DATABASE_URL)` */
  constructor(place: string, advice: string) {
    super(`The database ${place} is from before version 0.3. ${advice} See ${GUIDE}.`)
    this.name = 'EarlierDatabase'
  }
}

/**
 * Where the migrations of a database come from: `none` ran yet, `current` continues those of this version, `complete` has all and
 * `incomplete` only some of those from before version 0.3.
 */
export type Lineage = 'none' | 'current' | 'complete' | 'incomplete'

/** Returns the lineage of applied migrations, by their hashes in order. */
export function lineageOf(hashes: readonly string[]): Lineage {
  if (hashes.length === 0) return 'none'
  if (hashes[0] === readMigrations()[0]?.hash) return 'current'
  return createHash('sha256').update(hashes.join()).digest('hex') === EARLIER_MIGRATIONS ? 'complete' : 'incomplete'
}

/** Tells whether a database has the journal of migrations, and so the tables of a site. */
export async function hasJournal(ask: Ask): Promise<boolean> {
  const [table] = await ask(`select to_regclass('${JOURNAL}') is not null as exists`)
  return table?.exists === true
}

/** Returns the hashes of the migrations that ran in a database, in order. */
export async function appliedMigrations(ask: Ask): Promise<string[]> {
  if (!(await hasJournal(ask))) return []
  return (await ask(`select hash from ${JOURNAL} order by id`)).map(({ hash }) => String(hash))
}

async function replaceJournal(ask: Ask, { hash, atMs }: Migration): Promise<void> {
  await ask('begin')
  try {
    await ask(`delete from ${JOURNAL}`)
    await ask(`insert into ${JOURNAL} (hash, created_at) values ($1, $2)`, [hash, String(atMs)])
    await ask('commit')
  } catch (error) {
    await ask('rollback')
    throw error
  }
}

/**
 * Refuses a database from before version 0.3, or gives it the baseline. To be called before migrations run, under their lock.
 *
 * @param ask runs statements on one connection, as the owner of the tables
 * @throws EarlierDatabase, also with `baseline` when some of the earlier migrations did not run
 */
export async function assertBaseline(
  ask: Ask,
  place: string,
  { baseline = false }: { readonly baseline?: boolean | undefined },
): Promise<void> {
  const lineage = lineageOf(await appliedMigrations(ask))
  if (lineage === 'none' || lineage === 'current') return
  if (lineage === 'incomplete')
    throw new EarlierDatabase(place, 'It lacks changes: start the last version before 0.3 on it once.')
  if (!baseline) throw new EarlierDatabase(place, 'Make a backup, then run: npm run ops -- migrate --baseline.')
  const [first] = readMigrations()
  if (first !== undefined) await replaceJournal(ask, first)
}
