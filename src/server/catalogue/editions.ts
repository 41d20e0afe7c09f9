// The catalogue over several instances: its editions lie in the database, and the newest is in force everywhere.
//
// The rule. At its start an instance whose folder was never an edition publishes it, and it is the newest then; one whose folder is
// known takes the newest. So a new release brings its catalogue, and an old machine that comes back brings nothing back. While it runs,
// an instance publishes its folder whenever that changes, even to what was an edition before: that is how an operator goes back. All
// take the newest as soon as they are told, or within seconds by asking.
import { desc, eq, gt, sql } from 'drizzle-orm'
import type { Database, Queries } from '../db/database.ts'
import { catalogueEditions } from '../db/schema-operations.ts'
import type { HeldCatalogue } from './held-catalogue.ts'
import type { CatalogueFiles } from './read-catalogue.ts'

/** Any number will do; it is the same for every instance, so that editions follow one another. */
const EDITIONS_LOCK = 7_306_042_000

export interface Edition {
  readonly id: number
  readonly digest: string
  readonly files: CatalogueFiles
}

export interface Editions {
  /** What has to be in force at the start of an instance with this folder; publishes it when it was never an edition. */
  begin(held: HeldCatalogue, files: CatalogueFiles): Promise<Edition>
  /** Makes a catalogue the newest edition, unless it is already. Answers the edition's id. */
  publish(held: HeldCatalogue, files: CatalogueFiles): Promise<number>
  /** The newest edition when it is newer than the one with this id. */
  newerThan(id: number): Promise<Edition | undefined>
  /** Makes sure that what an edition's rolls need is written down, before it comes into force here. */
  adopt(id: number, held: HeldCatalogue): Promise<void>
}

export interface EditionsParts {
  readonly db: Database
  /** Writes down what the rolls with a catalogue need, and since when its odds are in force. */
  readonly record: (tx: Queries, held: HeldCatalogue) => Promise<void>
  /** Hears that an edition was published, once that is so. */
  readonly onPublished: () => void
}

const newestIn = async (queries: Queries, after = 0): Promise<Edition | undefined> => {
  const [row] = await queries
    .select({ id: catalogueEditions.id, digest: catalogueEditions.digest, files: catalogueEditions.files })
    .from(catalogueEditions)
    .where(gt(catalogueEditions.id, after))
    .orderBy(desc(catalogueEditions.id))
    .limit(1)
  return row
}

/** The editions over a database. */
export function createEditions({ db, record, onPublished }: EditionsParts): Editions {
  const lock = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(${EDITIONS_LOCK})`)

  async function publishIn(tx: Queries, held: HeldCatalogue, files: CatalogueFiles): Promise<number> {
    await record(tx, held)
    const [made] = await tx
      .insert(catalogueEditions)
      .values({ digest: held.digest, files })
      .returning({ id: catalogueEditions.id })
    if (made === undefined) throw new Error('Publishing an edition answered nothing')
    return made.id
  }

  return {
    begin: async (held, files) => {
      const { edition, isNew } = await db.transaction(async (tx) => {
        await lock(tx)
        const [known] = await tx
          .select({ id: catalogueEditions.id })
          .from(catalogueEditions)
          .where(eq(catalogueEditions.digest, held.digest))
          .limit(1)
        const newest = known === undefined ? undefined : await newestIn(tx)
        if (newest !== undefined) return { edition: newest, isNew: false }
        return { edition: { id: await publishIn(tx, held, files), digest: held.digest, files }, isNew: true }
      })
      if (isNew) onPublished()
      return edition
    },
    publish: async (held, files) => {
      const { id, isNew } = await db.transaction(async (tx) => {
        await lock(tx)
        const newest = await newestIn(tx)
        if (newest?.digest === held.digest) return { id: newest.id, isNew: false }
        return { id: await publishIn(tx, held, files), isNew: true }
      })
      if (isNew) onPublished()
      return id
    },
    newerThan: (id) => newestIn(db.queries, id),
    adopt: (id, held) =>
      db.transaction(async (tx) => {
        await lock(tx)
        // Whoever published a newer one has written down the odds of that: these must not come into force again.
        if ((await newestIn(tx, id)) === undefined) await record(tx, held)
      }),
  }
}
