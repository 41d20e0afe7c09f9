// npm run ops -- promo: creates promo codes, lists them, ends one.
import type { Command } from 'commander'
import { cents } from '../../src/game/base/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import type { Database } from '../../src/server/db/database.ts'
import { activeRewards } from '../../src/server/services/operations/active-catalogue.ts'
import {
  batchCodes,
  createBatchIn,
  createPromo,
  endBatchIn,
  endPromo,
  listPromos,
  type NewPromo,
  type PromoReport,
  type PromoWish,
  promoFaults,
} from '../../src/server/services/payments/promo-codes.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { utcDay, wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { type Column, formatTable, NONE } from '../cli/table.ts'
import {
  addBatchOptions,
  addPromoOptions,
  type BatchOptions,
  newPromo,
  type PromoOptions,
  promoCode,
  promoTerms,
} from './new-promo.ts'

import { withDatabase } from './open-database.ts'

/** Returns the last day on which a code is valid. */
function lastDay(endsAt: Date): string {
  return utcDay(new Date(endsAt.getTime() - 1))
}

function stateOf(promo: PromoReport, at: Date): string {
  if (promo.endedAt !== null) return `ended ${utcDay(promo.endedAt)}`
  if (promo.endsAt !== null && promo.endsAt <= at) return 'over'
  if (promo.usesMax !== null && promo.paid + promo.open >= promo.usesMax) return 'used up'
  return promo.startsAt !== null && promo.startsAt > at ? 'not begun' : 'active'
}

const COLUMNS: readonly Column[] = [
  { title: 'code' },
  { title: 'gives', right: true },
  { title: 'paid', right: true },
  { title: 'open', right: true },
  { title: 'of', right: true },
  { title: 'each', right: true },
  { title: 'from' },
  { title: 'until' },
  { title: 'level', right: true },
  { title: 'least', right: true },
  { title: 'bonuses', right: true },
  { title: 'state' },
]

function rowOf(promo: PromoReport, at: Date): string[] {
  return [
    promo.code,
    bonusText(promo),
    String(promo.paid),
    String(promo.open),
    promo.usesMax === null ? NONE : String(promo.usesMax),
    String(promo.usesPerPlayer),
    promo.startsAt === null ? NONE : utcDay(promo.startsAt),
    promo.endsAt === null ? NONE : lastDay(promo.endsAt),
    promo.steamLevel === 0 ? NONE : String(promo.steamLevel),
    promo.depositMin === 0 ? NONE : formatMoney(promo.depositMin),
    formatMoney(promo.cost),
    stateOf(promo, at),
  ]
}

/** Refuses what the check of a new code refuses. */
async function assertSound(db: Database, wish: PromoWish): Promise<void> {
  const { percent, most } = (await activeRewards(db)).gifts.depositBonus
  const gifts = { depositBonus: { percent, mostCents: cents(most) } }
  const faults = await promoFaults(db.queries, wish, { gifts }, new Date())
  if (faults.length > 0) throw new CommandRefused(faults.map(({ message }) => `${message}.`).join('\n'))
}

/** Returns what a code adds, in words. */
function bonusText({ percent, sum = 0 }: Pick<NewPromo, 'percent' | 'sum'>): string {
  return sum > 0 ? formatMoney(sum) : `${percent} %`
}

async function create(code: string, options: PromoOptions, io: CommandIo): Promise<void> {
  const promo = newPromo(code, options, new Date())
  await withDatabase(io, async (db) => {
    await assertSound(db, { ...promo, isBatch: false })
    if (await createPromo(db, promo, commandActor())) return
    throw new CommandRefused(`There is, or was, a code ${promo.code}, and a name is used once. Choose another one.`)
  })
  printLine(io, `${promo.code} is added: ${bonusText(promo)} on top of a deposit.`)
}

/** Prints the codes alone, a line each: they are written to a file. */
async function batch(prefix: string, options: BatchOptions, io: CommandIo): Promise<void> {
  const terms = promoTerms(options, new Date())
  const codes = await withDatabase(io, async (db) => {
    await assertSound(db, { ...terms, code: prefix, isBatch: true })
    const by = commandActor()
    const id = await db.transaction((tx) => createBatchIn(tx, { ...terms, prefix, count: options.count }, by))
    return batchCodes(db.queries, id)
  })
  printLine(io, codes.map(({ code }) => code).join('\n'))
}

async function endBatch(id: number, io: CommandIo): Promise<void> {
  const by = commandActor()
  if (!(await withDatabase(io, (db) => db.transaction((tx) => endBatchIn(tx, id, { by, at: new Date() }))))) {
    throw new CommandRefused(`Batch ${id} was ended before, or there is none.`)
  }
  printLine(io, `All codes of batch ${id} are ended. Orders that were made with them keep their bonus.`)
}

async function list(io: CommandIo): Promise<void> {
  const promos = await withDatabase(io, listPromos)
  const at = new Date()
  const none = 'There are no promo codes. Add one: npm run ops -- promo create CODE --percent 10'
  const rows = promos.map((promo) => rowOf(promo, at))
  printLine(io, rows.length === 0 ? none : formatTable(COLUMNS, rows))
}

async function end(code: string, io: CommandIo): Promise<void> {
  switch (await withDatabase(io, (db) => endPromo(db, code, new Date(), commandActor()))) {
    case 'ended':
      return printLine(io, `${code} is ended. Orders that were made with it keep their bonus.`)
    case 'ended-before':
      throw new CommandRefused(`${code} was ended before.`)
    case 'unknown':
      throw new CommandRefused(`There is no code ${code}. All of them: npm run ops -- promo list`)
  }
}

/** Adds the commands about promo codes. */
export function addPromoCommands(promo: Command, io: CommandIo): void {
  promo.description('Promo codes: create one, list them with what they cost, end one.')
  addPromoOptions(promo.command('create'))
    .description('Add a code that adds a percentage or a fixed sum to a deposit.')
    .action((code: string, options: PromoOptions) => create(code, options, io))
    .addHelpText(
      'after',
      `
Example:
  npm run ops -- promo create summer --percent 10 --until 2026-12-31

The bonuses of one deposit are together at most what gifts.depositBonus in rewards.json allows: a percentage of
the deposit, and an amount. A code that was made with more gives no more than that.

Without --uses there is no limit for all players together. A player whose Steam level is 0 or hidden cannot use a code
with --level.`,
    )
  addBatchOptions(promo.command('batch'))
    .description('Add a batch of codes for one use each, and print them.')
    .action((prefix: string, options: BatchOptions) => batch(prefix, options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- promo batch stream --count 1000 --percent 10 > codes.txt')
  promo
    .command('list')
    .description('List all codes, their uses and the bonuses paid for them.')
    .action(() => list(io))
    .addHelpText(
      'after',
      `
"paid" and "open" are the uses of a code, "of" is their limit for all players and "each" for one player,
"least" is the smallest deposit, "bonuses" the sum of what its paid uses cost.`,
    )
  promo
    .command('end')
    .description('End a code; it cannot be used again.')
    .argument('<code>', 'the code', promoCode)
    .action((code: string) => end(code, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- promo end summer')
  promo
    .command('end-batch')
    .description('End all codes of a batch; they cannot be used again.')
    .argument(
      '<number>',
      'the number of the batch, as the office shows it',
      wholeNumber({ least: 1, most: 2_147_483_647 }),
    )
    .action((id: number) => endBatch(id, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- promo end-batch 12')
}
