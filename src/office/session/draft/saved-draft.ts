// A draft as the server has it, and what is typed and not saved yet.
import type { DraftReply } from '../../../protocol/office/drafts.ts'
import { api } from '../api.ts'

type Files = Readonly<Record<string, string | null>>

/** What a change was made on. */
export interface DraftBasis {
  readonly id: number | null
  readonly base: number
  readonly version: number
  /** The files that were saved before. */
  readonly files: Files
  readonly title: string
}

/** What is not saved yet. */
export interface PendingDraft {
  readonly basis: DraftBasis
  readonly title: string | undefined
  readonly files: Files
}

/** What the server has after it was saved. */
export type SavedDraft = DraftBasis & { readonly id: number }

export const draftKey = (id: number | null): readonly unknown[] => ['drafts', 'one', id]

/** Saves what is pending; begins the draft where there is none. Throws OfficeError. */
export async function writePending({ basis, title: typed, files: edits }: PendingDraft): Promise<SavedDraft> {
  const words = typed?.trim()
  const title = words === undefined || words === '' ? basis.title : words
  const files = { ...basis.files, ...edits }
  const { id, version } = await (basis.id === null
    ? api.post<Pick<SavedDraft, 'id' | 'version'>>('/drafts', { title, base: basis.base, files })
    : api.put<Pick<SavedDraft, 'id' | 'version'>>(`/drafts/${basis.id}`, { version: basis.version, title, files }))
  return { id, version, base: basis.base, title, files }
}

/** Returns what is still not saved after what was sent has been; null for nothing. */
export function restOf(pending: PendingDraft | null, sent: PendingDraft, saved: SavedDraft): PendingDraft | null {
  if (pending === null) return null
  const files = Object.fromEntries(Object.entries(pending.files).filter(([name, text]) => sent.files[name] !== text))
  const title = pending.title === sent.title ? undefined : pending.title
  return title === undefined && Object.keys(files).length === 0 ? null : { basis: saved, title, files }
}

/** Returns the draft as a reply has it after it was saved. */
export function savedReply(
  before: DraftReply | undefined,
  { id, version, base, title, files }: SavedDraft,
  editor: DraftReply['editor'],
): DraftReply {
  const change = { id, version, base, title, files, editor, changedAt: Date.now(), state: 'open', fault: null } as const
  const first = { dueAt: null, edition: null, approvedBy: null, note: '', question: null }
  const question = before?.question == null ? null : { ...before.question, isOld: true }
  return { ...(before ?? first), ...change, question }
}
