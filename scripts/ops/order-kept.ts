// npm run ops -- orders kept, return, credit, answer: payments that could not be credited, and reports that could not be booked.
import { formatMoney } from '../../src/i18n/format.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import type { Config } from '../../src/server/config/config.ts'
import { withSecret } from '../../src/server/config/secret.ts'
import type { Database } from '../../src/server/db/database.ts'
import { ProviderFailed } from '../../src/server/payments/provider.ts'
import { AnswerRefused, answerDispute } from '../../src/server/services/payments/dispute-answers.ts'
import {
  approveKept,
  KeptRefused,
  listKept,
  type RefusedKept,
  refundKept,
} from '../../src/server/services/payments/kept-returns.ts'
import { answerQuestion } from '../../src/server/services/payments/questions.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { type Column, columnsOf, formatTable, formatTime, formatTimeOrNone } from '../cli/table.ts'
import { withDatabase } from './open-database.ts'
import { openProviders } from './open-providers.ts'

const COLUMNS: readonly Column[] = [
  ...columnsOf('order', 'since', 'reason', 'state'),
  { title: 'amount', right: true },
  ...columnsOf('next try', 'problem'),
]

/** Prints the payments that wait for their refund, the oldest first. */
export async function printKept(io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, listKept)
  const cells = rows.map(({ orderId, at, reason, state, amount, dueAt, problem }) => [
    orderId,
    formatTime(at),
    reason,
    state,
    formatMoney(amount),
    formatTimeOrNone(dueAt),
    problem ?? '',
  ])
  printLine(io, rows.length === 0 ? 'No payment is kept.' : formatTable(COLUMNS, cells))
}

/** What to do at the command line about an action that was refused. */
const HINTS: Partial<Record<RefusedKept, string>> = {
  'by-person': ' Send it back at the provider, then add --by-hand.',
  forbidden: ' Refund it, or wait.',
}

/** Runs an action on a kept payment; a refusal is a message. */
async function act(io: CommandIo, work: (db: Database, settings: Config) => Promise<void>): Promise<void> {
  await withDatabase(io, work).catch((error: unknown) => {
    if (error instanceof KeptRefused) {
      throw new CommandRefused(`${error.message}${HINTS[error.code] ?? ''}`)
    }
    if (!(error instanceof ProviderFailed)) throw error
    throw new CommandRefused(
      `${error.message}\nNothing was booked. Try again later, or pay it back yourself and add --by-hand.`,
      { cause: error },
    )
  })
}

/** Sends a kept payment back, or books that the operator did, and says so. */
export async function printReturn(id: string, { byHand }: { readonly byHand: boolean }, io: CommandIo): Promise<void> {
  await act(io, async (db, settings) => {
    const config = await withSecret(settings)
    const providers = await openProviders(config, io)
    await refundKept({ db, providers, now: Date.now, by: commandActor() }, id, { byHand })
  })
  printLine(io, `The kept payment of order ${id} is refunded.`)
}

/** Settles the question of an order, or notes what was answered to its dispute, and says so. */
export async function printAnswer(
  id: string,
  { note, dispute }: { readonly note: string; readonly dispute?: string },
  io: CommandIo,
): Promise<void> {
  if (dispute !== undefined) {
    const answer = { orderId: id, dispute, sent: note }
    await withDatabase(io, (db) => answerDispute(db, answer, { at: new Date(), by: commandActor() })).catch(
      (error: unknown) => {
        throw error instanceof AnswerRefused ? new CommandRefused(error.message) : error
      },
    )
    printLine(io, `The answer to dispute ${dispute} is noted.`)
    return
  }
  const isAnswered = await withDatabase(io, (db) => answerQuestion(db, id, note, new Date(), commandActor()))
  if (!isAnswered) throw new CommandRefused(`Order ${id} is not in question.`)
  printLine(io, `Order ${id} is not in question any more.`)
}

/** Approves that a kept payment is credited, and says so. */
export async function printCredit(id: string, io: CommandIo): Promise<void> {
  await act(io, (db) => approveKept({ db, now: Date.now, by: commandActor() }, id))
  printLine(io, `The server credits the kept payment of order ${id} within seconds, unless something forbids it again.`)
}
