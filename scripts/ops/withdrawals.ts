// npm run ops -- withdrawals: lists withdrawals, shows one, retries or fails one, approves or refuses one that waits for a decision.

import type { Command } from 'commander'
import { WITHDRAWAL_STATES } from '../../src/game/withdrawal/withdrawal.ts'
import type { Refusal } from '../../src/game/withdrawal/withdrawal-rules.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { checkCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { withSecret } from '../../src/server/config/secret.ts'
import { createJobLease } from '../../src/server/db/job-lease.ts'
import { lastHold, withdrawalHolds } from '../../src/server/services/account/holds.ts'
import { playerNames } from '../../src/server/services/account/lookup.ts'
import { activeFiles } from '../../src/server/services/operations/active-catalogue.ts'
import {
  listWithdrawals,
  type WithdrawalDetails,
  type WithdrawalFilter,
  withdrawalDetails,
  withdrawalsInReview,
} from '../../src/server/services/withdrawal/lookup.ts'
import {
  failWithdrawal,
  type RefusedAction,
  retryWithdrawal,
  WithdrawalActionRefused,
} from '../../src/server/services/withdrawal/operator.ts'
import { approveWithdrawal, refuseWithdrawal } from '../../src/server/services/withdrawal/review.ts'
import type { WithdrawalOfItem } from '../../src/server/services/withdrawal/transitions.ts'
import { TradeFailed } from '../../src/server/trade/provider.ts'
import { openTrade } from '../../src/server/trade/providers.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { textUpTo } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import {
  type Column,
  columnsOf,
  formatFields,
  formatSection,
  formatTable,
  formatTime,
  formatTimeOrNone,
  NONE,
} from '../cli/table.ts'
import { PICTURES_FOLDER } from './catalogue-options.ts'
import { addCommandAbout, addListOptions } from './list-options.ts'
import { withDatabase } from './open-database.ts'
import { soundOf } from './shop-target.ts'
import { HOLD_HELP, REVIEW_HELP, refusalLines } from './withdrawal-reasons.ts'

/** Characters of the reason of a failed withdrawal. */
const REASON_MAX = 500

const COLUMNS: readonly Column[] = [
  { title: 'withdrawal' },
  { title: 'requested' },
  { title: 'player', right: true },
  { title: 'state' },
  { title: 'since' },
  { title: 'price', right: true },
  { title: 'item' },
  { title: 'problem' },
]

function rowOf({ row, item, price }: WithdrawalOfItem): string[] {
  return [
    row.id,
    formatTime(row.requestedAt),
    String(row.playerId),
    row.state,
    formatTime(row.changedAt),
    formatMoney(price),
    item.market_hash_name,
    row.problem ?? (row.hold === null ? '' : `held: ${row.hold}`),
  ]
}

async function list(filter: WithdrawalFilter, io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => listWithdrawals(queries, filter, Date.now()))
  const none = filter.stuck ? 'No withdrawal is stuck.' : 'There are no such withdrawals.'
  printLine(io, rows.length === 0 ? none : formatTable(COLUMNS, rows.map(rowOf)))
}

function heldUntil(until: Date | null): string {
  return until === null ? 'until somebody ends it' : `until ${formatTime(until)}`
}

/** Returns what became of the offer of a withdrawal that ended without it. */
function orphanText({ orphan }: WithdrawalDetails): string {
  if (orphan === undefined) return NONE
  const { state, reference, problem } = orphan
  return [state, reference, problem].filter((part) => part !== null).join(', ')
}

function fieldsOf(details: WithdrawalDetails, username: string): string {
  const { row, item, price } = details.withdrawal
  return formatFields([
    ['withdrawal', row.id],
    ['state', row.reason === null ? row.state : `${row.state} (${row.reason})`],
    ['player', `${row.playerId} ${username}`],
    ['item', `${item.market_hash_name}, ${formatMoney(price)}`],
    ['item id', row.itemId],
    ['trade URL', row.tradeLink],
    ['provider', row.provider],
    ['offer', row.reference ?? NONE],
    ['page', row.url ?? NONE],
    ['requested', formatTime(row.requestedAt)],
    ['sent', formatTimeOrNone(row.sentAt)],
    ['protected', row.protectedUntil === null ? NONE : `until ${formatTime(row.protectedUntil)}`],
    ['checked', row.review === null ? NONE : row.review.join(', ')],
    ['held', row.hold === null ? NONE : `${row.hold}, ${heldUntil(row.heldUntil)}`],
    ['due', formatTime(row.dueAt)],
    ['to cancel', orphanText(details)],
    ['failures', row.failures === 0 ? NONE : `${row.failures} in a row: ${row.problem ?? NONE}`],
  ])
}

async function show(id: string, io: CommandIo): Promise<void> {
  const { details, username } = await withDatabase(io, async ({ queries }) => {
    const details = await withdrawalDetails(queries, id)
    if (details === undefined) throw new CommandRefused(`There is no withdrawal ${id}.${HINTS.unknown(id)}`)
    const { playerId } = details.withdrawal.row
    return { details, username: (await playerNames(queries, [playerId])).get(playerId) ?? NONE }
  })
  printLine(io, fieldsOf(details, username))
  const steps = details.steps.map(({ at, state, note }) => [formatTime(at), state, note ?? ''])
  printLine(io, formatSection('States', columnsOf('at', 'state', 'note'), steps))
}

/** What to do at the command line about an action that was refused. */
const HINTS: Readonly<Record<RefusedAction, (id: string) => string>> = {
  unknown: () => ' Look it up: npm run ops -- withdrawals list',
  'in-review': (id) => ` Decide: npm run ops -- withdrawals approve ${id}, or refuse.`,
  'possible-trade': () => ' Check there first, and add --by-hand when they do not have it.',
  'no-provider': () => ' Cancel the offer yourself and add --by-hand.',
  'other-state': () => '',
  busy: () => '',
}

/** Rethrows the errors that an operator can act on as refusals. */
function refuse(error: unknown): never {
  if (error instanceof WithdrawalActionRefused) {
    throw new CommandRefused(`${error.message}${HINTS[error.code](error.withdrawalId)}`)
  }
  if (!(error instanceof TradeFailed)) throw error
  throw new CommandRefused(
    `${error.message}\nNothing was changed. Try again later, or cancel the offer yourself and add --by-hand.`,
    { cause: error },
  )
}

async function retry(id: string, io: CommandIo): Promise<void> {
  const state = await withDatabase(io, (db) =>
    retryWithdrawal({ db, provider: undefined, now: Date.now, by: commandActor() }, id),
  ).catch(refuse)
  printLine(io, `Withdrawal ${id} is ${state}. The server processes it in the next run of its job.`)
}

interface FailOptions {
  readonly reason: string
  readonly byHand: boolean
}

async function fail(id: string, options: FailOptions, io: CommandIo): Promise<void> {
  const { withdrawal } = await withDatabase(io, async (db, settings) => {
    const { provider } = await openTrade({
      config: await withSecret(settings),
      now: Date.now,
      lease: createJobLease({ db, now: Date.now }),
    })
    try {
      return await failWithdrawal({ db, provider, now: Date.now, by: commandActor() }, id, options)
    } finally {
      await provider?.close()
    }
  }).catch(refuse)
  const { state, playerId } = withdrawal.row
  printLine(io, `Withdrawal ${id} is ${state}: the item is back in the inventory of player ${playerId}.`)
}

const REVIEW_COLUMNS: readonly Column[] = [
  { title: 'withdrawal' },
  { title: 'since' },
  { title: 'player', right: true },
  { title: 'price', right: true },
  { title: 'item' },
  { title: 'reasons' },
]

async function review(io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => withdrawalsInReview(queries))
  const cells = rows.map(({ row, item, price }) => [
    row.id,
    formatTime(row.changedAt),
    String(row.playerId),
    formatMoney(price),
    item.market_hash_name,
    (row.review ?? []).join(', '),
  ])
  printLine(io, cells.length === 0 ? 'No withdrawal waits for a decision.' : formatTable(REVIEW_COLUMNS, cells))
}

async function approve(id: string, io: CommandIo): Promise<void> {
  const hold = await withDatabase(io, async (db) => {
    const { withdrawal } = await approveWithdrawal({ db, now: Date.now, by: commandActor() }, id)
    return lastHold(await withdrawalHolds(db.queries, withdrawal.row.playerId, new Date()))
  }).catch(refuse)
  const sent =
    hold === undefined
      ? 'The server sends it in the next run of its job.'
      : `It is held ${heldUntil(hold.until)} (${hold.reason}), and sent after that.`
  printLine(io, `Withdrawal ${id} is approved. ${sent}`)
}

interface RefuseOptions {
  readonly reason: string
  readonly note?: string
}

/** Returns a refusal of the shop's data. */
async function refusalOf(id: string, io: CommandIo): Promise<Refusal> {
  const files = await withDatabase(io, activeFiles)
  const { withdrawalRules } = soundOf(
    await checkCatalogue(files, { pathOf: (name) => name, pictures: PICTURES_FOLDER }),
  )
  const refusal = withdrawalRules.refusals.find((one) => one.id === id)
  if (refusal !== undefined) return refusal
  throw new CommandRefused(`There is no reason "${id}". Choose one:\n${refusalLines(withdrawalRules)}`)
}

async function refuseOne(id: string, { reason, note }: RefuseOptions, io: CommandIo): Promise<void> {
  const refusal = await refusalOf(reason, io)
  const { withdrawal } = await withDatabase(io, (db) =>
    refuseWithdrawal({ db, now: Date.now, by: commandActor() }, id, { refusal, note }),
  ).catch(refuse)
  printLine(io, `Withdrawal ${id} is refused: the item is back in the inventory of player ${withdrawal.row.playerId}.`)
}

function addReviewCommands(commands: Command, io: CommandIo): void {
  commands
    .command('review')
    .description('List the withdrawals that wait for your decision, the oldest first, with the reasons.')
    .action(() => review(io))
    .addHelpText('after', REVIEW_HELP)
  addCommandAbout('withdrawal', commands, 'approve', 'Let a withdrawal go that waits for your decision.')
    .action((id: string) => approve(id, io))
    .addHelpText(
      'after',
      `\nExample:\n  npm run ops -- withdrawals approve 019bd9f0-0000-7000-8000-000000000000\n${HOLD_HELP}`,
    )
  addCommandAbout(
    'withdrawal',
    commands,
    'refuse',
    'Refuse a withdrawal that waits for your decision, and return the item to the inventory.',
  )
    .requiredOption('--reason <reason>', 'required: why; the player reads its sentence in their language')
    .option('--note <text>', 'more, for the record', textUpTo(REASON_MAX))
    .action((id: string, options: RefuseOptions) => refuseOne(id, options, io))
    .addHelpText(
      'after',
      `
Example:
  npm run ops -- withdrawals refuse 019bd9f0-0000-7000-8000-000000000000 --reason several-accounts \\
    --note "Same card as player 1007"

The reasons are "refusals" of data/withdrawals.json. One that is not there lists them, with what the player reads.`,
    )
}

/** Adds the commands about withdrawals. */
export function addWithdrawalCommands(commands: Command, io: CommandIo): void {
  commands.description('Withdrawals: list them, show one, retry or fail one, decide on those that wait for you.')
  addReviewCommands(commands, io)
  addListOptions(commands.command('list'), WITHDRAWAL_STATES, 'only those of this player, like 1000')
    .description('List withdrawals, the newest first.')
    .option('--stuck', 'only those that keep failing or take too long', false)
    .action((options: WithdrawalFilter) => list(options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- withdrawals list --stuck')
  addCommandAbout(
    'withdrawal',
    commands,
    'show',
    'Show a withdrawal, its trade offer and the states that it went through.',
  )
    .action((id: string) => show(id, io))
    .addHelpText('after', `${HOLD_HELP}\n${REVIEW_HELP}`)
  addCommandAbout(
    'withdrawal',
    commands,
    'retry',
    'Process a withdrawal at once; one that was out of stock is requested again.',
  ).action((id: string) => retry(id, io))
  addCommandAbout('withdrawal', commands, 'fail', 'Give a withdrawal up, and return the item to the inventory.')
    .requiredOption('--reason <text>', 'required: why, for the record', textUpTo(REASON_MAX))
    .option('--by-hand', 'you have made sure at Steam that the player does not have the item', false)
    .action((id: string, options: FailOptions) => fail(id, options, io))
}
