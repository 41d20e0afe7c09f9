// What a command reads and changes: the shop of a site, whose change is an edition, or a catalogue's files in a folder.
import type { Verb } from '../../src/game/office/verbs.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import {
  type CatalogueFiles,
  type CatalogueReading,
  checkCatalogue,
  readCatalogue,
} from '../../src/server/catalogue/read-catalogue.ts'
import { replaceFiles } from '../../src/server/catalogue/replace-files.ts'
import type { Config } from '../../src/server/config/config.ts'
import type { Database } from '../../src/server/db/database.ts'
import { type Edition, newestEdition } from '../../src/server/shop/edition-store.ts'
import { type PublishedEdition, publishChange, type ShopChange } from '../../src/server/shop/publish.ts'
import { ratesFolder, readReleaseFiles } from '../../src/server/shop/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import type { CatalogueOptions } from './catalogue-options.ts'
import { readSettings, withDatabase } from './open-database.ts'

export type SoundCatalogue = Extract<CatalogueReading, { readonly ok: true }>

/** What a command does to a shop, for the audit. */
export interface FileAct {
  readonly verb: Verb
  /** What it is about: a list of prices, a case, a file. */
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export interface ShopTarget {
  readonly reading: SoundCatalogue
  /** The folder of the exchange rates. */
  readonly ratesFolder: string
  /** Writes files, and prints where; they are checked as a whole before. */
  write(files: CatalogueFiles, act: FileAct): Promise<void>
}

/**
 * Returns a catalogue without faults.
 *
 * @throws CommandRefused with what is wrong with it
 */
export function soundOf(reading: CatalogueReading): SoundCatalogue {
  if (reading.ok) return reading
  throw new CommandRefused(`${reading.faults.map(formatFault).join('\n')}\nNothing was changed: put this right first.`)
}

/**
 * Returns the edition in force of a site.
 *
 * @throws CommandRefused where it has none yet
 */
export async function editionInForce(db: Database): Promise<Edition> {
  const newest = await newestEdition(db.queries)
  if (newest !== undefined) return newest
  throw new CommandRefused('The site has no edition yet: start it once, then try again.')
}

/** Prints the number of an edition that was published. */
export function printPublished(published: PublishedEdition | undefined, io: CommandIo): void {
  const words =
    published === undefined
      ? 'Nothing changes: no edition was published.'
      : `Edition ${published.id} is published. Running servers take it within seconds.`
  printLine(io, words)
}

/** Publishes a change in the name of the user who runs the command, and prints its number. */
export async function publishByCommand(
  db: Database,
  pictures: string,
  change: Omit<ShopChange, 'by'>,
  io: CommandIo,
): Promise<void> {
  const release = await readReleaseFiles()
  printPublished(await publishChange({ db, pictures, release }, { ...change, by: commandActor() }), io)
}

async function openFolder(folder: string, pictures: string, io: CommandIo): Promise<ShopTarget> {
  return {
    reading: soundOf(await readCatalogue({ folder, pictures })),
    ratesFolder: folder,
    write: async (files) => {
      await replaceFiles(folder, pictures, files)
      printLine(io, `Written in ${folder}: ${Object.keys(files).join(', ')}.`)
    },
  }
}

async function openSite(pictures: string, { shopDir }: Pick<Config, 'shopDir'>, io: CommandIo): Promise<ShopTarget> {
  const { id: base, files } = await withDatabase(io, editionInForce)
  return {
    reading: soundOf(await checkCatalogue(files, { pathOf: (name) => `edition ${base}/${name}`, pictures })),
    ratesFolder: ratesFolder(shopDir),
    write: (changed, act) =>
      withDatabase(io, (db) => publishByCommand(db, pictures, { files: changed, base, act }, io)),
  }
}

/**
 * Opens the folder that a command names, else the shop of the site whose settings it has.
 *
 * @throws CommandRefused with what is wrong with it
 */
export function openShopTarget(
  { folder, pictures }: Pick<CatalogueOptions, 'folder' | 'pictures'>,
  io: CommandIo,
): Promise<ShopTarget> {
  return folder === undefined ? openSite(pictures, readSettings(io), io) : openFolder(folder, pictures, io)
}
