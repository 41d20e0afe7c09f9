// The one statement that writes openings. It takes all openings that are waiting, each of another player: under load they share
// the cost of a statement and a commit, and a single opening does not wait for others.
import { CASE_TICKETS } from '../../../game/base/economy.ts'
import type { OpenReply } from '../../../protocol/case.ts'
import { shareStatements } from '../../base/shared-statement.ts'
import { type Database, databaseFault, isDatabaseUnavailable } from '../../db/database.ts'
import { TRANSACTION } from '../../db/snapshot.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { chargeAccount, chargeColumns, INTO_TRANSFERS } from '../money/charge-sql.ts'
import { LEVEL_LINK, levelSql } from '../notices/level-up.ts'
import { hasHeldItemSql, isLateSql } from '../rolls/in-force.ts'

/** The response of an opening that was written. */
export type Opened = Extract<OpenReply, { success: true }>

type OpeningAnswer = Pick<Opened, 'drops' | 'rolls'>

/** An opening whose rolls are drawn and that is not paid yet. */
export interface PreparedOpening {
  readonly playerId: number
  readonly seedId: number
  /** The nonce of its first roll. */
  readonly nonce: number
  readonly costCents: number
  /** The margin of a staked cent in millionths; 0 where the stake does not count. */
  readonly marginRate: number
  /** Percent of the margin that can be unlocked. */
  readonly ownPercent: number
  readonly transferId: string
  /** The case's URL. */
  readonly reference: string
  readonly oddsHash: string
  /** The digest of the catalogue whose odds they are. */
  readonly digest: string
  readonly key: string
  readonly requestHash: string
  /** The response without the balance, which the statement adds. */
  readonly answer: OpeningAnswer
  readonly won: readonly PreparedDrop[]
  /** Id of the notification, if the opening reaches a level. */
  readonly notificationId: string
}

export interface PreparedDrop {
  /** Id of the roll and of the item that it won. */
  readonly id: string
  readonly roll: number
  readonly itemId: string
  readonly priceCents: number
}

/**
 * `nonce`: another process has used the seed. `balance`: the balance does not cover the price. `repeated`: the key was used
 * before. In all cases but `opened` nothing was written.
 */
export type OpeningOutcome =
  | {
      readonly kind: 'opened'
      readonly balance: number
      /** Total spent on games, including this opening. */
      readonly spent: number
      /** True for a player who hides their name from others. */
      readonly hidden: boolean
      /** Id of the transaction that wrote it. */
      readonly transaction: string
    }
  | { readonly kind: 'nonce' }
  /** An import has held an item of the case since the catalogue was read, whatever was drawn. */
  | { readonly kind: 'held' }
  /** There is a newer edition of the catalogue. */
  | { readonly kind: 'late' }
  | { readonly kind: 'balance' }
  | { readonly kind: 'repeated' }

/** A column of the statement's parameters, each an array with a value for every row. */
interface Column<Row> {
  readonly name: string
  readonly type: 'int' | 'bigint' | 'uuid' | 'text'
  readonly of: (row: Row) => number | string
}

/** Returns the most expensive drop; there is at least one. */
function bestOf(won: readonly PreparedDrop[]): PreparedDrop {
  return won.reduce((best, drop) => (drop.priceCents > best.priceCents ? drop : best))
}

/** What an opening gives beside its player and its response; `drawn` is what the response calls rolls. */
const OPENING_COLUMNS: readonly Column<PreparedOpening>[] = [
  { name: 'seed_id', type: 'int', of: ({ seedId }) => seedId },
  { name: 'nonce', type: 'int', of: ({ nonce }) => nonce },
  { name: 'count', type: 'int', of: ({ won }) => won.length },
  { name: 'cost', type: 'bigint', of: ({ costCents }) => costCents },
  { name: 'transfer_id', type: 'uuid', of: ({ transferId }) => transferId },
  { name: 'reference', type: 'text', of: ({ reference }) => reference },
  { name: 'odds_hash', type: 'text', of: ({ oddsHash }) => oddsHash },
  { name: 'digest', type: 'text', of: ({ digest }) => digest },
  { name: 'key', type: 'uuid', of: ({ key }) => key },
  { name: 'request_hash', type: 'text', of: ({ requestHash }) => requestHash },
  { name: 'worth', type: 'bigint', of: ({ won }) => won.reduce((sum, { priceCents }) => sum + priceCents, 0) },
  { name: 'best_id', type: 'uuid', of: ({ won }) => bestOf(won).id },
  { name: 'best_price', type: 'bigint', of: ({ won }) => bestOf(won).priceCents },
  { name: 'notice_id', type: 'uuid', of: ({ notificationId }) => notificationId },
  { name: 'rate', type: 'bigint', of: ({ marginRate }) => marginRate },
  { name: 'own_percent', type: 'bigint', of: ({ ownPercent }) => ownPercent },
]

interface DropRow extends PreparedDrop {
  readonly playerId: number
  readonly nonce: number
}

/** What a drop gives beside its player. */
const DROP_COLUMNS: readonly Column<DropRow>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'nonce', type: 'int', of: ({ nonce }) => nonce },
  { name: 'roll', type: 'int', of: ({ roll }) => roll },
  { name: 'item_id', type: 'text', of: ({ itemId }) => itemId },
  { name: 'price', type: 'bigint', of: ({ priceCents }) => priceCents },
]

/** The numbers of the first parameters: players with the drops and the rolls of their responses, openings, the players of drops, drops. */
const FIRST_OPENING = 4
const DROP_PLAYERS = FIRST_OPENING + OPENING_COLUMNS.length

/** Selects the columns of row `n`, whose parameters begin at a number. A call of `unnest` for each column would cost more. */
function columnsFrom<Row>(columns: readonly Column<Row>[], first: number): string {
  return columns.map(({ name, type }, place) => `($${first + place}::${type}[])[n] as ${name}`).join(', ')
}

/**
 * Its stake is paid one case after another: cases that locked money pays (charge-sql.ts) come last, and win locked items.
 *
 * Locks the seed and the account of each player in the order of the players' ids: a seed before its account, as every statement does.
 * Locks read the newest versions, so conditions are checked there, once: an update that repeated them would look for its rows among the
 * versions of the statement's beginning, and miss a balance that a sale has raised meanwhile. The last line asserts that none is missed.
 * Whether an item is held is asked of the whole table, not of what was drawn (rolls/in-force.ts).
 * All parameters are joined with what was locked once (`ready`, `opened`): each further join costs as much as the statement's part
 * of a whole opening.
 */
const OPEN_STATEMENT = {
  name: 'open-cases',
  text: `
with given as (
  select player_id, drops, drawn, ${columnsFrom(OPENING_COLUMNS, FIRST_OPENING)}
  from unnest($1::int[], array(select json_array_elements($2::json)), array(select json_array_elements($3::json)))
    with ordinality as given (player_id, drops, drawn, n)
), ready as materialized (
  select given.*, given.cost / given.count as stake,
    seeds.state = 'active' and seeds.nonce = given.nonce and seeds.client_seed_source = 'player' as has_nonce,
    accounts.balance >= given.cost as has_money, ${hasHeldItemSql('given.odds_hash')} as is_held,
    ${isLateSql('given.digest')} as is_late,
    ${chargeColumns({ amount: 'given.cost', ownPercent: 'given.own_percent' })}
  from given
  join seeds on seeds.id = given.seed_id and seeds.player_id = given.player_id
  join accounts on accounts.id = given.player_id
  order by given.player_id for update of seeds, accounts
), fresh as (
  insert into idempotency_keys (player_id, key, request_hash, answer)
  select player_id, key, request_hash,
    json_build_object('success', true, 'drops', drops, 'rolls', drawn, 'balance', balance_after)
  from ready where has_nonce and has_money and not is_held and not is_late on conflict do nothing returning player_id
), opened as (
  select player_id, seed_id, nonce, count, cost, stake, transfer_id, reference, odds_hash, worth, best_id, best_price, notice_id, rate,
    balance_after, locked_after, unlocked, locked
  from ready join fresh using (player_id)
), moved as (
  update seeds set nonce = seeds.nonce + opened.count from opened
  where seeds.id = opened.seed_id returning seeds.player_id
), paid as (
  update accounts set ${chargeAccount('opened')}, spent = accounts.spent + opened.cost,
    cases = accounts.cases + opened.count, won = accounts.won + opened.worth,
    best_id = case when opened.best_price > accounts.best_price then opened.best_id else accounts.best_id end,
    best_price = greatest(accounts.best_price, opened.best_price),
    items = accounts.items + opened.count, worth = accounts.worth + opened.worth,
    spent_locked = accounts.spent_locked + opened.locked,
    margin = accounts.margin + (opened.cost - opened.locked) * opened.rate
  from opened where accounts.id = opened.player_id
  returning accounts.id as player_id, accounts.balance, accounts.spent, opened.cost, opened.notice_id
), levelled as (
  insert into notifications (id, player_id, kind, amounts, link)
  select notice_id, player_id, 'level', jsonb_build_object('level', ${levelSql('spent')}), '${LEVEL_LINK}'
  from paid where ${levelSql('spent')} > ${levelSql('spent - cost')}
), transferred as (
  ${INTO_TRANSFERS}
  select transfer_id, 'open', player_id, ${HOUSE_ACCOUNTS.case}, cost, reference, locked, unlocked from opened
), won as (
  select won.*, opened.seed_id, opened.odds_hash, opened.reference, opened.rate, opened.stake,
    least(opened.stake, greatest(0, opened.cost - opened.locked - (won.nonce - opened.nonce) * opened.stake)) as cash
  from (select player_id, ${columnsFrom(DROP_COLUMNS, DROP_PLAYERS + 1)}
    from unnest($${DROP_PLAYERS}::int[]) with ordinality as won (player_id, n)) won
  join opened using (player_id)
), rolled as (
  insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash, cash, margin)
  select id, player_id, 'case', seed_id, nonce, ${CASE_TICKETS}, roll, odds_hash, cash, cash * rate from won
), kept as (
  insert into items (id, player_id, item_id, price, state, source, reference, roll_id, locked)
  select id, player_id, item_id, price, 'owned', 'case', reference, id, ((stake - cash) * price + stake - 1) / stake from won
)
select ready.player_id, paid.balance, paid.spent, players.hidden,
  case when paid.player_id is not null then ${TRANSACTION} end as transaction,
  case when paid.player_id is not null then 'opened'
    when not ready.has_nonce then 'nonce'
    when not ready.has_money then 'balance'
    when ready.is_late then 'late'
    when ready.is_held then 'held'
    else 'repeated' end as outcome
from ready join players on players.id = ready.player_id left join paid on paid.player_id = ready.player_id
where case when (select count(*) from fresh) = all (array[(select count(*) from paid), (select count(*) from moved)])
  then true else refuse('torn') is null end`,
} as const

const MAX_BATCH = 64

interface OutcomeRow {
  player_id: number
  balance: string | number | null
  spent: string | number | null
  hidden: boolean | null
  transaction: string | null
  outcome: OpeningOutcome['kind']
}

/** Writes values that need no quotes (numbers and ids) as a PostgreSQL array. The driver would inspect each value. */
const plain = (values: readonly (number | string)[]): string => `{${values.join()}}`

/** Writes any texts as a PostgreSQL array. */
const quoted = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join()}}`

function arrayOf<Row>({ type, of }: Column<Row>, rows: readonly Row[]): string {
  return type === 'text' ? quoted(rows.map((row) => String(of(row)))) : plain(rows.map(of))
}

function parametersOf(batch: readonly PreparedOpening[]): string[] {
  const drops = batch.flatMap(({ won, playerId, nonce }) =>
    won.map((drop, place): DropRow => ({ ...drop, playerId, nonce: nonce + place })),
  )
  return [
    plain(batch.map(({ playerId }) => playerId)),
    JSON.stringify(batch.map(({ answer }) => answer.drops)),
    JSON.stringify(batch.map(({ answer }) => answer.rolls)),
    ...OPENING_COLUMNS.map((column) => arrayOf(column, batch)),
    plain(drops.map(({ playerId }) => playerId)),
    ...DROP_COLUMNS.map((column) => arrayOf(column, drops)),
  ]
}

async function runBatch(db: Database, batch: readonly PreparedOpening[]): Promise<Map<number, OpeningOutcome>> {
  const rows = await db.run<OutcomeRow>(OPEN_STATEMENT, parametersOf(batch))
  return new Map(
    rows.map(({ player_id, balance, spent, hidden, transaction, outcome }) => [
      player_id,
      outcome === 'opened'
        ? {
            kind: outcome,
            balance: Number(balance),
            spent: Number(spent),
            hidden: hidden === true,
            transaction: String(transaction),
          }
        : { kind: outcome },
    ]),
  )
}

type Outcomes = Map<number, OpeningOutcome | { readonly kind: 'failed'; readonly error: unknown }>

/**
 * Writes a batch; one that the database refuses is written in halves, so that a fault of one opening fails that one alone. Without
 * an answer of the database nothing is repeated: the batch may have been written.
 */
async function writeBatch(db: Database, batch: readonly PreparedOpening[]): Promise<Outcomes> {
  try {
    return await runBatch(db, batch)
  } catch (error) {
    const isRefused = databaseFault(error) !== null && !isDatabaseUnavailable(error)
    if (batch.length === 1 || !isRefused)
      return new Map(batch.map(({ playerId }) => [playerId, { kind: 'failed', error }]))
    const middle = Math.ceil(batch.length / 2)
    const first = await writeBatch(db, batch.slice(0, middle))
    return new Map([...first, ...(await writeBatch(db, batch.slice(middle)))])
  }
}

/**
 * Makes the writer of openings. An opening that arrives while a statement is running waits, and shares the next statement with all that
 * wait.
 *
 * @returns writes one opening; a player must not have two of them waiting
 */
export function createOpeningBatches(db: Database): (opening: PreparedOpening) => Promise<OpeningOutcome> {
  // More statements at once would be slower: each has a cost of its own, and would be shared by fewer.
  const write = shareStatements((batch: readonly PreparedOpening[]) => writeBatch(db, batch), { most: MAX_BATCH })
  return async (opening) => {
    const outcome = (await write(opening)).get(opening.playerId)
    if (outcome === undefined) throw new Error('An opening returned no result')
    if (outcome.kind === 'failed') throw outcome.error
    return outcome
  }
}
