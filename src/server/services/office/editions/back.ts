// The way back to an edition: what it would change, and the act. It is the service that the command line calls.
import { z } from 'zod'
import type { BackReply, EditionFileReply } from '../../../../protocol/office/editions.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import { lockEditions, newestId } from '../../../shop/edition-store.ts'
import { draftBack, EditionUnknown, goBackIn, type WayBack } from '../../../shop/go-back.ts'
import { checkDraft, type DraftEdition } from '../../../shop/publish.ts'
import { defineAct, type OfficeAct } from '../acts.ts'
import { allowed, differenceOf, type EditionSources, previewOf } from './prospect.ts'

const backBody = z.object({ edition: z.int(), base: z.int() })

/** Makes the act. */
export function editionBack(shop: EditionSources): OfficeAct {
  return defineAct({
    verb: 'editions.back',
    body: backBody,
    look: async (tx, way) => {
      await lockEditions(tx)
      const draft = await allowed(draftBack(tx, shop.sources, way))
      await allowed(checkDraft(draft, shop.sources))
      return {
        kind: 'edition',
        subject: String(way.edition),
        difference: differenceOf(draft),
        entries: [],
      }
    },
    run: async (tx, way, { by, reason }) => {
      const published = await allowed(goBackIn(tx, shop.sources, way, { by, note: reason }))
      return { announce: () => void shop.announce(published) }
    },
  })
}

async function draftOf(queries: Queries, shop: EditionSources, way: WayBack): Promise<DraftEdition | undefined> {
  try {
    return await draftBack(queries, shop.sources, way)
  } catch (error) {
    throw error instanceof EditionUnknown ? new ProtocolError(404, 'unknown', error.message) : error
  }
}

/** Returns what the way back would change now. Throws ProtocolError 'unknown'. */
export async function previewBack(queries: Queries, shop: EditionSources, edition: number): Promise<BackReply> {
  const draft = await draftOf(queries, shop, { edition })
  if (draft === undefined) return { base: await newestId(queries), changes: [], files: [], faults: [] }
  return previewOf(draft, checkDraft(draft, shop.sources))
}

/** Returns a file as it is, and as the way back would make it. Throws ProtocolError 'unknown'. */
export async function previewBackFile(
  queries: Queries,
  shop: EditionSources,
  edition: number,
  name: string,
): Promise<EditionFileReply> {
  const draft = await draftOf(queries, shop, { edition })
  const [before, after] = [draft?.newest.files[name], draft?.files[name]]
  if (before === undefined && after === undefined) throw new ProtocolError(404, 'unknown', 'There is no such file')
  return { before: before ?? null, after: after ?? null }
}
