// The one statement that writes openings. It takes all openings that are waiting, each of another player: under load they share
// the cost of a statement and a commit, and a single opening does not wait for others.
import { CASE_TICKETS } from '../../../game/economy.ts'
import { shareStatements } from '../../base/shared-statement.ts'
import { type Database, databaseFault, isDatabaseUnavailable } from '../../db/database.ts'
import { TRANSACTION } from '../../db/snapshot.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { LEVEL_LINK, levelSql } from '../kernel/level-up.ts'

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
  readonly key: string
  readonly requestHash: string
  /** The response as JSON, without the balance, which the statement adds. */
  readonly answer: string
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
 * before. In these three cases nothing was written.
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
  | { readonly kind: 'balance' }
  | { readonly kind: 'repeated' }

/**
 * Separates the responses of a batch: a control character, which JSON never holds unescaped, so that nothing has to be quoted.
 */
const SEPARATOR = 0x1e

/**
 * Its stake is paid as `chargeBalance` (game/gifts.ts) does, one case after another: free money first, then what margin unlocks, then
 * locked money, whose cases win locked items.
 *
 * Locks seeds before accounts, each in the order of their ids, as every statement does. Locks read the newest versions, so their
 * conditions hold until the commit; the last line asserts it.
 */
const OPEN_STATEMENT = {
  name: 'open-cases',
  text: `
with given as (
  select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::uuid[], $7::text[], $8::text[], $9::uuid[],
    $10::text[], string_to_array($11, chr(${SEPARATOR})), $12::bigint[], $13::uuid[], $14::bigint[], $15::uuid[], $16::bigint[], $17::bigint[])
    as given (player_id, seed_id, nonce, count, cost, transfer_id, reference, odds_hash, key, request_hash, answer, worth, best_id,
      best_price, notice_id, rate, own_percent)
), seed_ready as materialized (
  select given.player_id from seeds join given on seeds.id = given.seed_id
  where seeds.player_id = given.player_id and seeds.state = 'active' and seeds.nonce = given.nonce
  order by seeds.id for update of seeds
), money_ready as materialized (
  select given.player_id, accounts.balance - given.cost as balance,
    greatest(0, given.cost - (accounts.balance - accounts.locked)) as beyond,
    greatest(0, accounts.margin / 100000000 * given.own_percent + accounts.margin % 100000000 * given.own_percent / 100000000
      - accounts.unlocked) as allowance
  from accounts join given on accounts.id = given.player_id
  where accounts.balance >= given.cost and given.player_id in (select player_id from seed_ready)
  order by accounts.id for update of accounts
), parts as (
  select player_id, beyond, least(beyond, allowance) as unlocked, greatest(0, beyond - allowance) as locked from money_ready
), fresh as (
  insert into idempotency_keys (player_id, key, request_hash, answer)
  select player_id, key, request_hash, (left(answer, -1) || ',"balance":' || balance || '}')::json
  from given join money_ready using (player_id) order by player_id
  on conflict do nothing returning player_id
), moved as (
  update seeds set nonce = seeds.nonce + given.count from given join fresh using (player_id)
  where seeds.id = given.seed_id and seeds.nonce = given.nonce returning seeds.player_id
), paid as (
  update accounts set balance = accounts.balance - given.cost, spent = accounts.spent + given.cost,
    cases = accounts.cases + given.count, won = accounts.won + given.worth,
    best_id = case when given.best_price > accounts.best_price then given.best_id else accounts.best_id end,
    best_price = greatest(accounts.best_price, given.best_price),
    items = accounts.items + given.count, worth = accounts.worth + given.worth,
    locked = accounts.locked - parts.beyond, unlocked = accounts.unlocked + parts.unlocked,
    spent_locked = accounts.spent_locked + parts.locked,
    margin = accounts.margin + (given.cost - parts.locked) * given.rate
  from given join fresh using (player_id) join parts using (player_id)
  where accounts.id = given.player_id and accounts.balance >= given.cost
  returning accounts.id as player_id, accounts.balance, accounts.spent
), levelled as (
  insert into notifications (id, player_id, kind, amounts, link)
  select notice_id, player_id, 'level', jsonb_build_object('level', ${levelSql('spent')}), '${LEVEL_LINK}'
  from given join paid using (player_id) where ${levelSql('spent')} > ${levelSql('spent - cost')}
), transferred as (
  insert into transfers (id, kind, debit_id, credit_id, amount, reference, locked, unlocked)
  select transfer_id, 'open', player_id, ${HOUSE_ACCOUNTS.case}, cost, reference, parts.locked, parts.unlocked
  from given join fresh using (player_id) join parts using (player_id)
), won as (
  select won.*, given.seed_id, given.odds_hash, given.reference, given.rate, given.cost / given.count as stake,
    least(given.cost / given.count,
      greatest(0, given.cost - parts.locked - (won.nonce - given.nonce) * (given.cost / given.count))) as cash
  from unnest($18::int[], $19::uuid[], $20::int[], $21::int[], $22::text[], $23::bigint[])
    as won (player_id, id, nonce, roll, item_id, price)
  join given using (player_id) join fresh using (player_id) join parts using (player_id)
), rolled as (
  insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash, cash, margin)
  select id, player_id, 'case', seed_id, nonce, ${CASE_TICKETS}, roll, odds_hash, cash, cash * rate from won
), kept as (
  insert into items (id, player_id, item_id, price, state, source, reference, roll_id, locked)
  select id, player_id, item_id, price, 'owned', 'case', reference, id, ((stake - cash) * price + stake - 1) / stake from won
)
select given.player_id, paid.balance, paid.spent, players.hidden,
  case when paid.player_id is not null then ${TRANSACTION} end as transaction,
  case when paid.player_id is not null then 'opened'
    when given.player_id not in (select player_id from seed_ready) then 'nonce'
    when given.player_id not in (select player_id from money_ready) then 'balance'
    else 'repeated' end as outcome
from given left join paid using (player_id) left join players on players.id = paid.player_id
where case
  when (select count(*) from fresh) = (select count(*) from paid) and (select count(*) from fresh) = (select count(*) from moved)
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

/** Returns the most expensive drop; there is at least one. */
function bestOf(won: readonly PreparedDrop[]): PreparedDrop {
  return won.reduce((best, drop) => (drop.priceCents > best.priceCents ? drop : best))
}

/** Writes values that need no quotes (numbers and ids) as a PostgreSQL array. The driver would inspect each value. */
const plain = (values: readonly (number | string)[]): string => `{${values.join()}}`

/** Writes any texts as a PostgreSQL array. */
const quoted = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join()}}`

function parametersOf(batch: readonly PreparedOpening[]): string[] {
  const drops = batch.flatMap((opening) =>
    opening.won.map((drop, place) => ({ ...drop, playerId: opening.playerId, nonce: opening.nonce + place })),
  )
  const best = batch.map(({ won }) => bestOf(won))
  return [
    plain(batch.map(({ playerId }) => playerId)),
    plain(batch.map(({ seedId }) => seedId)),
    plain(batch.map(({ nonce }) => nonce)),
    plain(batch.map(({ won }) => won.length)),
    plain(batch.map(({ costCents }) => costCents)),
    plain(batch.map(({ transferId }) => transferId)),
    quoted(batch.map(({ reference }) => reference)),
    quoted(batch.map(({ oddsHash }) => oddsHash)),
    plain(batch.map(({ key }) => key)),
    quoted(batch.map(({ requestHash }) => requestHash)),
    batch.map(({ answer }) => answer).join(String.fromCharCode(SEPARATOR)),
    plain(batch.map(({ won }) => won.reduce((sum, { priceCents }) => sum + priceCents, 0))),
    plain(best.map(({ id }) => id)),
    plain(best.map(({ priceCents }) => priceCents)),
    plain(batch.map(({ notificationId }) => notificationId)),
    plain(batch.map(({ marginRate }) => marginRate)),
    plain(batch.map(({ ownPercent }) => ownPercent)),
    plain(drops.map(({ playerId }) => playerId)),
    plain(drops.map(({ id }) => id)),
    plain(drops.map(({ nonce }) => nonce)),
    plain(drops.map(({ roll }) => roll)),
    quoted(drops.map(({ itemId }) => itemId)),
    plain(drops.map(({ priceCents }) => priceCents)),
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
