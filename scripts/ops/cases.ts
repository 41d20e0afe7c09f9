// npm run ops -- cases: proposes new tickets for a case that left its range of returns, and publishes them when a person says so.
import { type Command, InvalidArgumentError } from 'commander'
import { CASE_RETURN_PERCENT } from '../../src/game/base/economy.ts'
import { chanceOf, returnToPlayer } from '../../src/game/cases/case.ts'
import { rebalance } from '../../src/game/cases/rebalance.ts'
import type { Case } from '../../src/game/catalogue/catalogue.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { withTickets } from '../../src/server/catalogue/prices/price-files.ts'
import { restoreShop } from '../../src/server/catalogue/prices/settle-shop.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused, UsageError } from '../cli/program.ts'
import { formatTable } from '../cli/table.ts'
import { addFolderOptions, type CatalogueOptions } from './catalogue-options.ts'
import { openShopTarget, type SoundCatalogue } from './shop-target.ts'

/** What the shipped cases return, in the middle. */
const TARGET_PERCENT = 90

interface RebalanceOptions extends Pick<CatalogueOptions, 'folder' | 'pictures'> {
  readonly to: number
  readonly publish: boolean
}

const percent = (fraction: number, digits: number): string => `${(fraction * 100).toFixed(digits)} %`

function findCase(url: string, { catalogue }: SoundCatalogue): Case {
  const box = catalogue.cases.get(url)
  if (box !== undefined) return box
  const urls = [...catalogue.cases.values()].filter(({ enabled }) => !enabled).map((one) => one.url)
  const off = urls.length === 0 ? 'none' : urls.join(', ')
  throw new CommandRefused(`There is no case "${url}". Cases that are switched off: ${off}.`)
}

/** Formats the difference: every entry, its tickets and its chance before and after. */
function differenceTable({ entries }: Case, proposal: readonly number[]): string {
  const right = true as const
  const columns = [
    { title: 'item' },
    { title: 'price', right },
    { title: 'tickets', right },
    { title: 'new', right },
    { title: 'change', right },
    { title: 'chance', right },
    { title: 'new chance', right },
  ]
  const rows = entries.map(({ item, tickets }, at) => {
    const after = proposal[at] ?? 0
    const change = after - tickets
    return [
      item.marketHashName,
      formatMoney(item.priceCents),
      String(tickets),
      String(after),
      change > 0 ? `+${change}` : String(change),
      percent(chanceOf(tickets), 4),
      percent(chanceOf(after), 4),
    ]
  })
  return formatTable(columns, rows)
}

async function rebalanceCase(url: string, options: RebalanceOptions, io: CommandIo): Promise<void> {
  const { to, publish } = options
  const { reading, write } = await openShopTarget(options, io)
  const box = findCase(url, reading)
  const entries = box.entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets }))
  const proposal = rebalance(entries, (box.priceCents * to) / 100)
  if (proposal === undefined) {
    throw new CommandRefused(
      `No tickets let "${url}" return ${to} % while they fall with the price where they do today. Change its price, or its items.`,
    )
  }
  const after = { ...box, entries: box.entries.map((entry, at) => ({ ...entry, tickets: proposal[at] ?? 0 })) }
  printLine(io, differenceTable(box, proposal))
  const state = box.enabled ? '' : '; it is switched off'
  const returns = `returns ${percent(returnToPlayer(box), 2)} today${state}, and ${percent(returnToPlayer(after), 2)} with these tickets`
  printLine(io, `"${url}" at ${formatMoney(box.priceCents)} ${returns}.`)
  if (!publish) return printLine(io, 'Nothing was written. Add --publish to write them and to switch the case on.')
  const tickets = box.entries.map(({ tickets }) => tickets)
  const difference = { before: { tickets, on: box.enabled }, after: { tickets: proposal, on: true } }
  const cases = withTickets(reading.files['cases.json'] ?? '', url, proposal)
  await write({ 'cases.json': cases }, { verb: 'cases.rebalance', subject: url, ...difference })
}

async function rebalanceAll(options: RebalanceOptions, io: CommandIo): Promise<void> {
  const { to, publish } = options
  const { reading, write } = await openShopTarget(options, io)
  const { settlements, files, offByHand } = restoreShop(reading, to / 100)
  for (const { subject, outcome } of settlements) {
    printLine(io, `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${outcome}.`)
  }
  if (offByHand.length > 0) {
    printLine(
      io,
      `Off by hand, within their range: ${offByHand.join(', ')}. npm run ops -- cases rebalance URL --publish`,
    )
  }
  if (Object.keys(files).length === 0) return printLine(io, 'Nothing else is outside of its range.')
  if (!publish)
    return printLine(io, 'Nothing was written. Add --publish to write the tickets and to switch on what has them.')
  const after = { outcomes: settlements.map(({ subject, outcome }) => `${subject} ${outcome}`) }
  await write(files, { verb: 'cases.rebalance', subject: 'all', after })
}

async function rebalanceOneOrAll(
  url: string | undefined,
  options: RebalanceOptions & { readonly all: boolean },
  io: CommandIo,
): Promise<void> {
  if (options.all === (url !== undefined)) throw new UsageError('Name a case, or --all of them.')
  return url === undefined ? rebalanceAll(options, io) : rebalanceCase(url, options, io)
}

/** Parses the return that is aimed at. */
function returnPercent(text: string): number {
  const { least, most } = CASE_RETURN_PERCENT
  const value = /^\d{2}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new InvalidArgumentError(`Expected a number of percent from ${least} to ${most}.`)
}

/** Adds the commands about cases. */
export function addCaseCommands(cases: Command, io: CommandIo): void {
  cases.description('Cases: propose tickets for what a change of prices took out of its range.')
  addFolderOptions(cases.command('rebalance'))
    .description('Show tickets with which a case returns its target again; publish them with --publish.')
    .argument('[url]', 'the case, like first-step')
    .option('--all', 'all cases, the wheel and the free cases that prices took out of their range', false)
    .option('--to <percent>', 'the return to aim at', returnPercent, TARGET_PERCENT)
    .option('--publish', 'write the tickets, and switch the case on', false)
    .action((url: string | undefined, options: RebalanceOptions & { all: boolean }) =>
      rebalanceOneOrAll(url, options, io),
    )
    .addHelpText(
      'after',
      `
Tickets change as little as possible, sum to 1,000,000, and fall with the price where they did.

Examples:
  npm run ops -- cases rebalance first-step --to 91
  npm run ops -- cases rebalance --all --publish`,
    )
}
