// The acts about drafts: publish at once or at a time, and take back what waits for its time.
import { z } from 'zod'
import { draftPublishBodySchema } from '../../../../protocol/office/drafts.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { changeDraft, type Draft } from '../../../shop/draft-store.ts'
import { lockEditions } from '../../../shop/edition-store.ts'
import { draftChange } from '../../../shop/publish.ts'
import { checkWritten, publishDraftIn } from '../../../shop/publish-drafts.ts'
import { defineAct, type OfficeAct, type Prospect } from '../acts.ts'
import { allowed, differenceOf, type EditionSources } from '../editions/prospect.ts'
import { assertVersion, lockedDraft } from './write.ts'

const recallBody = z.object({ id: z.int() })
const publishBody = recallBody.extend(draftPublishBodySchema.omit({ reason: true }).shape)

type PublishBody = z.output<typeof publishBody>

/** What publishing does beside the lines of the edition: when, and what it is called. */
function times({ title, state }: Draft, { dueAt }: PublishBody): Prospect['difference'] {
  const after = dueAt === null ? 'published' : 'due'
  return [
    { field: 'name', before: null, after: title },
    { field: 'state', before: state, after },
    ...(dueAt === null ? [] : [{ field: 'startsAt', before: null, after: new Date(dueAt).toISOString() } as const]),
  ]
}

async function lookAt(tx: Queries, shop: EditionSources, body: PublishBody, nowMs: number): Promise<Prospect> {
  const draft = await lockedDraft(tx, body.id)
  assertVersion(draft, body.version)
  await lockEditions(tx)
  const edition = await allowed(draftChange(tx, shop.sources, draft))
  await allowed(checkWritten(edition, shop.sources, nowMs).then(() => edition))
  return {
    kind: 'draft',
    subject: String(body.id),
    state: draft.state,
    difference: [...times(draft, body), ...differenceOf(edition)],
    entries: [],
  }
}

/** Makes the act that publishes a draft. */
export function draftPublish(shop: EditionSources, now: () => number): OfficeAct {
  return defineAct({
    verb: 'drafts.publish',
    body: publishBody,
    look: (tx, body) => lookAt(tx, shop, body, now()),
    run: async (tx, body, { by, reason, at: now }) => {
      const draft = await lockedDraft(tx, body.id)
      const { dueAt } = body
      if (dueAt === null) {
        const published = await allowed(
          publishDraftIn(tx, shop.sources, draft, { by, note: reason, at: new Date(now) }),
        )
        return { announce: () => void shop.announce(published) }
      }
      if (dueAt <= now) throw new ProtocolError(409, 'draft-late', 'The time to publish it is over')
      const due = { state: 'due', dueAt: new Date(dueAt), fault: null } as const
      await changeDraft(tx, draft.id, { ...due, approvedBy: by.name, note: reason, at: new Date(now) })
      await recordAct(tx, {
        by,
        verb: 'drafts.publish',
        kind: 'draft',
        subject: draft.id,
        before: { state: draft.state },
        after: { state: 'due', startsAt: due.dueAt.toISOString() },
        reason,
      })
      return {}
    },
  })
}

/** Takes back what waits for its time: it is open again. */
export const draftRecall = defineAct({
  verb: 'drafts.recall',
  body: recallBody,
  look: async (tx, { id }) => {
    const { state } = await lockedDraft(tx, id)
    const difference = [{ field: 'state', before: state, after: 'open' } as const]
    return { kind: 'draft', subject: String(id), state, difference, entries: [] }
  },
  run: async (tx, { id }, { by, at }) => {
    const states = { before: { state: 'due' }, after: { state: 'open' } }
    await changeDraft(tx, id, { state: 'open', dueAt: null, approvedBy: null, at: new Date(at) })
    await recordAct(tx, { by, verb: 'drafts.recall', kind: 'draft', subject: id, ...states })
    return {}
  },
})
