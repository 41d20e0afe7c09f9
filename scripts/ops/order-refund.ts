// npm run ops -- orders refund: says what a refund would do, and does it with --yes.
import { cents } from '../../src/game/base/money.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import type { Config } from '../../src/server/config/config.ts'
import { withSecret } from '../../src/server/config/secret.ts'
import type { Database } from '../../src/server/db/database.ts'
import { ProviderFailed } from '../../src/server/payments/provider.ts'
import { activePrices, activeRewards } from '../../src/server/services/operations/active-catalogue.ts'
import { readTimeZone } from '../../src/server/services/operations/time-zone.ts'
import {
  type Refund,
  RefundRefused,
  type RefusedRefund,
  refundOrder,
} from '../../src/server/services/payments/refunds.ts'
import type { ReversalRules } from '../../src/server/services/payments/reversal.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { formatFields, NONE } from '../cli/table.ts'
import { withDatabase } from './open-database.ts'
import { openProviders } from './open-providers.ts'

/** Reads the rules of the active catalogue. */
async function reversalRules(db: Database, { timeZone }: Pick<Config, 'timeZone'>): Promise<ReversalRules> {
  const { freeCases, gifts } = await activeRewards(db)
  const items = await activePrices(db)
  return {
    timeZone: await readTimeZone(db.queries, timeZone, Date.now()),
    freeCases: freeCases.map(({ tier, deposited }) => ({ tier, depositedCents: cents(deposited) })),
    loaded: { catalogue: { items }, rewards: { gifts } },
    gifts,
  }
}

const moneyOrNone = (amount: number): string => (amount === 0 ? NONE : formatMoney(amount))

function summaryOf({ row, summary, refunded }: Refund): string {
  const left = refunded.left.battleIds.length
  const { commission, commissionShortfall, itemsSold, itemsWorth, prizesTaken, prizesCharged, raffleEntries } = summary
  const open = commissionShortfall === 0 ? '' : `, ${formatMoney(commissionShortfall)} is not there any more`
  return formatFields([
    ['order', row.id],
    ['player', String(row.playerId)],
    ['cash', formatMoney(summary.amount)],
    ['bonus', moneyOrNone(summary.bonus)],
    ['commission', `${moneyOrNone(commission)}${open}`],
    ['free cases', prizesTaken === 0 ? NONE : `${prizesTaken} items taken back`],
    ['prizes gone', prizesCharged === 0 ? NONE : `${formatMoney(prizesCharged)} charged`],
    ['raffle entries', raffleEntries === 0 ? NONE : `${raffleEntries} removed`],
    ['items sold', itemsSold === 0 ? NONE : `${itemsSold} for ${formatMoney(itemsWorth)}`],
    ['debt', moneyOrNone(summary.debt)],
    ...(left === 0 ? [] : [['open battles', `${left} left`] as const]),
  ])
}

/** What to do at the command line about a refund that was refused. */
const HINTS: Readonly<Record<RefusedRefund, string>> = {
  unknown: ' Look it up: npm run ops -- orders list',
  'other-state': '',
  'no-provider': ' Set its keys, or refund the order yourself and add --by-hand.',
  'no-payment': ' Refund it yourself and add --by-hand.',
}

export interface RefundOptions {
  readonly byHand: boolean
  readonly yes: boolean
}

/** Prints what a refund does, and does it with `yes`. */
export async function printRefund(id: string, { byHand, yes }: RefundOptions, io: CommandIo): Promise<void> {
  const refund = await withDatabase(io, async (db, settings) => {
    const config = await withSecret(settings)
    const providers = await openProviders(config, io)
    const rules = await reversalRules(db, config)
    return refundOrder({ db, providers, now: Date.now, rules: () => rules, by: commandActor() }, id, {
      byHand,
      preview: !yes,
    })
  }).catch((error: unknown) => {
    if (error instanceof RefundRefused) throw new CommandRefused(`${error.message}${HINTS[error.code]}`)
    if (!(error instanceof ProviderFailed)) throw error
    throw new CommandRefused(
      `${error.message}\nNothing was booked. Try again later, or pay it back yourself and add --by-hand.`,
      { cause: error },
    )
  })
  printLine(io, summaryOf(refund))
  printLine(io, yes ? `Order ${id} is refunded.` : 'Nothing was done yet: add --yes to refund it.')
}
