// The way back: publishes the shop's own files as they were in an edition. Those of the release stay as the release has them now.
import type { ShopFiles } from '../../content/shop-files.ts'
import { editionText } from '../../game/office/edition-lines.ts'
import type { Actor } from '../audit/actor.ts'
import { OperatorError } from '../base/operator-error.ts'
import type { Queries } from '../db/database.ts'
import { type Edition, editionById, lockEditions, newestEdition } from './edition-store.ts'
import {
  type DraftEdition,
  draftChange,
  type FileChange,
  type PublishedEdition,
  publishChangeIn,
  type ShopSources,
} from './publish.ts'

/** There is no edition of a number. */
export class EditionUnknown extends OperatorError {
  constructor(id: number) {
    super(`There is no edition ${id}`)
    this.name = 'EditionUnknown'
  }
}

export interface WayBack {
  /** The edition whose own files are published again. */
  readonly edition: number
  /** The edition that was looked at when it was decided; the newest where it is left out. */
  readonly base?: number
}

/** Returns the files of an edition that are the shop's own. */
export const ownFiles = ({ files, own }: Edition): ShopFiles =>
  Object.fromEntries(own.flatMap((name) => (files[name] === undefined ? [] : [[name, files[name]]])))

/** Returns the change: own files that differ, and those that are the release's again. */
async function changeBack(tx: Queries, { edition, base }: WayBack): Promise<FileChange> {
  const [newest, then] = [await newestEdition(tx), await editionById(tx, edition)]
  if (newest === undefined || then === undefined) throw new EditionUnknown(edition)
  const isChanged = (name: string): boolean => then.files[name] !== newest.files[name] || !newest.own.includes(name)
  const own = Object.entries(ownFiles(then)).filter(([name]) => isChanged(name))
  const released = newest.own.filter((name) => !then.own.includes(name)).map((name) => [name, null] as const)
  return { files: Object.fromEntries([...own, ...released]), base: base ?? newest.id }
}

/**
 * Returns what the way back would publish, which may have faults by now; undefined where it changes nothing.
 *
 * @throws EditionUnknown
 * @throws ShopOvertaken where somebody else has changed one of these files since its base
 */
export async function draftBack(
  tx: Queries,
  sources: Pick<ShopSources, 'release'>,
  way: WayBack,
): Promise<DraftEdition | undefined> {
  return draftChange(tx, sources, await changeBack(tx, way))
}

/**
 * Publishes the shop's own files as they were in an edition; nothing where that changes nothing.
 *
 * @throws EditionUnknown
 * @throws ShopRefused with the faults that the shop would have, or where another change was there before
 */
export async function goBackIn(
  tx: Queries,
  sources: ShopSources,
  way: WayBack,
  { by, note }: { readonly by: Actor; readonly note: string },
): Promise<PublishedEdition | undefined> {
  await lockEditions(tx)
  const change = await changeBack(tx, way)
  const draft = await draftChange(tx, sources, change)
  if (draft === undefined) return undefined
  const changes = draft.lines.map(editionText)
  const act = {
    verb: 'editions.back',
    subject: String(way.edition),
    before: { edition: draft.newest.id },
    after: { changes },
  } as const
  return publishChangeIn(tx, sources, { ...change, by, note, act })
}
