// npm run ops -- shop: the editions of the shop, and its own files in a folder.
import { Argument, type Command } from 'commander'
import type { ShopFiles } from '../../src/content/shop-files.ts'
import { editionChanges } from '../../src/server/shop/edition-changes.ts'
import { type Edition, editionById, listEditions } from '../../src/server/shop/edition-store.ts'
import { readShopFolder, writeShopFolder } from '../../src/server/shop/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { PICTURES_FOLDER } from './catalogue-options.ts'
import { addLimitOption } from './list-options.ts'
import { readSettings, withDatabase } from './open-database.ts'
import { editionInForce, publishByCommand } from './shop-target.ts'

interface PublishOptions {
  readonly note: string
  readonly dryRun: boolean
}

const ownFiles = ({ files, own }: Edition): ShopFiles =>
  Object.fromEntries(own.flatMap((name) => (files[name] === undefined ? [] : [[name, files[name]]])))

const folderOf = (folder: string | undefined, io: CommandIo): string => folder ?? readSettings(io).shopDir

async function importFolder(given: string | undefined, { note, dryRun }: PublishOptions, io: CommandIo): Promise<void> {
  const folder = folderOf(given, io)
  const { files, unknown } = await readShopFolder(folder)
  for (const name of unknown) printLine(io, `${folder}/${name} is no file of a shop, and left out.`)
  if (Object.keys(files).length === 0) throw new CommandRefused(`${folder} has no files of a shop.`)
  await withDatabase(io, async (db) => {
    const edition = await editionInForce(db)
    const changes = editionChanges(edition.files, { ...edition.files, ...files })
    for (const line of changes) printLine(io, line)
    if (dryRun) return printLine(io, 'Nothing was published: --dry-run.')
    const act = { verb: 'editions.publish', before: { edition: edition.id }, after: { changes } } as const
    await publishByCommand(db, PICTURES_FOLDER, { files, base: edition.id, note, act }, io)
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
  const editions = await withDatabase(io, (db) => listEditions(db, limit))
  const rows = editions.map(({ id, at, author, note, changes }) => [
    String(id),
    at.toISOString().slice(0, 16).replace('T', ' '),
    author,
    note,
    String(changes.length),
  ])
  const columns = [
    { title: 'edition', right: true },
    { title: 'since (UTC)' },
    { title: 'author' },
    { title: 'note' },
  ] as const
  printLine(io, formatTable([...columns, { title: 'changes', right: true }], rows))
}

async function show(id: number, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const [edition, before] = [await editionById(db.queries, id), await editionById(db.queries, id - 1)]
    if (edition === undefined) throw new CommandRefused(`There is no edition ${id}: npm run ops -- shop editions`)
    for (const line of editionChanges(before?.files ?? {}, edition.files)) printLine(io, line)
    printLine(io, `The shop's own files: ${edition.own.length === 0 ? 'none' : edition.own.join(', ')}.`)
  })
}

async function goBack(id: number, { note, dryRun }: PublishOptions, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const [edition, then] = [await editionInForce(db), await editionById(db.queries, id)]
    if (then === undefined) throw new CommandRefused(`There is no edition ${id}: npm run ops -- shop editions`)
    const toRelease = edition.own.filter((name) => !then.own.includes(name)).map((name) => [name, null] as const)
    const files = { ...ownFiles(then), ...Object.fromEntries(toRelease) }
    const changes = editionChanges(edition.files, { ...edition.files, ...ownFiles(then) })
    for (const line of [...changes, ...toRelease.map(([name]) => `${name}: the release's own again`)])
      printLine(io, line)
    if (dryRun) return printLine(io, 'Nothing was published: --dry-run.')
    const act = { verb: 'editions.publish', before: { edition: edition.id }, after: { changes } } as const
    const words = note === '' ? `Back to edition ${id}` : note
    await publishByCommand(db, PICTURES_FOLDER, { files, base: edition.id, note: words, act }, io)
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
