// When the record of each case changed last: the files of editions, the newest first, compared record by record.
import { desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/database.ts'
import { shopEditions, shopFiles } from '../../../db/schema-operations.ts'
import { newestId } from '../../../shop/edition-store.ts'

const FILE = 'cases.json'

/** How many editions are looked through, and how many of their files are read: imports of prices write one a day. */
const EDITIONS_MOST = 1_000
const FILES_MOST = 60

export interface CaseChange {
  readonly edition: number
  readonly at: number
}

export type CaseChanges = ReadonlyMap<string, CaseChange>

/** Returns the text of each case by its address; nothing for a file that is none of cases. */
function recordsOf(text: string): Map<string, string> {
  try {
    const { cases } = JSON.parse(text) as { readonly cases: readonly { readonly url: string }[] }
    return new Map(cases.map((record) => [record.url, JSON.stringify(record)]))
  } catch {
    return new Map()
  }
}

interface FileOfEdition extends CaseChange {
  readonly digest: string | null
}

/** Returns the editions that brought another file of cases, the newest first. */
async function readFiles(queries: Queries): Promise<FileOfEdition[]> {
  const digest = sql<string | null>`${shopEditions.files} ->> ${FILE}`
  const rows = await queries
    .select({ edition: shopEditions.id, at: shopEditions.at, digest })
    .from(shopEditions)
    .orderBy(desc(shopEditions.id))
    .limit(EDITIONS_MOST)
  return rows
    .filter((row, place) => row.digest !== rows[place + 1]?.digest)
    .map(({ edition, at, digest: name }) => ({ edition, at: at.getTime(), digest: name }))
}

async function readRecords(queries: Queries, digest: string | null): Promise<Map<string, string>> {
  if (digest === null) return new Map()
  const [file] = await queries.select({ text: shopFiles.text }).from(shopFiles).where(eq(shopFiles.digest, digest))
  return recordsOf(file?.text ?? '')
}

async function readChanges(queries: Queries): Promise<CaseChanges> {
  const files = (await readFiles(queries)).slice(0, FILES_MOST)
  const changes = new Map<string, CaseChange>()
  const [first] = files
  if (first === undefined) return changes
  let after = await readRecords(queries, first.digest)
  let left = [...after.keys()]
  for (const [place, { edition, at }] of files.entries()) {
    if (left.length === 0) break
    const older = files[place + 1]
    // What is before the oldest file that is read is not known, unless there is none.
    if (older === undefined && files.length === FILES_MOST) break
    const before = older === undefined ? new Map<string, string>() : await readRecords(queries, older.digest)
    const changed = left.filter((url) => before.get(url) !== after.get(url))
    for (const url of changed) changes.set(url, { edition, at })
    left = left.filter((url) => !changes.has(url))
    after = before
  }
  return changes
}

/** Makes the reader of changes; what it has read stays until there is another edition. */
export function createCaseHistory(queries: Queries): () => Promise<CaseChanges> {
  let kept: { readonly edition: number; readonly changes: Promise<CaseChanges> } | undefined
  return async () => {
    const edition = await newestId(queries)
    if (kept?.edition === edition) return kept.changes
    const reading = { edition, changes: readChanges(queries) }
    kept = reading
    reading.changes.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.changes
  }
}
