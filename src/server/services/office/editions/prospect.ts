// What the acts about editions and drafts share: what they would publish, as a proposal and a preview show it.
import { createHash } from 'node:crypto'
import { type EditionLine, editionText } from '../../../../game/office/edition-lines.ts'
import type { BackReply } from '../../../../protocol/office/editions.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type CatalogueFault, formatFault } from '../../../catalogue/faults.ts'
import type { ActiveShop } from '../../../shop/active-shop.ts'
import { EditionUnknown } from '../../../shop/go-back.ts'
import { type DraftEdition, ShopOvertaken, ShopRefused } from '../../../shop/publish.ts'
import type { Prospect } from '../acts.ts'
import { changedFiles } from './read.ts'

/** What the acts about editions ask of the site. */
export type EditionSources = Pick<ActiveShop, 'sources' | 'announce'>

const filesOf = ({ faults }: ShopRefused): string => faults.map(({ file }) => file).join(', ')

/** Refuses what the service refuses, in the words of the office, and what changes nothing. */
export async function allowed<Result>(work: Promise<Result | undefined>): Promise<Result> {
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

/** Returns what an edition would change, for a person who decides. */
export const differenceOf = (draft: DraftEdition): Prospect['difference'] => [
  ...draft.lines.map(differenceLine),
  { field: 'digest', before: null, after: digestOf(draft) },
]

async function faultsOf(check: Promise<unknown>): Promise<readonly CatalogueFault[]> {
  try {
    await check
    return []
  } catch (error) {
    if (error instanceof ShopRefused) return error.faults
    throw error
  }
}

/**
 * Returns what an edition would change, and what is wrong with it.
 *
 * @param check what throws its faults
 */
export async function previewOf(draft: DraftEdition, check: Promise<unknown>): Promise<BackReply> {
  const faults = await faultsOf(check)
  return {
    base: draft.newest.id,
    changes: draft.lines.map(editionText),
    files: changedFiles(draft.newest, draft),
    faults: faults.map(({ file, line, message }) => ({ file, line, message })),
  }
}
