// npm run ops -- prices held, prices accept: what waits because its price moved too far, and taking a move that is genuine.
import type { Command } from 'commander'
import { cents } from '../../src/game/base/money.ts'
import type { Item } from '../../src/game/catalogue/catalogue.ts'
import { withoutHeld } from '../../src/game/prices/held-items.ts'
import type { HeldPrice } from '../../src/game/prices/price-rules.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { takeHeld } from '../../src/server/catalogue/prices/take-list.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { addCatalogueOptions, type CatalogueOptions } from './catalogue-options.ts'
import { settlementLines } from './settlement-lines.ts'
import { openShopTarget, type SoundCatalogue } from './shop-target.ts'

const heldItems = ({ catalogue, priceState }: SoundCatalogue): [Item, HeldPrice][] =>
  [...priceState.held].flatMap(([id, held]) => {
    const item = catalogue.items.get(id)
    return item === undefined ? [] : [[item, held] satisfies [Item, HeldPrice]]
  })

/** Formats what is held: an item that is worth more than its price is the dangerous one, and comes first. */
function heldTable(reading: SoundCatalogue): string {
  const cases = [...reading.catalogue.cases.values()]
  const rows = heldItems(reading)
    .toSorted(([a, one], [b, other]) => other.seenCents / b.priceCents - one.seenCents / a.priceCents)
    .map(([item, { seenCents, sinceMs }]) => [
      item.marketHashName,
      formatMoney(item.priceCents),
      formatMoney(seenCents),
      seenCents > item.priceCents ? 'up' : 'down',
      new Date(sinceMs).toISOString().slice(0, 16).replace('T', ' '),
      cases.flatMap(({ url, entries }) => (entries.some((entry) => entry.item.id === item.id) ? [url] : [])).join(' '),
    ])
  const right = true as const
  const columns = [
    { title: 'item' },
    { title: 'accepted', right },
    { title: 'seen', right },
    { title: 'moved' },
    { title: 'since (UTC)' },
    { title: 'cases' },
  ]
  return formatTable(columns, rows)
}

/** Lists what is sold without an item, and what is paused. */
function effectLines(reading: SoundCatalogue): string[] {
  const { changedCases, pausedCases, pausedRewards } = withoutHeld(reading, reading.priceState.held).effects
  const named = (words: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${words}: ${names.join(', ')}`]
  return [
    ...named('Cases that are sold without them', changedCases),
    ...named('Cases that are paused', pausedCases),
    ...named('Rewards that are paused', pausedRewards),
  ]
}

async function showHeld(options: CatalogueOptions, io: CommandIo): Promise<void> {
  const { reading } = await openShopTarget(options, io)
  if (reading.priceState.held.size === 0) return printLine(io, 'No item is held.')
  printLine(io, heldTable(reading))
  for (const line of effectLines(reading)) printLine(io, line)
  printLine(io, 'npm run ops -- prices accept ITEM takes the price that was seen.')
}

/** Returns the ids of held items by their ids or names; refuses names that are not held. */
function idsOf(reading: SoundCatalogue, wanted: readonly string[]): string[] {
  const items = heldItems(reading).map(([item]) => item)
  return wanted.map((text) => {
    const name = text.trim().toLowerCase()
    const item = items.find(({ id, marketHashName }) => id === name || marketHashName.toLowerCase() === name)
    if (item !== undefined) return item.id
    throw new CommandRefused(`"${text}" is not held. Nothing was changed: npm run ops -- prices held`)
  })
}

interface AcceptOptions extends CatalogueOptions {
  readonly all: boolean
}

async function accept(wanted: readonly string[], options: AcceptOptions, io: CommandIo): Promise<void> {
  const { all, dryRun } = options
  if (all === wanted.length > 0) throw new CommandRefused('Name the items to accept, or --all of them.')
  const target = await openShopTarget(options, io)
  const { reading } = target
  const ids = all ? [...reading.priceState.held.keys()] : idsOf(reading, wanted)
  if (ids.length === 0) return printLine(io, 'No item is held.')
  const { applied, settled, files } = takeHeld(reading, ids)
  for (const { name, before, after } of applied.changes) {
    printLine(io, `${name}: ${formatMoney(cents(before))} → ${formatMoney(cents(after))}`)
  }
  for (const line of settlementLines(settled)) printLine(io, line)
  if (dryRun) return printLine(io, 'Nothing was written: --dry-run.')
  const moves = applied.changes.map(({ name, before, after }) => ({ name, before, after }))
  await target.write(files, { verb: 'prices.accept', subject: 'prices', after: { items: moves } })
  const left = applied.state.held.size
  printLine(io, `${ids.length} prices are accepted${left === 0 ? '' : `; ${left} items stay held`}.`)
}

/** Adds the commands about held prices. */
export function addHeldPriceCommands(prices: Command, io: CommandIo): void {
  addCatalogueOptions(prices.command('held'))
    .description('List items whose price moved too far, and what is sold without them or paused.')
    .action((options: CatalogueOptions) => showHeld(options, io))
  addCatalogueOptions(prices.command('accept'))
    .description('Take the price that was seen of held items, and offer them again.')
    .argument('[items...]', 'names or ids')
    .option('--all', 'all that are held', false)
    .action((items: string[], options: AcceptOptions) => accept(items, options, io))
    .addHelpText(
      'after',
      `
What leaves its range by it gets new tickets or another prize; what has none pauses alone.

Example:
  npm run ops -- prices accept "AK-47 | Redline (Field-Tested)"`,
    )
}
