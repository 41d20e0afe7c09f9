// Writes drafts of the shop. Nothing in force changes by it.
import type { DraftBody, DraftCheckReply, NewDraftBody, WrittenDraft } from '../../../../protocol/office/drafts.ts'
import type { StaffActor } from '../../../audit/actor.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { addDraft, changeDraft, type Draft, type DraftChange, lockDraft } from '../../../shop/draft-store.ts'
import { newestId } from '../../../shop/edition-store.ts'
import { draftChange, type FileChange, ShopOvertaken } from '../../../shop/publish.ts'
import { checkWritten } from '../../../shop/publish-drafts.ts'
import { isShopText } from '../../../shop/shop-files.ts'
import { type EditionSources, previewOf } from '../editions/prospect.ts'
import { NotAllowed } from '../refusal.ts'

/** What writing needs. */
export interface DraftWriter {
  readonly db: Database
  readonly now: () => number
}

/** Throws ProtocolError 'unknown-file' for what is no text of a shop: pictures follow from the texts that show them. */
function assertFiles(files: FileChange['files']): void {
  const unknown = Object.keys(files).filter((name) => !isShopText(name))
  if (unknown.length > 0) {
    throw new ProtocolError(400, 'unknown-file', `${unknown.join(', ')}: no text of a shop has this name`)
  }
}

/** Returns a draft that is locked. Throws ProtocolError 'unknown'. */
export async function lockedDraft(tx: Queries, id: number): Promise<Draft> {
  const draft = await lockDraft(tx, id)
  if (draft === undefined) throw new ProtocolError(404, 'unknown', 'There is no such draft')
  return draft
}

/** Throws ProtocolError 'draft-changed' where a colleague has written it since it was read. */
export function assertVersion(draft: Draft, version: number): void {
  if (draft.version === version) return
  throw new ProtocolError(409, 'draft-changed', `${draft.editor.name} has changed the draft meanwhile`)
}

/** Begins a draft. Throws ProtocolError 'unknown-file'. */
export async function beginDraft(
  { db, now }: DraftWriter,
  { title, base, files }: NewDraftBody,
  by: StaffActor,
): Promise<WrittenDraft> {
  assertFiles(files)
  return db.transaction(async (tx) => {
    if (base > (await newestId(tx))) throw new ProtocolError(404, 'unknown', 'There is no such edition')
    const id = await addDraft(tx, { title, base, files, editorId: by.staffId, at: new Date(now()) })
    await recordAct(tx, { by, verb: 'drafts.write', kind: 'draft', subject: id, after: { state: 'open' } })
    return { id, version: 1 }
  })
}

/** Changes an open draft in a transaction: what is due was approved as it is. */
async function change(
  { db, now }: DraftWriter,
  { id, version }: { readonly id: number; readonly version: number },
  by: StaffActor,
  changeOf: (tx: Queries, draft: Draft) => Promise<DraftChange>,
): Promise<WrittenDraft> {
  return db.transaction(async (tx) => {
    const draft = await lockedDraft(tx, id)
    if (draft.state !== 'open' && draft.state !== 'failed') throw new NotAllowed('state')
    assertVersion(draft, version)
    const at = new Date(now())
    const opened = { state: 'open', dueAt: null, fault: null } as const
    await changeDraft(tx, id, { ...opened, ...(await changeOf(tx, draft)), editorId: by.staffId, at })
    return { id, version: (await lockedDraft(tx, id)).version }
  })
}

/**
 * Saves an open draft.
 *
 * @throws ProtocolError 'unknown', 'unknown-file', 'draft-changed'
 * @throws NotAllowed for one that is not open
 */
export function saveDraft(
  writer: DraftWriter,
  id: number,
  { version, title, files }: DraftBody,
  by: StaffActor,
): Promise<WrittenDraft> {
  assertFiles(files)
  return change(writer, { id, version }, by, async () => ({ title, files }))
}

/** Saves an open draft whose files were made anew of another edition, which is its base from then on. Throws as `saveDraft`. */
export function rewriteDraft(
  writer: DraftWriter,
  id: number,
  { version, title, base, files }: DraftBody & Pick<NewDraftBody, 'base'>,
  by: StaffActor,
): Promise<WrittenDraft> {
  assertFiles(files)
  return change(writer, { id, version }, by, async () => ({ title, base, files }))
}

/** Makes the edition in force the base of an open draft, whose texts stay: what others changed was looked at. Throws as `saveDraft`. */
export function followEdition(writer: DraftWriter, id: number, version: number, by: StaffActor): Promise<WrittenDraft> {
  return change(writer, { id, version }, by, async (tx) => ({ base: await newestId(tx) }))
}

/** Drops an open draft, which stays to be read. Throws as `saveDraft`. */
export async function dropDraft(writer: DraftWriter, id: number, version: number, by: StaffActor): Promise<void> {
  await change(writer, { id, version }, by, async (tx, { state }) => {
    const states = { before: { state }, after: { state: 'dropped' } }
    await recordAct(tx, { by, verb: 'drafts.write', kind: 'draft', subject: id, ...states })
    return { state: 'dropped' }
  })
}

/** Says what is wrong with the shop that a change would make now. Throws ProtocolError 'unknown-file'. */
export async function checkFiles(
  queries: Queries,
  shop: EditionSources,
  change: FileChange,
  nowMs: number,
): Promise<DraftCheckReply> {
  assertFiles(change.files)
  try {
    const draft = await draftChange(queries, shop.sources, change)
    return {
      faults: draft === undefined ? [] : (await previewOf(draft, checkWritten(draft, shop.sources, nowMs))).faults,
      overtaken: [],
    }
  } catch (error) {
    if (error instanceof ShopOvertaken) return { faults: [], overtaken: error.faults.map(({ file }) => file) }
    throw error
  }
}
