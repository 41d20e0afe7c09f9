// Drafts: changes of the shop that somebody works on, or that wait for their time. Nothing in force knows of them.
import { and, desc, eq, lt, lte, sql } from 'drizzle-orm'
import type { DraftState } from '../../game/office/subjects.ts'
import type { Queries } from '../db/database.ts'
import { hasState } from '../db/has-state.ts'
import { staff } from '../db/schema-office.ts'
import { shopDrafts } from '../db/schema-operations.ts'
import type { FileChange } from './publish.ts'

export interface Draft extends FileChange {
  readonly id: number
  readonly title: string
  readonly state: DraftState
  /** Counts its changes. */
  readonly version: number
  /** Who changed it last, and when. */
  readonly editor: { readonly id: string; readonly name: string }
  readonly changedAt: Date
  /** When it is published. */
  readonly dueAt: Date | null
  /** Who approved it, and why. */
  readonly approvedBy: string | null
  readonly note: string
  /** Why it was not published at its time. */
  readonly fault: string | null
  /** The edition that it became. */
  readonly edition: number | null
}

const columns = {
  id: shopDrafts.id,
  title: shopDrafts.title,
  state: shopDrafts.state,
  base: shopDrafts.base,
  files: shopDrafts.files,
  version: shopDrafts.version,
  editor: { id: staff.id, name: staff.name },
  changedAt: shopDrafts.changedAt,
  dueAt: shopDrafts.dueAt,
  approvedBy: shopDrafts.approvedBy,
  note: shopDrafts.note,
  fault: shopDrafts.fault,
  edition: shopDrafts.edition,
} as const

/** Returns a draft by its number; undefined where there is none. */
export async function draftById(queries: Queries, id: number): Promise<Draft | undefined> {
  const [row] = await queries
    .select(columns)
    .from(shopDrafts)
    .innerJoin(staff, eq(staff.id, shopDrafts.editorId))
    .where(eq(shopDrafts.id, id))
  return row
}

/** Returns a draft that nobody else changes until the transaction ends; undefined where there is none. */
export async function lockDraft(tx: Queries, id: number): Promise<Draft | undefined> {
  await tx.select({ id: shopDrafts.id }).from(shopDrafts).where(eq(shopDrafts.id, id)).for('update')
  return draftById(tx, id)
}

/** A draft in a list: the names of its files in place of their texts. */
export type ListedDraft = Omit<Draft, 'files' | 'note' | 'approvedBy'> & { readonly names: readonly string[] }

/**
 * Lists drafts, the newest first.
 *
 * @param below list those before a draft; the newest where it is left out
 */
export function listDrafts(
  queries: Queries,
  filter: {
    readonly limit: number
    readonly below?: number | undefined
    readonly state?: DraftState | undefined
    /** Only those with a file whose name begins with it, or with one of several that commas divide. */
    readonly file?: string | undefined
  },
): Promise<ListedDraft[]> {
  const { limit, below, state, file } = filter
  const { files: _texts, note: _note, approvedBy: _approvedBy, ...listed } = columns
  const hasFile =
    file === undefined
      ? undefined
      : sql`exists (select from jsonb_object_keys(${shopDrafts.files}) name, unnest(string_to_array(${file}, ',')) begins where starts_with(name, begins))`
  return queries
    .select({
      ...listed,
      names: sql<
        string[]
      >`(select coalesce(jsonb_agg(name order by name), '[]') from jsonb_object_keys(${shopDrafts.files}) name)`,
    })
    .from(shopDrafts)
    .innerJoin(staff, eq(staff.id, shopDrafts.editorId))
    .where(
      and(
        below === undefined ? undefined : lt(shopDrafts.id, below),
        state === undefined ? undefined : hasState(shopDrafts.state, state),
        hasFile,
      ),
    )
    .orderBy(desc(shopDrafts.id))
    .limit(limit)
}

/** A draft as somebody writes it. */
export interface WrittenDraft extends FileChange {
  readonly title: string
  readonly editorId: string
  readonly at: Date
}

/** Begins a draft. Returns its number. */
export async function addDraft(tx: Queries, { title, base, files, editorId, at }: WrittenDraft): Promise<number> {
  const [made] = await tx
    .insert(shopDrafts)
    .values({ title, base, files, authorId: editorId, editorId, madeAt: at, changedAt: at })
    .returning({ id: shopDrafts.id })
  if (made === undefined) throw new Error('A new draft returned no row')
  return made.id
}

/** What becomes of a draft. */
export type DraftChange = Partial<
  Pick<Draft, 'title' | 'state' | 'base' | 'files' | 'dueAt' | 'approvedBy' | 'note' | 'fault' | 'edition'>
>

/** Changes a draft. A new version is one that nobody has looked at yet. */
export async function changeDraft(
  tx: Queries,
  id: number,
  change: DraftChange & { readonly editorId?: string; readonly at: Date },
): Promise<void> {
  const { at, editorId, ...values } = change
  const isWritten = values.files !== undefined || values.base !== undefined || values.title !== undefined
  await tx
    .update(shopDrafts)
    .set({
      ...values,
      ...(editorId === undefined ? {} : { editorId, changedAt: at }),
      ...(isWritten ? { version: sql`${shopDrafts.version} + 1` } : {}),
    })
    .where(eq(shopDrafts.id, id))
}

/** Returns the numbers of the drafts whose time has come, the earliest first. */
export async function dueDrafts(queries: Queries, at: Date): Promise<number[]> {
  const rows = await queries
    .select({ id: shopDrafts.id })
    .from(shopDrafts)
    .where(and(hasState(shopDrafts.state, 'due'), lte(shopDrafts.dueAt, at)))
    .orderBy(shopDrafts.dueAt, shopDrafts.id)
  return rows.map(({ id }) => id)
}
