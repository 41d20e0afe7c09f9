// Publishes drafts: at once, or when their time has come.
import type { Actor } from '../audit/actor.ts'
import { jobActor } from '../audit/actor.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Database, Queries } from '../db/database.ts'
import { changeDraft, type Draft, dueDrafts, lockDraft } from './draft-store.ts'
import { lockEditions } from './edition-store.ts'
import {
  checkDraft,
  type DraftEdition,
  draftChange,
  type PublishedEdition,
  publishChangeIn,
  ShopRefused,
  type ShopSources,
} from './publish.ts'
import { dayFaults } from './text-days.ts'

/** Who publishes a draft, when, and why. */
export interface Publication {
  readonly by: Actor
  readonly note: string
  readonly at: Date
}

/**
 * Checks what a draft would publish: the shop that it would make, and the days of its texts.
 *
 * @param nowMs milliseconds since 1970
 * @throws ShopRefused with its faults
 */
export async function checkWritten(
  edition: DraftEdition,
  sources: Pick<ShopSources, 'pictures'>,
  nowMs: number,
): Promise<void> {
  await checkDraft(edition, sources)
  const faults = dayFaults(edition, nowMs)
  if (faults.length > 0) throw new ShopRefused(faults)
}

/**
 * Publishes a draft that is locked as the newest edition, which is in force when the transaction has committed; nothing where it changes
 * nothing by now.
 *
 * @throws ShopRefused with the faults of the shop that it would make, or where another change was there before
 */
export async function publishDraftIn(
  tx: Queries,
  sources: ShopSources,
  { id, files, base }: Draft,
  { by, note, at }: Publication,
): Promise<PublishedEdition | undefined> {
  await lockEditions(tx)
  const edition = await draftChange(tx, sources, { files, base })
  if (edition === undefined) return undefined
  await checkWritten(edition, sources, at.getTime())
  const act = { verb: 'drafts.publish', after: { draft: id } } as const
  const published = await publishChangeIn(tx, sources, { files, base, by, note, act })
  if (published === undefined) return undefined
  await changeDraft(tx, id, { state: 'published', edition: published.id, dueAt: null, fault: null, at })
  return published
}

/** What publishing at a time needs. */
export interface DuePublisherParts {
  readonly db: Database
  readonly sources: () => ShopSources
  /** Tells of an edition, and activates it here. */
  readonly announce: (edition: PublishedEdition) => Promise<void>
  readonly now: () => number
}

/** The job that publishes drafts, as audit and editions name it. */
const PUBLISHER = jobActor('drafts')

/** Publishes one draft whose time has come; one that has faults by now waits for a person, who reads why. */
async function publishDue(id: number, parts: DuePublisherParts): Promise<PublishedEdition | undefined> {
  const at = new Date(parts.now())
  try {
    return await parts.db.transaction(async (tx) => {
      const draft = await lockDraft(tx, id)
      // Another instance was faster, or somebody took it back.
      if (draft?.state !== 'due' || draft.dueAt === null || draft.dueAt > at) return undefined
      const note = draft.approvedBy === null ? draft.note : `${draft.note} (${draft.approvedBy})`
      const published = await publishDraftIn(tx, parts.sources(), draft, { by: PUBLISHER, note, at })
      if (published === undefined) await fail(tx, draft, 'It changes nothing by now', at)
      return published
    })
  } catch (error) {
    if (!(error instanceof ShopRefused)) throw error
    await parts.db.transaction(async (tx) => {
      const draft = await lockDraft(tx, id)
      if (draft?.state === 'due') await fail(tx, draft, error.message, at)
    })
    return undefined
  }
}

async function fail(tx: Queries, { id }: Draft, fault: string, at: Date): Promise<void> {
  await changeDraft(tx, id, { state: 'failed', fault, at })
  await recordAct(tx, {
    by: PUBLISHER,
    verb: 'drafts.publish',
    kind: 'draft',
    subject: id,
    before: { state: 'due' },
    after: { state: 'failed', problem: fault },
  })
}

/** Publishes all drafts whose time has come. */
export async function publishDueDrafts(parts: DuePublisherParts): Promise<void> {
  for (const id of await dueDrafts(parts.db.queries, new Date(parts.now()))) {
    const published = await publishDue(id, parts)
    if (published !== undefined) await parts.announce(published)
  }
}
