// The editions of the catalogue in the database, for several instances. The newest edition is active on all of them.
//
// At its start an instance publishes its folder when that was never an edition, and activates the newest edition otherwise: a new release
// publishes its catalogue, and a restarted old machine does not restore an old one. While it runs, an instance publishes its folder
// whenever that changes, also to a former edition: this is how an operator reverts. All instances activate the newest edition when they
// are notified, or within seconds by polling.
import { desc, eq, gt, sql } from 'drizzle-orm'
import { jobActor } from '../audit/actor.ts'
import { recordAct } from '../audit/record-act.ts'
import { siteStart } from '../base/author.ts'
import type { Database, Queries } from '../db/database.ts'
import { catalogueEditions } from '../db/schema-operations.ts'
import { editionChanges } from './edition-changes.ts'
import type { LoadedCatalogue } from './loaded-catalogue.ts'
import type { CatalogueFiles } from './read-catalogue.ts'

/** The key of the advisory lock under which all instances publish; any number. */
const EDITIONS_LOCK = 7_306_042_000

export interface Edition {
  readonly id: number
  readonly digest: string
  readonly files: CatalogueFiles
}

export interface Editions {
  /** Returns the edition to activate at the start of an instance; publishes its folder when that was never an edition. */
  start(loaded: LoadedCatalogue, files: CatalogueFiles): Promise<Edition>
  /** Publishes a catalogue of an author as the newest edition, unless it is already. Returns the edition's id. */
  publish(loaded: LoadedCatalogue, files: CatalogueFiles, author: string): Promise<number>
  /** Returns the newest edition when it is newer than the one with this id. */
  newerThan(id: number): Promise<Edition | undefined>
  /** Stores what the rolls of an edition need, before this instance activates it. */
  adopt(id: number, loaded: LoadedCatalogue): Promise<void>
}

/** An edition that this instance published. */
export interface PublishedEdition {
  readonly id: number
  readonly author: string
  /** What differs from the edition before it, a line each. */
  readonly changes: readonly string[]
}

export interface EditionsParts {
  readonly db: Database
  /** Stores what the rolls with a catalogue need, and since when its odds are active. */
  readonly record: (tx: Queries, loaded: LoadedCatalogue) => Promise<void>
  /** Called after an edition was published. */
  readonly onPublished: (edition: PublishedEdition) => void
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

/** Creates the editions of a database. */
export function createEditions({ db, record, onPublished }: EditionsParts): Editions {
  const lock = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(${EDITIONS_LOCK})`)

  async function publishIn(
    tx: Queries,
    loaded: LoadedCatalogue,
    files: CatalogueFiles,
    author: string,
  ): Promise<PublishedEdition> {
    await record(tx, loaded)
    const before = await newestIn(tx)
    const changes = before === undefined ? [] : editionChanges(before.files, files)
    const [made] = await tx
      .insert(catalogueEditions)
      .values({ digest: loaded.digest, files, author, changes })
      .returning({ id: catalogueEditions.id })
    if (made === undefined) throw new Error('Publishing an edition returned no row')
    await recordAct(tx, {
      by: jobActor(author),
      verb: 'editions.publish',
      kind: 'edition',
      subject: made.id,
      before: { edition: before?.id ?? null, digest: before?.digest ?? null },
      after: { edition: made.id, digest: loaded.digest, changes },
    })
    return { id: made.id, author, changes }
  }

  return {
    start: async (loaded, files) => {
      const { edition, published } = await db.transaction(async (tx) => {
        await lock(tx)
        const [known] = await tx
          .select({ id: catalogueEditions.id })
          .from(catalogueEditions)
          .where(eq(catalogueEditions.digest, loaded.digest))
          .limit(1)
        const newest = known === undefined ? undefined : await newestIn(tx)
        if (newest !== undefined) return { edition: newest, published: undefined }
        const made = await publishIn(tx, loaded, files, siteStart())
        return { edition: { id: made.id, digest: loaded.digest, files }, published: made }
      })
      if (published !== undefined) onPublished(published)
      return edition
    },
    publish: async (loaded, files, author) => {
      const { id, published } = await db.transaction(async (tx) => {
        await lock(tx)
        const newest = await newestIn(tx)
        if (newest?.digest === loaded.digest) return { id: newest.id, published: undefined }
        const made = await publishIn(tx, loaded, files, author)
        return { id: made.id, published: made }
      })
      if (published !== undefined) onPublished(published)
      return id
    },
    newerThan: (id) => newestIn(db.queries, id),
    adopt: (id, loaded) =>
      db.transaction(async (tx) => {
        await lock(tx)
        // A newer edition has stored its odds: the odds of this one must not become active again.
        if ((await newestIn(tx, id)) === undefined) await record(tx, loaded)
      }),
  }
}
