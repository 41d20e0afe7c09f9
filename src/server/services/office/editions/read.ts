// Reads the editions of the shop for the office: the list, one with what it changed, and the texts of a file.
import type {
  ChangedFile,
  EditionFileReply,
  EditionReply,
  EditionsReply,
} from '../../../../protocol/office/editions.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import {
  type EditionRecord,
  editionBefore,
  editionRecord,
  listEditions,
  newestId,
  textOf,
} from '../../../shop/edition-store.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'

/** Returns a page of the editions. */
export async function readEditions(queries: Queries, below: number | undefined): Promise<EditionsReply> {
  const [rows, inForce] = [await listEditions(queries, { limit: PAGE_LIMIT, below }), await newestId(queries)]
  const page = pageOf(rows, ({ id }) => String(id))
  const editions = page.rows.map(({ first, at, ...row }) => ({ ...row, at: at.getTime(), first: [...first] }))
  return { editions, cursor: page.cursor, inForce: inForce === 0 ? null : inForce }
}

/** What is compared: a text or its digest by the name of its file, and which files are the shop's own. */
interface Compared {
  readonly files: Readonly<Record<string, string>>
  readonly own: readonly string[]
}

/** Returns the files that differ, by their names. */
export function changedFiles(before: Compared, after: Compared): ChangedFile[] {
  return [...new Set([...Object.keys(before.files), ...Object.keys(after.files)])]
    .sort()
    .flatMap((name): ChangedFile[] => {
      const [from, to] = [before.files[name], after.files[name]]
      const wasOwn = before.own.includes(name)
      const isOwn = to === undefined ? wasOwn : after.own.includes(name)
      if (from === to) return wasOwn === isOwn ? [] : [{ name, what: 'same', isOwn }]
      const what = from === undefined ? 'new' : to === undefined ? 'removed' : 'changed'
      return [{ name, what, isOwn }]
    })
}

const unknown = (): ProtocolError => new ProtocolError(404, 'unknown', 'There is no such edition')

async function editionOf(queries: Queries, id: number): Promise<EditionRecord> {
  const edition = await editionRecord(queries, id)
  if (edition === undefined) throw unknown()
  return edition
}

const compared = ({ digests, own }: EditionRecord): Compared => ({ files: digests, own })

/** Returns one edition. Throws ProtocolError 'unknown'. */
export async function readEdition(queries: Queries, id: number): Promise<EditionReply> {
  const [edition, previous] = [await editionOf(queries, id), await editionBefore(queries, id)]
  const { at, author, writer, note, changes, own } = edition
  return {
    id,
    at: at.getTime(),
    author,
    writer,
    note,
    inForce: (await newestId(queries)) === id,
    previous: previous?.id ?? null,
    changes: [...changes],
    files: previous === undefined ? [] : changedFiles(compared(previous), compared(edition)),
    own: [...own],
  }
}

/** Returns a file before and after an edition. Throws ProtocolError 'unknown'. */
export async function readEditionFile(queries: Queries, id: number, name: string): Promise<EditionFileReply> {
  const [edition, previous] = [await editionOf(queries, id), await editionBefore(queries, id)]
  const [from, to] = [previous?.digests[name], edition.digests[name]]
  if (from === undefined && to === undefined) throw new ProtocolError(404, 'unknown', 'There is no such file')
  return { before: await textOf(queries, from), after: await textOf(queries, to) }
}
