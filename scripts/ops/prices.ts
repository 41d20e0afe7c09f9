// `npm run ops -- prices import FILE` and `-- prices fetch`: what items cost, from a file or from a provider, all of it or nothing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cents } from '../../src/game/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { ImportFailed, readSource, readText } from '../../src/server/catalogue/import/source.ts'
import { nodeAt, parseJsonText } from '../../src/server/catalogue/json-text.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { pricesText } from '../catalogue/write-records.ts'
import { CommandRefused, type Group, onlyWord, readLine, table, UsageError } from './operator.ts'
import { type AppliedPrices, applyPrices, JUMP, type PriceChange } from './prices/apply-prices.ts'
import { listOf, type PriceList, priceFile, readCsv } from './prices/price-list.ts'
import { SKINPORT_ADDRESS, skinport } from './prices/skinport.ts'
import { replaceFiles } from './replace-files.ts'

const USAGE = `Usage: npm run ops -- prices import FILE [options]   take prices from a file
       npm run ops -- prices fetch [options]         take prices from Skinport's public list

Options:
  --folder DIR    the catalogue to change; data without it
  --pictures DIR  the pictures of its cases; public/assets/img/cases without it
  --force         take prices too that are more than ${JUMP} times what they were, or less than a part of ${JUMP}
  --dry-run       say what would change, and change nothing
  --address URL   of fetch: another address that answers as Skinport does

FILE is .csv (market_hash_name,price) or .json ([{"market_hash_name": …, "price": …}] or {"name": price}); prices are in dollars, like
12.34. Items that it does not name keep their prices. A case that comes to return less than 80 % or more than 95 % is switched off.`

const SHOWN = 30

const OPTIONS = {
  folder: { type: 'string', default: 'data' },
  pictures: { type: 'string', default: 'public/assets/img/cases' },
  force: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

interface Wish {
  readonly folder: string
  readonly pictures: string
  readonly force: boolean
  readonly 'dry-run': boolean
}

/** The text of cases.json with some of its cases switched off; every other byte stays. */
function switchOff(text: string, urls: readonly string[]): string {
  const root = parseJsonText(text)
  const lines = text.split('\n')
  for (const node of nodeAt(root, ['cases']).children.values()) {
    const url = node.children.get('url')?.value
    const enabled = node.children.get('enabled')
    if (typeof url !== 'string' || enabled === undefined || !urls.includes(url)) continue
    const at = enabled.line - 1
    lines[at] = (lines[at] ?? '').replace(/("enabled"\s*:\s*)true/, '$1false')
  }
  return lines.join('\n')
}

function changesTable(title: string, changes: readonly PriceChange[]): string[] {
  if (changes.length === 0) return []
  const rows = changes
    .slice(0, SHOWN)
    .map(({ name, before, after }) => [name, formatMoney(cents(before)), formatMoney(cents(after))])
  const columns = [{ title }, { title: 'before', right: true as const }, { title: 'after', right: true as const }]
  return [table(columns, rows), ...(changes.length > SHOWN ? [`… and ${changes.length - SHOWN} more`] : []), '']
}

function report({ changes, jumps, unlisted, leaving }: AppliedPrices, force: boolean): string {
  const held = jumps.length > 0 && !force ? `; ${jumps.length} jumps were held back: --force takes them` : ''
  return [
    ...changesTable('item', changes),
    ...(force ? [] : changesTable('jump, held back', jumps)),
    `${changes.length} prices change${held}. ${unlisted} items are not in the list, and keep theirs.`,
    ...leaving.map((url) => `The case ${url} leaves 80 to 95 %: it is switched off.`),
  ].join('\n')
}

async function take(list: PriceList, { folder, pictures, force, 'dry-run': dryRun }: Wish): Promise<void> {
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    throw new CommandRefused(
      `${reading.faults.map(formatFault).join('\n')}\nNothing was changed: put this right first.`,
    )
  }
  const applied = applyPrices(reading.catalogue, list, force)
  console.log(report(applied, force))
  if (dryRun || applied.changes.length === 0) {
    console.log(dryRun ? 'Nothing was written: --dry-run.' : 'Nothing was written.')
    return
  }
  const cases = await readFile(join(folder, 'cases.json'), 'utf8')
  // Cases first: switched off, they are right with the old prices and with the new ones.
  await replaceFiles(folder, pictures, [
    ['cases.json', applied.leaving.length === 0 ? cases : switchOff(cases, applied.leaving)],
    ['prices.json', pricesText(applied.prices)],
  ])
  console.log(`${join(folder, 'prices.json')} is written.`)
}

async function orRefuse(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof ImportFailed) throw new CommandRefused(`${error.message}\nNothing was changed.`)
    throw error
  }
}

async function readFileOfPrices(path: string): Promise<PriceList> {
  if (path.endsWith('.csv')) return readCsv(path, await readText(path, globalThis.fetch))
  const read = await readSource(path, priceFile, globalThis.fetch)
  return listOf(
    path,
    Array.isArray(read) ? read.map((one) => [one.market_hash_name, one.price] as const) : Object.entries(read),
  )
}

async function importPrices(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, OPTIONS)
  const path = onlyWord(positionals, 'file')
  if (!/\.(csv|json)$/.test(path)) throw new UsageError(`${path} has to be a .csv or a .json file.`)
  await orRefuse((async () => take(await readFileOfPrices(path), values))())
}

async function fetchPrices(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, { ...OPTIONS, address: { type: 'string', default: SKINPORT_ADDRESS } })
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much.`)
  const provider = skinport(values.address, globalThis.fetch)
  await orRefuse((async () => take(await provider.prices(), values))())
}

/** The commands about prices. */
export const group: Group = { usage: USAGE, commands: { import: importPrices, fetch: fetchPrices } }
