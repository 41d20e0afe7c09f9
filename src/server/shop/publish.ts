// Publishes editions of a shop. An edition is checked as a whole before it is stored, and is in force on all instances from then on.
import { shownPictures, withoutUnshown } from '../../content/pictures.ts'
import type { ShopFiles } from '../../content/shop-files.ts'
import { type EditionLine, editionText } from '../../game/office/edition-lines.ts'
import { isPictureFile } from '../../game/office/shop-pictures.ts'
import type { Verb } from '../../game/office/verbs.ts'
import { type Actor, jobActor } from '../audit/actor.ts'
import { recordAct } from '../audit/record-act.ts'
import { siteStart } from '../base/author.ts'
import { OperatorError } from '../base/operator-error.ts'
import { type CatalogueFault, formatFault } from '../catalogue/faults.ts'
import type { Database, Queries } from '../db/database.ts'
import { siteMode } from '../db/schema-operations.ts'
import { checkShop, placeholderFaults, type SoundShop } from './check-shop.ts'
import { editionChanges, editionLines, ownLines } from './edition-changes.ts'
import {
  addEdition,
  type Edition,
  editionById,
  lockEditions,
  newestEdition,
  shopDigest,
  storedPictures,
  wasEdition,
} from './edition-store.ts'

/** The shop would be invalid, or somebody else has changed it meanwhile. Nothing was published. */
export class ShopRefused extends OperatorError {
  readonly faults: readonly CatalogueFault[]

  constructor(faults: readonly CatalogueFault[], words = 'The shop was refused:') {
    super(`${words}\n${faults.map(formatFault).join('\n')}`)
    this.name = 'ShopRefused'
    this.faults = faults
  }
}

/** Somebody else has changed it meanwhile. */
export class ShopOvertaken extends ShopRefused {
  constructor(faults: readonly CatalogueFault[]) {
    super(faults, 'The shop has changed meanwhile:')
    this.name = 'ShopOvertaken'
  }
}

/** An edition that was published. */
export interface PublishedEdition extends Edition {
  readonly author: string
  readonly note: string
  readonly changes: readonly string[]
}

/** New files of a shop. */
export interface FileChange {
  /** The new texts by the names of their files; null for a file that is the release's own again. */
  readonly files: Readonly<Record<string, string | null>>
  /** The edition that the change was made on: refused where one of its files has changed since. */
  readonly base: number
}

/** A change of a shop: its new files, and who publishes them. */
export interface ShopChange extends FileChange {
  readonly by: Actor
  readonly note?: string
  /** What the audit says of it. */
  readonly act: {
    readonly verb: Verb
    /** What it is about; left out, the edition. */
    readonly subject?: string
    readonly before?: Readonly<Record<string, unknown>>
    readonly after?: Readonly<Record<string, unknown>>
  }
}

/** What editions are made of beside a change. */
export interface ShopSources {
  /** The folder of the cases' pictures. */
  readonly pictures: string
  /** The files of the release. */
  readonly release: ShopFiles
}

export interface PublishParts extends ShopSources {
  readonly db: Database
}

/** Returns the faults of a change that another change has overtaken. */
async function overtaken(tx: Queries, { files, base }: FileChange, newest: Edition): Promise<CatalogueFault[]> {
  if (newest.id === base) return []
  const before = await editionById(tx, base)
  return Object.keys(files)
    .filter((name) => !isPictureFile(name) && before?.files[name] !== newest.files[name])
    .map((name) => ({
      file: name,
      line: 1,
      message: `was changed by edition ${newest.id} or one before it. Look at the change, then make yours on it.`,
    }))
}

/** Returns the names of the files that are the shop's own after a change. */
function ownAfter({ own }: Edition, { files }: FileChange): string[] {
  const changed = Object.entries(files)
  const names = new Set([...own, ...changed.flatMap(([name, text]) => (text === null ? [] : [name]))])
  for (const [name, text] of changed) if (text === null) names.delete(name)
  return [...names].sort()
}

/** What is known of prices is known of the same shop's prices: where these are its own, the state of the release says nothing of them. */
function withoutForeignState(files: ShopFiles, own: readonly string[]): ShopFiles {
  if (!own.includes('prices.json') || own.includes('price-state.json')) return files
  const { 'price-state.json': _foreign, ...rest } = files
  return rest
}

/** Returns all files of a shop after a change. */
function filesAfter(newest: Edition, { files }: FileChange, release: ShopFiles): ShopFiles {
  const after = Object.entries({ ...newest.files, ...files }).map(
    ([name, text]) => [name, text ?? release[name]] as const,
  )
  return Object.fromEntries(after.filter((file): file is readonly [string, string] => file[1] !== undefined))
}

/** Returns files with the pictures that their pages show, as far as one was ever stored, and without those that none shows. */
export async function withShownPictures(queries: Queries, files: ShopFiles): Promise<ShopFiles> {
  const missing = [...shownPictures(files)].filter((name) => files[name] === undefined)
  return { ...withoutUnshown(files), ...(await storedPictures(queries, missing)) }
}

/** Pictures are always the shop's own. */
const withOwnPictures = (own: readonly string[], files: ShopFiles): string[] =>
  [...own.filter((name) => !isPictureFile(name)), ...Object.keys(files).filter(isPictureFile)].sort()

/** What a change would publish. */
export interface DraftEdition {
  /** The edition in force, which it would follow. */
  readonly newest: Edition
  readonly files: ShopFiles
  readonly own: readonly string[]
  /** What would differ. */
  readonly lines: readonly EditionLine[]
  /** Whether players pay real money: then no placeholder is published. */
  readonly isLive: boolean
}

/** Tells whether the database is that of a live shop. */
async function isLiveShop(tx: Queries): Promise<boolean> {
  const [stamp] = await tx.select({ mode: siteMode.mode }).from(siteMode)
  return stamp?.mode === 'live'
}

/**
 * Returns what a change would publish, which may have faults; undefined where it changes nothing.
 *
 * @throws ShopOvertaken where another change was there before
 */
export async function draftChange(
  tx: Queries,
  { release }: Pick<ShopSources, 'release'>,
  change: FileChange,
): Promise<DraftEdition | undefined> {
  const newest = await newestEdition(tx)
  if (newest === undefined) throw new OperatorError('The site has no edition yet: start it once, then try again.')
  const late = await overtaken(tx, change, newest)
  if (late.length > 0) throw new ShopOvertaken(late)
  const named = ownAfter(newest, change)
  const files = await withShownPictures(tx, withoutForeignState(filesAfter(newest, change, release), named))
  const own = withOwnPictures(named, files)
  if (shopDigest(files) === newest.digest && own.join() === [...newest.own].sort().join()) return undefined
  const lines = [...editionLines(newest.files, files), ...ownLines(newest, { files, own })]
  return { newest, files, own, lines, isLive: await isLiveShop(tx) }
}

/**
 * Checks what a change would publish.
 *
 * @throws ShopRefused with its faults
 */
export async function checkDraft(
  { files, isLive }: DraftEdition,
  { pictures }: Pick<ShopSources, 'pictures'>,
): Promise<SoundShop> {
  const byItself = (name: string): string => name
  const checked = await checkShop(files, { pathOf: byItself, pictures })
  if ('faults' in checked) throw new ShopRefused(checked.faults)
  const placeholders = isLive ? placeholderFaults(files, byItself) : []
  if (placeholders.length > 0) throw new ShopRefused(placeholders)
  return checked
}

/**
 * Publishes a change as the newest edition, which is in force when the transaction has committed; nothing where it changes nothing.
 *
 * @throws ShopRefused with the faults of the shop that it would make, or where another change was there before
 */
export async function publishChangeIn(
  tx: Queries,
  sources: ShopSources,
  change: ShopChange,
): Promise<PublishedEdition | undefined> {
  await lockEditions(tx)
  const draft = await draftChange(tx, sources, change)
  if (draft === undefined) return undefined
  const { files, own, lines } = draft
  const { digest: catalogueDigest } = (await checkDraft(draft, sources)).reading
  const described = { author: change.by.name, note: change.note ?? '', changes: lines.map(editionText) }
  const edition = await addEdition(tx, { files, catalogueDigest, own, ...described })
  const { verb, subject, before, after } = change.act
  await recordAct(tx, {
    by: change.by,
    kind: 'edition',
    verb,
    subject: subject ?? edition.id,
    ...(before === undefined ? {} : { before }),
    after: { ...after, edition: edition.id },
    reason: change.note,
  })
  return { ...edition, ...described }
}

/** Publishes a change in a transaction of its own. */
export function publishChange(
  { db, ...sources }: PublishParts,
  change: ShopChange,
): Promise<PublishedEdition | undefined> {
  return db.transaction((tx) => publishChangeIn(tx, sources, change))
}

export interface StartParts extends PublishParts {
  /** A shop's own files, for the first edition. */
  readonly own: ShopFiles
  /** Returns the path of a file, as faults name it. */
  readonly pathOf: (name: string) => string
}

export interface StartedShop {
  /** The edition in force. */
  readonly edition: Edition
  /** Where this start made it. */
  readonly published?: PublishedEdition
  /** Why what the release brings was not taken. */
  readonly faults?: readonly CatalogueFault[]
}

/**
 * Publishes the first edition of a new shop, or what a new release brings: its files, in place of those that are not the shop's own. Files that were an
 * edition before stay as they are, so that an old machine that comes back restores nothing.
 *
 * @throws ShopRefused where a new shop has faults
 */
export async function startEditions({ db, pictures, release, own, pathOf }: StartParts): Promise<StartedShop> {
  return db.transaction(async (tx) => {
    await lockEditions(tx)
    const newest = await newestEdition(tx)
    const ownFiles =
      newest === undefined
        ? own
        : Object.fromEntries(
            newest.own.flatMap((name) => (newest.files[name] === undefined ? [] : [[name, newest.files[name]]])),
          )
    const files = withoutForeignState({ ...release, ...ownFiles }, Object.keys(ownFiles))
    if (newest !== undefined && (await wasEdition(tx, shopDigest(files)))) return { edition: newest }
    const checked = await checkShop(files, { pathOf, pictures })
    const placeholders = (await isLiveShop(tx)) ? placeholderFaults(files, pathOf) : []
    const faults = 'faults' in checked ? checked.faults : placeholders
    if (faults.length > 0 || 'faults' in checked) {
      if (newest === undefined) throw new ShopRefused(faults)
      return { edition: newest, faults }
    }
    const { reading } = checked
    const author = siteStart()
    const changes = newest === undefined ? [] : editionChanges(newest.files, files)
    const described = { author, note: '', changes }
    const made = { files, catalogueDigest: reading.digest, own: Object.keys(ownFiles).sort() }
    const edition = await addEdition(tx, { ...made, ...described })
    await recordAct(tx, {
      by: jobActor(author),
      verb: 'editions.publish',
      kind: 'edition',
      subject: edition.id,
      before: { edition: newest?.id ?? null },
      after: { edition: edition.id, digest: edition.digest, changes },
    })
    return { edition, published: { ...edition, ...described } }
  })
}
