// Reads drafts of the shop, and the files that they change.
import { and, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { DraftState } from '../../../../game/office/subjects.ts'
import {
  type DraftChangesReply,
  type DraftReply,
  type DraftsReply,
  draftPublishBodySchema,
  type PublishQuestion,
  type ShopFilesReply,
} from '../../../../protocol/office/drafts.ts'
import type { EditionFileReply } from '../../../../protocol/office/editions.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { proposals, staff } from '../../../db/schema-office.ts'
import { type Draft, draftById, listDrafts } from '../../../shop/draft-store.ts'
import { editionById, newestEdition } from '../../../shop/edition-store.ts'
import { draftChange, ShopOvertaken } from '../../../shop/publish.ts'
import { checkWritten } from '../../../shop/publish-drafts.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'
import { type EditionSources, previewOf } from '../editions/prospect.ts'

const momentOf = (date: Date | null): number | null => date?.getTime() ?? null

type AskedQuestion = Omit<PublishQuestion, 'isOld'> & { readonly version: number }
type Questions = ReadonlyMap<number, AskedQuestion>

function questionView(question: AskedQuestion | undefined, draftVersion: number): PublishQuestion | null {
  if (question === undefined) return null
  const { version, ...view } = question
  return { ...view, isOld: version !== draftVersion }
}

/** What is read of the body of a proposal. */
const questionBody = z.object(draftPublishBodySchema.pick({ version: true, dueAt: true }).shape)

/** Returns who asks a second person to publish drafts, by their numbers; the newest of several proposals counts. */
async function questionsAbout(queries: Queries, ids: readonly number[], nowMs: number): Promise<Questions> {
  if (ids.length === 0) return new Map()
  const { id, verb, subject, state, body, expiresAt, proposerId } = proposals
  const rows = await queries
    .select({ subject, body, expiresAt, by: staff.name })
    .from(proposals)
    .innerJoin(staff, eq(staff.id, proposerId))
    .where(
      and(
        eq(verb, 'drafts.publish'),
        hasState(state, 'open'),
        gt(expiresAt, new Date(nowMs)),
        inArray(subject, ids.map(String)),
      ),
    )
    .orderBy(id)
  return new Map(
    rows.map((row) => [
      Number(row.subject),
      { by: row.by, expiresAt: row.expiresAt.getTime(), ...questionBody.parse(row.body) },
    ]),
  )
}

function headOf<Of extends Pick<Draft, 'id' | 'version' | 'changedAt' | 'dueAt'>>(draft: Of, questions: Questions) {
  return {
    ...draft,
    changedAt: draft.changedAt.getTime(),
    dueAt: momentOf(draft.dueAt),
    question: questionView(questions.get(draft.id), draft.version),
  }
}

/** Returns a page of the drafts. */
export async function readDrafts(
  queries: Queries,
  filter: {
    readonly state?: DraftState | undefined
    readonly file?: string | undefined
    readonly cursor?: number | undefined
  },
  nowMs: number,
): Promise<DraftsReply> {
  const { cursor: below, ...wanted } = filter
  const page = pageOf(await listDrafts(queries, { ...wanted, below, limit: PAGE_LIMIT }), ({ id }) => String(id))
  const questions = await questionsAbout(
    queries,
    page.rows.map(({ id }) => id),
    nowMs,
  )
  return { drafts: page.rows.map((row) => ({ ...headOf(row, questions), names: [...row.names] })), cursor: page.cursor }
}

async function draftOf(queries: Queries, id: number): Promise<Draft> {
  const draft = await draftById(queries, id)
  if (draft === undefined) throw new ProtocolError(404, 'unknown', 'There is no such draft')
  return draft
}

/** Returns the state of a draft. Throws ProtocolError 'unknown'. */
export async function draftState(queries: Queries, id: number): Promise<DraftState> {
  return (await draftOf(queries, id)).state
}

/** Returns a draft. Throws ProtocolError 'unknown'. */
export async function readDraft(queries: Queries, id: number, nowMs: number): Promise<DraftReply> {
  const draft = await draftOf(queries, id)
  return { ...headOf(draft, await questionsAbout(queries, [id], nowMs)), files: { ...draft.files } }
}

/** Returns what a draft would change now; one that was published, nothing. Throws ProtocolError 'unknown'. */
export async function readDraftChanges(
  queries: Queries,
  shop: EditionSources,
  id: number,
  nowMs: number,
): Promise<DraftChangesReply> {
  const draft = await draftOf(queries, id)
  const nothing = { base: draft.base, changes: [], files: [], faults: [], overtaken: [] }
  if (draft.edition !== null) return nothing
  try {
    const edition = await draftChange(queries, shop.sources, draft)
    return edition === undefined
      ? nothing
      : { ...(await previewOf(edition, checkWritten(edition, shop.sources, nowMs))), overtaken: [] }
  } catch (error) {
    if (error instanceof ShopOvertaken) return { ...nothing, overtaken: error.faults.map(({ file }) => file) }
    throw error
  }
}

/** Returns a file as it was in the draft's base, and as the draft has it. Throws ProtocolError 'unknown'. */
export async function readDraftFile(
  queries: Queries,
  { sources: { release } }: EditionSources,
  id: number,
  name: string,
): Promise<EditionFileReply> {
  const { base, files } = await draftOf(queries, id)
  const text = files[name]
  if (text === undefined) throw new ProtocolError(404, 'unknown', 'There is no such file')
  const before = (await editionById(queries, base))?.files[name]
  return { before: before ?? null, after: text ?? release[name] ?? null }
}

/** Returns the files of the edition in force whose names begin with a text, or with one of several that commas divide. */
export async function readShopFiles(queries: Queries, begins: string): Promise<ShopFilesReply> {
  const newest = await newestEdition(queries)
  if (newest === undefined) throw new ProtocolError(404, 'unknown', 'The site has no edition yet')
  const beginnings = begins.split(',')
  const isWanted = (name: string): boolean => beginnings.some((beginning) => name.startsWith(beginning))
  const files = Object.entries(newest.files).filter(([name]) => isWanted(name))
  return {
    edition: newest.id,
    files: Object.fromEntries(files),
    own: newest.own.filter(isWanted),
  }
}
