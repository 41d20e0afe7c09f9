// npm run ops -- prices: applies the prices of a file or of Skinport to the catalogue, all of them or none.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { cents } from '../../src/game/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { ImportFailed, readSource, readText } from '../../src/server/catalogue/import/source.ts'
import {
  type AppliedPrices,
  applyPrices,
  JUMP,
  type PriceChange,
} from '../../src/server/catalogue/prices/apply-prices.ts'
import { pricesText, switchOff } from '../../src/server/catalogue/prices/price-files.ts'
import { listOf, type PriceList, priceFile, readCsv } from '../../src/server/catalogue/prices/price-list.ts'
import { SKINPORT_ADDRESS, skinport } from '../../src/server/catalogue/prices/skinport.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { replaceFiles } from '../../src/server/catalogue/replace-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { addCatalogueOptions, type CatalogueOptions } from './catalogue-options.ts'

/** Changes that are printed; the others are counted. */
const SHOWN = 30

interface PriceOptions extends CatalogueOptions {
  readonly force: boolean
}

function changesTable(title: string, changes: readonly PriceChange[]): string[] {
  if (changes.length === 0) return []
  const rows = changes
    .slice(0, SHOWN)
    .map(({ name, before, after }) => [name, formatMoney(cents(before)), formatMoney(cents(after))])
  const columns = [{ title }, { title: 'before', right: true as const }, { title: 'after', right: true as const }]
  return [formatTable(columns, rows), ...(changes.length > SHOWN ? [`… and ${changes.length - SHOWN} more`] : []), '']
}

/** Lists names of a price list that the catalogue lacks, or of items that the list lacks. */
function namesLines(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > SHOWN ? [`  … and ${names.length - SHOWN} more`] : []
  return [title, ...names.slice(0, SHOWN).map((name) => `  ${name}`), ...more]
}

/** @param isWhole true for a list of all that is traded, of which the catalogue has a part: its other names are not listed */
function report(
  { changes, jumps, unlisted, unknown, leaving }: AppliedPrices,
  force: boolean,
  isWhole: boolean,
): string {
  const held = jumps.length > 0 && !force ? `; ${jumps.length} jumps were held back: --force takes them` : ''
  return [
    ...changesTable('item', changes),
    ...(force ? [] : changesTable('jump, held back', jumps)),
    `${changes.length} prices change${held}. ${unlisted.length} items are not in the list, and keep theirs.`,
    ...(isWhole
      ? namesLines('Items that the list lacks:', unlisted)
      : namesLines('Names that the catalogue does not know:', unknown)),
    ...leaving.map(
      (url) => `The case ${url} leaves 80 to 95 %: it is switched off. npm run ops -- cases rebalance ${url}`,
    ),
  ].join('\n')
}

async function applyList(list: PriceList, options: PriceOptions, isWhole: boolean, io: CommandIo): Promise<void> {
  const { folder, pictures, force, dryRun } = options
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    throw new CommandRefused(
      `${reading.faults.map(formatFault).join('\n')}\nNothing was changed: put this right first.`,
    )
  }
  const applied = applyPrices(reading.catalogue, list, force)
  printLine(io, report(applied, force, isWhole))
  if (dryRun || applied.changes.length === 0) {
    printLine(io, dryRun ? 'Nothing was written: --dry-run.' : 'Nothing was written.')
    return
  }
  const cases = await readFile(join(folder, 'cases.json'), 'utf8')
  // Cases first: once switched off, they are valid with the old prices and with the new ones.
  await replaceFiles(folder, pictures, [
    ['cases.json', applied.leaving.length === 0 ? cases : switchOff(cases, applied.leaving)],
    ['prices.json', pricesText(applied.prices)],
  ])
  printLine(io, `${join(folder, 'prices.json')} is written.`)
}

/** Rethrows the failure of an import as a refusal. */
async function refuseFailed(importing: Promise<void>): Promise<void> {
  try {
    await importing
  } catch (error) {
    if (error instanceof ImportFailed) throw new CommandRefused(`${error.message}\nNothing was changed.`)
    throw error
  }
}

async function readPriceFile(path: string): Promise<PriceList> {
  if (path.endsWith('.csv')) return readCsv(path, await readText(path, globalThis.fetch))
  const read = await readSource(path, priceFile, globalThis.fetch)
  return listOf(
    path,
    Array.isArray(read) ? read.map((one) => [one.market_hash_name, one.price] as const) : Object.entries(read),
  )
}

async function importPrices(path: string, options: PriceOptions, io: CommandIo): Promise<void> {
  await applyList(await readPriceFile(path), options, false, io)
}

async function fetchPrices(options: PriceOptions & { readonly address: string }, io: CommandIo): Promise<void> {
  await applyList(await skinport(options.address, globalThis.fetch).prices(), options, true, io)
}

/** Parses the path of a price file. */
function priceFilePath(text: string): string {
  if (/\.(csv|json)$/.test(text)) return text
  throw new InvalidArgumentError('Expected a .csv or a .json file.')
}

function addPriceOptions(command: Command): Command {
  const force = `also apply prices that are more than ${JUMP} times the old price, or less than a ${JUMP}th of it`
  return addCatalogueOptions(command).option('--force', force, false)
}

/** Adds the commands about prices. */
export function addPriceCommands(prices: Command, io: CommandIo): void {
  prices.description('Prices of items: import them from a file, or fetch them from Skinport.').addHelpText(
    'after',
    `
Items that the list does not name keep their prices. A case whose return leaves 80 to 95 % is switched off. Everything
is applied, or nothing.`,
  )
  addPriceOptions(prices.command('import'))
    .description('Apply the prices of a file.')
    .argument('<file>', 'a .csv or .json file with prices in dollars', priceFilePath)
    .action((file: string, options: PriceOptions) => refuseFailed(importPrices(file, options, io)))
    .addHelpText(
      'after',
      `
Examples of files:
  prices.csv    market_hash_name,price
                AK-47 | Redline (Field-Tested),12.34
  prices.json   {"AK-47 | Redline (Field-Tested)": 12.34}
                or [{"market_hash_name": "AK-47 | Redline (Field-Tested)", "price": 12.34}]`,
    )
  addPriceOptions(prices.command('fetch'))
    .description("Apply the prices of Skinport's public list.")
    .option('--address <url>', 'another address that answers as Skinport does', SKINPORT_ADDRESS)
    .action((options: PriceOptions & { address: string }) => refuseFailed(fetchPrices(options, io)))
    .addHelpText('after', '\nExample:\n  npm run ops -- prices fetch --dry-run')
}
