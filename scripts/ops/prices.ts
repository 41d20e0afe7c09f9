// npm run ops -- prices: applies the prices of a file or of Skinport to the catalogue, all of them or none.
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { cents } from '../../src/game/base/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { ImportFailed, readText } from '../../src/server/catalogue/import/source.ts'
import type { AppliedPrices, PriceChange } from '../../src/server/catalogue/prices/apply-prices.ts'
import { describeWrongList, type WrongList } from '../../src/server/catalogue/prices/judge-list.ts'
import { readCsv } from '../../src/server/catalogue/prices/price-csv.ts'
import { readPriceJson } from '../../src/server/catalogue/prices/price-formats.ts'
import { type ListedPrices, type OddRow, oddRowsOf } from '../../src/server/catalogue/prices/price-list.ts'
import { createPriceSources } from '../../src/server/catalogue/prices/price-sources.ts'
import { openCases, type TakenList, takeList } from '../../src/server/catalogue/prices/take-list.ts'
import { readEnvFile } from '../../src/server/config/env-file.ts'
import { splitAddresses } from '../../src/server/config/price-addresses.ts'
import { ratesToCompare } from '../../src/server/payments/rates.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { addCatalogueOptions, type CatalogueOptions } from './catalogue-options.ts'
import { addHeldPriceCommands } from './held-prices.ts'
import { settlementLines } from './settlement-lines.ts'
import { openShopTarget, type ShopTarget, type SoundCatalogue } from './shop-target.ts'

/** Changes that are printed; the others are counted. */
const SHOWN = 30

interface PriceOptions extends CatalogueOptions {
  readonly force: boolean
}

interface FetchOptions extends PriceOptions {
  readonly address?: string
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

/** Lists the rows that were left out. */
function oddLines(odd: readonly OddRow[]): string[] {
  if (odd.length === 0) return []
  const rows = odd.map(({ reason }) => reason)
  return [...namesLines(`${odd.length} rows were left out:`, rows), '']
}

/** Counts moves by direction: an item that is priced too low today is the dangerous one. */
function directions(jumps: readonly PriceChange[]): string {
  const up = jumps.filter(({ before, after }) => after > before).length
  return `Of the moves that are too far, ${up} are up: priced too low today, which players would win or withdraw at a loss for the shop. ${jumps.length - up} are down.`
}

/** @param isWhole true for a list of all that is traded, of which the catalogue has a part: its other names are not listed */
function report(
  { changes, jumps, disputes, lifted, state, unlisted, unknown }: AppliedPrices,
  force: boolean,
  isWhole: boolean,
): string {
  const jumpsNote = jumps.length > 0 && !force ? `; ${jumps.length} moved too far: their items are held` : ''
  const moves = jumps.length > 0 && !force ? [directions(jumps)] : []
  return [
    ...changesTable('item', changes),
    ...(force ? [] : changesTable('moved too far, held', jumps)),
    ...changesTable('disputed by its sources, held', disputes),
    `${changes.length} prices change${jumpsNote}. ${unlisted.length} items are not in the list, and keep theirs.`,
    ...moves,
    ...(disputes.length > 0
      ? [`The sources contradict each other about ${disputes.length} items: they are held.`]
      : []),
    ...(isWhole
      ? namesLines('Items that the list lacks:', unlisted)
      : namesLines('Names that the catalogue does not know:', unknown)),
    ...(lifted.length > 0 ? [`${lifted.length} holds ended.`] : []),
    ...(state.held.size > 0 ? [`${state.held.size} items are held: npm run ops -- prices held`] : []),
  ].join('\n')
}

/** Says what a wrong list holds, how many cases pause by it, and how many stay open. */
function describeHolds(reading: SoundCatalogue, { held, closesAll }: WrongList, dryRun: boolean): string {
  if (closesAll) return ''
  const added = held.size - reading.priceState.held.size
  if (added === 0) return 'No item is held because of it. '
  const open = openCases(reading, held)
  const off = openCases(reading, reading.priceState.held) - open
  const are = dryRun ? 'would be' : 'are'
  return `${added} items ${are} held because of it, and ${off} cases pause; ${open} of ${reading.catalogue.cases.size} stay open. `
}

/** Prints what a wrong list holds, and refuses it. */
async function refuseWrong(
  { reading, write }: ShopTarget,
  { applied, files }: TakenList,
  wrong: WrongList,
  { dryRun, force }: PriceOptions,
  io: CommandIo,
): Promise<never> {
  const { priceRules } = reading
  for (const line of changesTable('moved too far', applied.jumps)) printLine(io, line)
  for (const line of changesTable('disputed by its sources', applied.disputes)) printLine(io, line)
  const state = describeHolds(reading, wrong, dryRun)
  const after = { changes: 0, held: wrong.held.size, wrong: true, force }
  if (!dryRun && Object.keys(files).length > 0) await write(files, { verb: 'prices.import', subject: 'prices', after })
  throw new CommandRefused(
    `${describeWrongList(wrong, priceRules.wrongListPercent)}\n${directions([...applied.jumps, ...applied.disputes])}\n${state}No price was changed. ` +
      'If the list is right, take it with --force; what is held is listed by npm run ops -- prices held.',
  )
}

async function applyList(
  list: ListedPrices,
  source: string,
  options: PriceOptions,
  isWhole: boolean,
  io: CommandIo,
): Promise<void> {
  const { force, dryRun } = options
  const target = await openShopTarget(options, io)
  const { reading } = target
  const names = new Set([...reading.catalogue.items.values()].map(({ marketHashName }) => marketHashName))
  if (list.column !== null) printLine(io, `Of each row the price "${list.column}" was read.`)
  for (const reason of list.failed) printLine(io, `A source failed, the others were used: ${reason}`)
  for (const line of oddLines(oddRowsOf(list, names))) printLine(io, line)
  const taken = takeList(reading, list, {
    source,
    atMs: Date.now(),
    force,
    rates: await ratesToCompare(target.ratesFolder),
  })
  const { applied, settled, wrong } = taken
  if (wrong !== null) return refuseWrong(target, taken, wrong, options, io)
  printLine(io, report(applied, force, isWhole))
  for (const line of settled === null ? [] : settlementLines(settled)) printLine(io, line)
  if (dryRun) return printLine(io, 'Nothing was written: --dry-run.')
  const after = { source, changes: applied.changes.length, held: applied.state.held.size, force }
  await target.write(taken.files, { verb: 'prices.import', subject: 'prices', after })
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

async function readPriceFile(path: string): Promise<ListedPrices> {
  const text = await readText(path, globalThis.fetch)
  return /\.json$/i.test(path) ? readPriceJson(path, text) : readCsv(path, text)
}

async function importPrices(path: string, options: PriceOptions, io: CommandIo): Promise<void> {
  await applyList(await readPriceFile(path), basename(path), options, false, io)
}

/** Returns the addresses of a command, else those of the settings; none for the public list. */
function addressesOf({ address }: FetchOptions, { env }: CommandIo): string[] {
  return splitAddresses(address ?? { ...readEnvFile(), ...env }.PRICES_FROM ?? '')
}

async function fetchPrices(options: FetchOptions, io: CommandIo): Promise<void> {
  const { priceRules } = (await openShopTarget(options, io)).reading
  const sources = createPriceSources(addressesOf(options, io), globalThis.fetch)
  await applyList(await sources.prices(priceRules), sources.name, options, true, io)
}

/** Parses the path of a price file. */
function priceFilePath(text: string): string {
  if (/\.(csv|tsv|json)$/i.test(text)) return text
  throw new InvalidArgumentError('Expected a .csv, .tsv or .json file.')
}

function addPriceOptions(command: Command): Command {
  const force = 'also take prices that moved beyond the bound of their class'
  return addCatalogueOptions(command).option('--force', force, false)
}

/** Adds the commands about prices. */
export function addPriceCommands(prices: Command, io: CommandIo): void {
  prices.description('Prices of items: import them from a file, or fetch them from Skinport.').addHelpText(
    'after',
    `
Items that the list does not name keep their prices. An item whose price moved beyond the bound of its class
(price-rules.json) is held: it can neither be won nor sold nor withdrawn until a later list brings its price back, or
"prices accept" takes the move. What leaves its range gets new tickets or another prize; what has none pauses alone. A list
of which too many prices moved too far is refused as a whole: its prices are likely in another unit, currency or column.`,
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
  addHeldPriceCommands(prices, io)
  addPriceOptions(prices.command('fetch'))
    .description("Apply the prices of Skinport's public list.")
    .option('--address <urls>', 'addresses of other lists; of several the median counts (PRICES_FROM, else Skinport)')
    .action((options: FetchOptions) => refuseFailed(fetchPrices(options, io)))
    .addHelpText('after', '\nExample:\n  npm run ops -- prices fetch --dry-run')
}
