// The way back to an edition: what it would change, and the act. It is the service that the command line calls.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type EditionLine, editionText } from '../../../../game/office/edition-lines.ts'
import type { BackReply, EditionFileReply } from '../../../../protocol/office/editions.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type CatalogueFault, formatFault } from '../../../catalogue/faults.ts'
import type { Queries } from '../../../db/database.ts'
import type { ActiveShop } from '../../../shop/active-shop.ts'
import { lockEditions, newestId } from '../../../shop/edition-store.ts'
import { draftBack, EditionUnknown, goBackIn, type WayBack } from '../../../shop/go-back.ts'
import { checkDraft, type DraftEdition, ShopOvertaken, ShopRefused } from '../../../shop/publish.ts'
import { defineAct, type OfficeAct, type Prospect } from '../acts.ts'
import { changedFiles } from './read.ts'

/** What the acts about editions ask of the site. */
export type EditionSources = Pick<ActiveShop, 'sources' | 'announce'>

const backBody = z.object({ edition: z.int(), base: z.int() })

const filesOf = ({ faults }: ShopRefused): string => faults.map(({ file }) => file).join(', ')

/** Refuses what the service refuses, in the words of the office. */
async function allowed<Result>(work: Promise<Result | undefined>): Promise<Result> {
  try {
    const result = await work
    if (result === undefined) throw new ProtocolError(409, 'edition-same', 'The shop’s own files are as they were')
    return result
  } catch (error) {
    if (error instanceof EditionUnknown) throw new ProtocolError(404, 'unknown', error.message)
    if (error instanceof ShopOvertaken) throw new ProtocolError(409, 'edition-overtaken', filesOf(error))
    if (error instanceof ShopRefused) {
      throw new ProtocolError(409, 'edition-faults', error.faults.map(formatFault).join('; '))
    }
    throw error
  }
}

/** A line of the difference as a proposal has it. */
function differenceLine(line: EditionLine): Prospect['difference'][number] {
  if ('what' in line) return { field: 'changes', item: line.file, before: null, after: line.what }
  if ('more' in line) return { field: 'changes', item: `${line.file}: …`, before: null, after: `+${line.more}` }
  return { field: 'changes', item: `${line.file}: ${line.path}`, before: line.before, after: line.after }
}

/** Returns the digest of all files as they would be: a line says of a text only that it changed. */
function digestOf({ newest, files }: DraftEdition): string {
  const changed = Object.keys({ ...newest.files, ...files })
    .filter((name) => newest.files[name] !== files[name])
    .sort()
  return createHash('sha256')
    .update(JSON.stringify(changed.map((name) => [name, files[name] ?? null])))
    .digest('hex')
}

/** Makes the act. */
export function editionBack(shop: EditionSources): OfficeAct {
  return defineAct({
    verb: 'editions.back',
    body: backBody,
    look: async (tx, way) => {
      await lockEditions(tx)
      const draft = await allowed(draftBack(tx, shop.sources, way))
      await allowed(checkDraft(draft, shop.sources))
      const digest = { field: 'digest', before: null, after: digestOf(draft) } as const
      return {
        kind: 'edition',
        subject: String(way.edition),
        difference: [...draft.lines.map(differenceLine), digest],
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

async function faultsOf(draft: DraftEdition, shop: EditionSources): Promise<readonly CatalogueFault[]> {
  try {
    await checkDraft(draft, shop.sources)
    return []
  } catch (error) {
    if (error instanceof ShopRefused) return error.faults
    throw error
  }
}

/** Returns what the way back would change now. Throws ProtocolError 'unknown'. */
export async function previewBack(queries: Queries, shop: EditionSources, edition: number): Promise<BackReply> {
  const draft = await draftOf(queries, shop, { edition })
  if (draft === undefined) return { base: await newestId(queries), changes: [], files: [], faults: [] }
  const faults = await faultsOf(draft, shop)
  return {
    base: draft.newest.id,
    changes: draft.lines.map(editionText),
    files: changedFiles(draft.newest, draft),
    faults: faults.map(({ file, line, message }) => ({ file, line, message })),
  }
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
