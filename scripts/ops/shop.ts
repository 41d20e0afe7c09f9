// npm run ops -- shop: the editions of the shop, and its own files in a folder.
import { Argument, type Command } from 'commander'
import { editionText } from '../../src/game/office/edition-lines.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import type { Database } from '../../src/server/db/database.ts'
import { unsoundPictures } from '../../src/server/pictures/sound-pictures.ts'
import { editionRecord, listEditions } from '../../src/server/shop/edition-store.ts'
import { draftBack, EditionUnknown, goBackIn, ownFiles } from '../../src/server/shop/go-back.ts'
import { type DraftEdition, draftChange } from '../../src/server/shop/publish.ts'
import { readReleaseFiles, readShopFolder, writeShopFolder } from '../../src/server/shop/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { PICTURES_FOLDER } from './catalogue-options.ts'
import { addLimitOption } from './list-options.ts'
import { readSettings, withDatabase } from './open-database.ts'
import { previewDrafts } from './shop-preview.ts'
import { editionInForce, printPublished, publishByCommand } from './shop-target.ts'

interface PublishOptions {
  readonly note: string
  readonly dryRun: boolean
}

const folderOf = (folder: string | undefined, io: CommandIo): string => folder ?? readSettings(io).shopDir

/** Prints what a change would publish, a line each, and returns the lines. */
function printDraft(draft: DraftEdition | undefined, io: CommandIo): string[] {
  const changes = (draft?.lines ?? []).map(editionText)
  for (const line of changes) printLine(io, line)
  return changes
}

const NOT_PUBLISHED = 'Nothing was published: --dry-run.'

async function importFolder(given: string | undefined, { note, dryRun }: PublishOptions, io: CommandIo): Promise<void> {
  const folder = folderOf(given, io)
  const { files, unknown, unshown } = await readShopFolder(folder)
  for (const name of unknown) printLine(io, `${folder}/${name} is no file of a shop, and left out.`)
  for (const name of unshown) printLine(io, `${folder}/${name} is shown by no text of the folder, and left out.`)
  const unsound = await unsoundPictures(files)
  if (unsound.length > 0) throw new CommandRefused(unsound.map((fault) => `${folder}/${fault}`).join('\n'))
  if (Object.keys(files).length === 0) throw new CommandRefused(`${folder} has no files of a shop.`)
  await withDatabase(io, async (db) => {
    const edition = await editionInForce(db)
    const change = { files, base: edition.id }
    const changes = printDraft(await draftChange(db.queries, { release: await readReleaseFiles() }, change), io)
    if (dryRun) return printLine(io, NOT_PUBLISHED)
    const act = { verb: 'editions.publish', before: { edition: edition.id }, after: { changes } } as const
    await publishByCommand(db, PICTURES_FOLDER, { ...change, note, act }, io)
  })
}

async function exportFolder(given: string | undefined, all: boolean, io: CommandIo): Promise<void> {
  const folder = folderOf(given, io)
  const edition = await withDatabase(io, editionInForce)
  const files = all ? edition.files : ownFiles(edition)
  const names = Object.keys(files)
  if (names.length === 0) {
    return printLine(io, 'The shop has no files of its own: all are those of the release. --all writes them too.')
  }
  await writeShopFolder(folder, files)
  printLine(io, `Edition ${edition.id} is written into ${folder}: ${names.join(', ')}.`)
}

async function list(limit: number, io: CommandIo): Promise<void> {
  const editions = await withDatabase(io, ({ queries }) => listEditions(queries, { limit }))
  const rows = editions.map(({ id, at, author, note, count }) => [
    String(id),
    at.toISOString().slice(0, 16).replace('T', ' '),
    author,
    note,
    String(count),
  ])
  const columns = [
    { title: 'edition', right: true },
    { title: 'since (UTC)' },
    { title: 'author' },
    { title: 'note' },
  ] as const
  printLine(io, formatTable([...columns, { title: 'changes', right: true }], rows))
}

const noEdition = (id: number): CommandRefused =>
  new CommandRefused(`There is no edition ${id}: npm run ops -- shop editions`)

async function show(id: number, io: CommandIo): Promise<void> {
  const edition = await withDatabase(io, ({ queries }) => editionRecord(queries, id))
  if (edition === undefined) throw noEdition(id)
  for (const line of edition.changes) printLine(io, line)
  printLine(io, `The shop's own files: ${edition.own.length === 0 ? 'none' : edition.own.join(', ')}.`)
}

/** Returns what the way back would publish. */
async function lookBack(db: Database, edition: number): Promise<DraftEdition | undefined> {
  try {
    return await draftBack(db.queries, { release: await readReleaseFiles() }, { edition })
  } catch (error) {
    throw error instanceof EditionUnknown ? noEdition(edition) : error
  }
}

async function goBack(id: number, { note, dryRun }: PublishOptions, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const draft = await lookBack(db, id)
    printDraft(draft, io)
    if (dryRun) return printLine(io, NOT_PUBLISHED)
    if (draft === undefined) return printPublished(undefined, io)
    const sources = { pictures: PICTURES_FOLDER, release: await readReleaseFiles() }
    const doing = { by: commandActor(), note: note === '' ? `Back to edition ${id}` : note }
    const way = { edition: id, base: draft.newest.id }
    printPublished(await db.transaction((tx) => goBackIn(tx, sources, way, doing)), io)
  })
}

const addPublishOptions = (command: Command): Command =>
  command
    .option('--note <words>', 'why, for the list of editions', '')
    .option('--dry-run', 'print what would change, and change nothing', false)

/** Adds the commands about the shop's editions. */
export function addShopCommands(shop: Command, io: CommandIo): void {
  const editionNumber = wholeNumber({ least: 1, most: 2_147_483_647 })
  shop
    .description("The shop's own files and its editions: what is in force, since when, by whom, and the way back.")
    .addHelpText(
      'after',
      `
A shop's own files lie in SHOP_DIR: cases.json, rewards.json, pages/faq/en.md and so on, as in data/ and src/content/. A new site
takes them at its first start. From then on the edition in its database is in force; nothing is merged by itself.

Examples:
  npm run ops -- shop import --note "winter cases"
  npm run ops -- shop back 12`,
    )
  shop
    .command('preview')
    .description('Start a sandbox of its own from the shop in force and its drafts; Ctrl-C ends and removes it.')
    .argument('[draft...]', 'their numbers; else all that are open or planned')
    .option('--port <number>', 'where it listens', wholeNumber({ least: 1024, most: 65_000 }), 4521)
    .action((drafts: string[], { port }: { port: number }) =>
      previewDrafts(
        drafts.map((text) => editionNumber(text)),
        port,
        io,
      ),
    )
  addPublishOptions(shop.command('import'))
    .description('Publish the files of a folder as a new edition.')
    .argument('[folder]', 'the folder; else SHOP_DIR')
    .action((folder: string | undefined, options: PublishOptions) => importFolder(folder, options, io))
  shop
    .command('export')
    .description("Write the shop's own files of the edition in force into a folder.")
    .argument('[folder]', 'the folder; else SHOP_DIR')
    .option('--all', 'those of the release too', false)
    .action((folder: string | undefined, { all }: { all: boolean }) => exportFolder(folder, all, io))
  addLimitOption(shop.command('editions'))
    .description('List the editions, the newest first: it is in force.')
    .action(({ limit }: { limit: number }) => list(limit, io))
  shop
    .command('show')
    .description('Print what an edition changed.')
    .addArgument(new Argument('<edition>', 'its number').argParser(editionNumber))
    .action((id: number) => show(id, io))
  addPublishOptions(shop.command('back'))
    .description("Publish the shop's own files as they were in an edition.")
    .addArgument(new Argument('<edition>', 'its number').argParser(editionNumber))
    .action((id: number, options: PublishOptions) => goBack(id, options, io))
}
