// The operator's view of withdrawals: `npm run ops -- withdrawals list` and `-- show ID` read, `-- retry ID` and `-- fail ID` act.
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { MOVING_STATES, WITHDRAWAL_STATES } from '../../src/game/withdrawal.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import type { Database } from '../../src/server/db/database.ts'
import { players } from '../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createTurns } from '../../src/server/jobs/turns.ts'
import { withSecret } from '../../src/server/secret.ts'
import { ofItem, selectWithdrawals, type WithdrawalOfItem } from '../../src/server/services/withdrawal-moves.ts'
import { failWithdrawal, RescueRefused, retryWithdrawal, stuckAt } from '../../src/server/services/withdrawal-rescue.ts'
import { TradeFailed } from '../../src/server/trade/provider.ts'
import { openTrade } from '../../src/server/trade/providers.ts'
import { withDatabase } from './open-database.ts'
import {
  type Column,
  CommandRefused,
  facts,
  type Group,
  LIST_OPTIONS,
  moment,
  momentOrNone,
  NONE,
  onlyId,
  readLine,
  readList,
  table,
  UsageError,
} from './operator.ts'

const USAGE = `Usage: npm run ops -- withdrawals list [options]                        the newest withdrawals first
       npm run ops -- withdrawals show ID                               everything of one: its offer, each state it was in
       npm run ops -- withdrawals retry ID                              looks after it at once; asks again for what was out of stock
       npm run ops -- withdrawals fail ID --reason WORDS [--by-hand]    gives it up: the item is the player's again

Options of list:
  --stuck        only those that need a person: they fail, or take too long
  --state sent   only those in this state: ${WITHDRAWAL_STATES.join(', ')}
  --player ID    only those of a player
  --limit N      how many at most; 50 without it

--by-hand says that you have made sure at Steam that the player does not have the item. Times are in UTC.`

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
    moment(row.requestedAt),
    String(row.playerId),
    row.state,
    moment(row.changedAt),
    formatMoney(price),
    item.market_hash_name,
    row.problem ?? '',
  ]
}

async function list(args: readonly string[]): Promise<void> {
  const line = readLine(args, { ...LIST_OPTIONS, stuck: { type: 'boolean' } })
  const { state, playerId, most } = readList(WITHDRAWAL_STATES, line)
  const { values } = line
  const stuck = and(inArray(withdrawals.state, [...MOVING_STATES]), stuckAt(Date.now()))
  const rows = await withDatabase(({ queries }) =>
    selectWithdrawals(queries)
      .where(
        and(
          values.stuck === true ? stuck : undefined,
          state === undefined ? undefined : eq(withdrawals.state, state),
          playerId === undefined ? undefined : eq(withdrawals.playerId, playerId),
        ),
      )
      .orderBy(desc(withdrawals.id))
      .limit(most),
  )
  const none = values.stuck === true ? 'No withdrawal is stuck.' : 'There are no such withdrawals.'
  console.log(rows.length === 0 ? none : table(COLUMNS, rows.map(ofItem).map(rowOf)))
}

async function stepsOf({ queries }: Database, id: string): Promise<string[][]> {
  const rows = await queries
    .select()
    .from(withdrawalSteps)
    .where(eq(withdrawalSteps.withdrawalId, id))
    .orderBy(asc(withdrawalSteps.id))
  return rows.map(({ at, state, note }) => [moment(at), state, note ?? ''])
}

function factsOf({ row, item, price }: WithdrawalOfItem, username: string): string {
  return facts([
    ['withdrawal', row.id],
    ['state', row.reason === null ? row.state : `${row.state} (${row.reason})`],
    ['player', `${row.playerId} ${username}`],
    ['item', `${item.market_hash_name}, ${formatMoney(price)}`],
    ['item id', row.itemId],
    ['trade URL', row.tradeLink],
    ['provider', row.provider],
    ['offer', row.reference ?? NONE],
    ['page', row.url ?? NONE],
    ['requested', moment(row.requestedAt)],
    ['sent', momentOrNone(row.sentAt)],
    ['protected', row.protectedUntil === null ? NONE : `until ${moment(row.protectedUntil)}`],
    ['due', moment(row.dueAt)],
    ['failures', row.failures === 0 ? NONE : `${row.failures} in a row: ${row.problem ?? NONE}`],
  ])
}

async function show(args: readonly string[]): Promise<void> {
  const id = onlyId(readLine(args, {}).positionals, 'withdrawal')
  await withDatabase(async (db) => {
    const [found] = await selectWithdrawals(db.queries).where(eq(withdrawals.id, id))
    if (found === undefined) {
      throw new CommandRefused(`There is no withdrawal ${id}. Look it up: npm run ops -- withdrawals list`)
    }
    const [player] = await db.queries
      .select({ username: players.username })
      .from(players)
      .where(eq(players.id, found.row.playerId))
    console.log(factsOf(ofItem(found), player?.username ?? NONE))
    const columns: readonly Column[] = [{ title: 'at' }, { title: 'state' }, { title: 'note' }]
    console.log(`\nStates\n${table(columns, await stepsOf(db, id))}`)
  })
}

function refusal(error: unknown): never {
  if (error instanceof RescueRefused) throw new CommandRefused(error.message)
  if (!(error instanceof TradeFailed)) throw error
  throw new CommandRefused(
    `${error.message}\nNothing was changed. Try again later, or take the offer back yourself and add --by-hand.`,
    { cause: error },
  )
}

async function retry(args: readonly string[]): Promise<void> {
  const id = onlyId(readLine(args, {}).positionals, 'withdrawal')
  const state = await withDatabase((db) => retryWithdrawal({ db, provider: undefined, now: Date.now }, id)).catch(
    refusal,
  )
  console.log(`Withdrawal ${id} is ${state}, and the server looks after it in its next round.`)
}

async function fail(args: readonly string[]): Promise<void> {
  const { values, positionals } = readLine(args, { reason: { type: 'string' }, 'by-hand': { type: 'boolean' } })
  const id = onlyId(positionals, 'withdrawal')
  const reason = values.reason?.trim() ?? ''
  if (reason === '') throw new UsageError('Say why: --reason is missing.')
  const { withdrawal } = await withDatabase(async (db, settings) => {
    const { provider } = await openTrade({
      config: await withSecret(settings),
      now: Date.now,
      turns: createTurns({ db, now: Date.now }),
    })
    try {
      return await failWithdrawal({ db, provider, now: Date.now }, id, { reason, byHand: values['by-hand'] === true })
    } finally {
      await provider?.close()
    }
  }).catch(refusal)
  const { state, playerId } = withdrawal.row
  console.log(`Withdrawal ${id} is ${state}: the item is player ${playerId}'s again.`)
}

/** The commands about withdrawals. */
export const group: Group = { usage: USAGE, commands: { list, show, retry, fail } }
