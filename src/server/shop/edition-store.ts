// The editions of a shop in the database. Their texts are stored once each: most editions differ in one file.
import { createHash } from 'node:crypto'
import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { pictureFileOf } from '../../content/pictures.ts'
import type { ShopFiles } from '../../content/shop-files.ts'
import type { Queries } from '../db/database.ts'
import { queryRows } from '../db/database.ts'
import { shopEditions, shopFiles } from '../db/schema-operations.ts'

/** The key of the advisory lock under which all instances and commands publish; any number. */
const EDITIONS_LOCK = 7_306_042_000

export interface Edition {
  readonly id: number
  readonly digest: string
  /** The digest of its catalogue, which what is played is compared with. */
  readonly catalogueDigest: string
  readonly files: ShopFiles
  /** The names of the files that are the shop's own; the others are those of the release. */
  readonly own: readonly string[]
}

/** What a new edition consists of. */
export interface NewEdition extends Omit<Edition, 'id' | 'digest'> {
  readonly author: string
  readonly note: string
  /** What differs from the edition before it, a line each. */
  readonly changes: readonly string[]
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Returns the digest of each file, in the order of their names. */
function digestsOf(files: ShopFiles): [name: string, digest: string][] {
  return Object.entries(files)
    .map(([name, text]): [string, string] => [name, sha256(text)])
    .sort(byName)
}

/** Returns the digest of a shop's files: the same digest is the same shop. */
export function shopDigest(files: ShopFiles): string {
  return sha256(
    digestsOf(files)
      .map(([name, digest]) => `${name}:${digest}\n`)
      .join(''),
  )
}

/** Lets one publish at a time, until the transaction ends. */
export async function lockEditions(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EDITIONS_LOCK})`)
}

/** Returns the id of the newest edition; 0 before the first. */
export async function newestId(queries: Queries): Promise<number> {
  const [row] = await queryRows<{ id: number }>(queries, sql`select coalesce(max(id), 0)::int as id from shop_editions`)
  return row?.id ?? 0
}

const WITH_TEXTS = sql`
  id, digest, catalogue_digest as "catalogueDigest", own, (
    select jsonb_object_agg(named.key, shop_files.text)
    from jsonb_each_text(shop_editions.files) named join shop_files on shop_files.digest = named.value
  ) as files`

/** Returns the newest edition, which is the one in force; undefined before the first. */
export async function newestEdition(queries: Queries): Promise<Edition | undefined> {
  const [row] = await queryRows<Edition>(queries, sql`select ${WITH_TEXTS} from shop_editions order by id desc limit 1`)
  return row
}

/** Returns an edition by its id; undefined where there is none. */
export async function editionById(queries: Queries, id: number): Promise<Edition | undefined> {
  const [row] = await queryRows<Edition>(queries, sql`select ${WITH_TEXTS} from shop_editions where id = ${id}`)
  return row
}

/** Tells whether these files were an edition at some time. */
export async function wasEdition(queries: Queries, digest: string): Promise<boolean> {
  const known = await queries
    .select({ id: shopEditions.id })
    .from(shopEditions)
    .where(eq(shopEditions.digest, digest))
    .limit(1)
  return known.length > 0
}

/** Stores an edition, which is in force when the transaction has committed. Returns it. */
export async function addEdition(
  tx: Queries,
  { files, catalogueDigest, own, author, note, changes }: NewEdition,
): Promise<Edition> {
  const digests = digestsOf(files)
  const texts = digests.map(([name, digest]) => ({ digest, text: files[name] }))
  await tx.execute(sql`
    insert into shop_files (digest, text)
    select distinct on (digest) digest, text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given(digest text, text text)
    order by digest
    on conflict (digest) do nothing`)
  const digest = shopDigest(files)
  const [made] = await tx
    .insert(shopEditions)
    .values({ digest, catalogueDigest, files: Object.fromEntries(digests), own, author, note, changes })
    .returning({ id: shopEditions.id })
  if (made === undefined) throw new Error('Publishing an edition returned no row')
  return { id: made.id, digest, catalogueDigest, files, own }
}

const head = {
  id: shopEditions.id,
  at: shopEditions.at,
  author: shopEditions.author,
  /** Who wrote the draft that it was; null for one that was no draft. */
  writer: sql<string | null>`(select staff.name from shop_drafts join staff on staff.id = shop_drafts.editor_id
    where shop_drafts.edition = shop_editions.id order by shop_drafts.id limit 1)`,
  note: shopEditions.note,
} as const

/** How many lines of its difference a list shows of an edition. */
const FIRST_LINES = 3

/** An edition in a list. */
export interface ListedEdition {
  readonly id: number
  readonly at: Date
  readonly author: string
  /** Who wrote the draft that it was; null for one that was no draft. */
  readonly writer: string | null
  readonly note: string
  /** How many lines its difference has, and the first of them. */
  readonly count: number
  readonly first: readonly string[]
}

/**
 * Lists editions, the newest first.
 *
 * @param below list those before an edition; the newest where it is left out
 */
export function listEditions(
  queries: Queries,
  { limit, below }: { readonly limit: number; readonly below?: number | undefined },
): Promise<ListedEdition[]> {
  const { id, changes } = shopEditions
  return queries
    .select({
      ...head,
      count: sql<number>`jsonb_array_length(${changes})`.mapWith(Number),
      first: sql<string[]>`jsonb_path_query_array(${changes}, ${`$[0 to ${FIRST_LINES - 1}]`}::jsonpath)`,
    })
    .from(shopEditions)
    .where(below === undefined ? undefined : lt(id, below))
    .orderBy(desc(id))
    .limit(limit)
}

/** An edition without its texts. */
export interface EditionRecord {
  readonly id: number
  readonly at: Date
  readonly author: string
  readonly writer: string | null
  readonly note: string
  readonly changes: readonly string[]
  readonly own: readonly string[]
  /** The digests of the texts, by the names of their files. */
  readonly digests: Readonly<Record<string, string>>
}

async function recordWhere(queries: Queries, condition: SQL): Promise<EditionRecord | undefined> {
  const { id, changes, own, files: digests } = shopEditions
  const [row] = await queries
    .select({ ...head, changes, own, digests })
    .from(shopEditions)
    .where(condition)
    .orderBy(desc(id))
    .limit(1)
  return row
}

/** Returns an edition without its texts; undefined where there is none. */
export const editionRecord = (queries: Queries, id: number): Promise<EditionRecord | undefined> =>
  recordWhere(queries, eq(shopEditions.id, id))

/** Returns the edition before another one; undefined before the first. A publication that failed may have left a gap between their numbers. */
export const editionBefore = (queries: Queries, id: number): Promise<EditionRecord | undefined> =>
  recordWhere(queries, lt(shopEditions.id, id))

/** Returns a text by its digest; null where there is none. */
export async function textOf(queries: Queries, digest: string | undefined): Promise<string | null> {
  if (digest === undefined) return null
  const [row] = await queries.select({ text: shopFiles.text }).from(shopFiles).where(eq(shopFiles.digest, digest))
  return row?.text ?? null
}

/** Comes after every digit of a digest. */
const AFTER_DIGITS = 'g'

/**
 * Returns the pictures of these names that were stored at any time: a name is the beginning of the digest of its text.
 *
 * @param names those of picture files
 */
export async function storedPictures(queries: Queries, names: readonly string[]): Promise<ShopFiles> {
  if (names.length === 0) return {}
  const begins = names.map((name) => name.replace(/^pictures\/|\.webp$/g, ''))
  const { digest } = shopFiles
  const rows = await queries
    .select({ text: shopFiles.text })
    .from(shopFiles)
    .where(or(...begins.map((begin) => and(gte(digest, begin), lt(digest, `${begin}${AFTER_DIGITS}`)))))
  return Object.fromEntries(rows.map(({ text }) => [pictureFileOf(text), text]))
}

/** Stores a picture in base64, for the editions to come whose texts show it. Returns the name of its file. */
export async function storePicture(tx: Queries, text: string): Promise<string> {
  await tx
    .insert(shopFiles)
    .values({ digest: sha256(text), text })
    .onConflictDoNothing()
  return pictureFileOf(text)
}
