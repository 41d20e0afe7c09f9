// What a shop can show to a provider about a disputed deposit: who signed in from where, what they confirmed, deposited, played and received.
// Only the payer's own: no notes of operators, no reasons of checks, no other players.
import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { PLAYER_GAMES } from '../../../game/base/games.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { letterMessages } from '../../db/schema-letters.ts'
import { orders } from '../../db/schema-payments.ts'
import { consents, sessions } from '../../db/schema-sessions.ts'
import { withdrawalSteps, withdrawals } from '../../db/schema-withdrawals.ts'
import { kindsOf, wordsFor } from '../account/history.ts'
import { readTransfers } from '../account/transfer-pages.ts'
import { joinPrizes, PRIZE_PRICE } from '../fairness/money-prizes.ts'
import { ofItem, selectWithdrawals } from '../withdrawal/transitions.ts'
import { evidenceFile } from './evidence-file.ts'
import type { Delivery, Movement, Part, PlayedRoll } from './evidence-parts.ts'
import { eventsOfOrder, findOrder, reversalsOfOrder } from './order-lookup.ts'
import { disputesOf } from './reconcile.ts'

/** The most rows of each part: a person reads the file. */
const ROWS_MOST = 300

/** One file, and what identifies it. */
export interface EvidenceFile {
  readonly name: string
  readonly html: string
  /** SHA-256, in hex. */
  readonly digest: string
}

/** Reads one row more than a part holds. */
const LIMIT = ROWS_MOST + 1

function partOf<Row>(read: readonly Row[]): Part<Row> {
  return { rows: read.slice(0, ROWS_MOST), hasMore: read.length > ROWS_MOST }
}

/** The newest rows, the oldest first. */
function newestPart<Row>(read: readonly Row[]): Part<Row> {
  const { rows, hasMore } = partOf(read)
  return { rows: rows.toReversed(), hasMore }
}

/** $1 player, $2 games, $3 after this id, $4 how many. Each game is an index scan, and the scans are merged. */
const ROLLS = {
  name: 'evidence-rolls',
  text: `
select found.id, found.game, extract(epoch from found.at) * 1000 as at, found.nonce, found.n, found.roll, seeds.commit, seeds.client_seed,
  case when seeds.state = 'revealed' then seeds.server_seed end as server_seed, ${PRIZE_PRICE} as won,
  catalogue_items.view->>'market_hash_name' as item
from (
  select each.* from unnest($2::text[]) as wanted (game) cross join lateral (
    select id, rolls.game, at, nonce, n, roll, seed_id from rolls
    where player_id = $1 and rolls.game = wanted.game and id >= $3 order by id limit $4
  ) each order by each.id limit $4
) found
join seeds on seeds.id = found.seed_id
${joinPrizes('found.id')}
left join catalogue_items on catalogue_items.id = items.item_id
order by found.id`,
}

interface RollRow extends Omit<PlayedRoll, 'at' | 'won' | 'clientSeed' | 'serverSeed'> {
  readonly at: string | number
  readonly won: string | number | null
  readonly client_seed: string | null
  readonly server_seed: string | null
}

async function rollsSince(db: Database, playerId: number, since: string): Promise<Part<PlayedRoll>> {
  const rows = await db.run<RollRow>(ROLLS, [playerId, PLAYER_GAMES, since, LIMIT])
  return partOf(
    rows.map(({ client_seed: clientSeed, server_seed: serverSeed, at, won, ...roll }) => ({
      ...roll,
      clientSeed,
      serverSeed,
      at: Math.round(Number(at)),
      won: won === null ? null : Number(won),
    })),
  )
}

async function movementsSince(db: Database, playerId: number, since: string): Promise<Part<Movement>> {
  const words = wordsFor('en')
  const kinds = [...kindsOf('games'), ...kindsOf('sales')]
  const rows = await readTransfers(db, playerId, 'oldest', { kinds, after: since, most: LIMIT })
  return partOf(rows.map((row) => ({ id: row.id, at: row.at, words: words(row), amount: row.amount })))
}

async function deliveriesSince(queries: Queries, playerId: number, since: string): Promise<Part<Delivery>> {
  const read = await selectWithdrawals(queries)
    .where(and(eq(withdrawals.playerId, playerId), gte(withdrawals.id, since)))
    .orderBy(asc(withdrawals.id))
    .limit(LIMIT)
  const { rows, hasMore } = partOf(read.map(ofItem))
  const ids = rows.map(({ row }) => row.id)
  const steps =
    ids.length === 0
      ? []
      : await queries
          .select({ of: withdrawalSteps.withdrawalId, state: withdrawalSteps.state, at: withdrawalSteps.at })
          .from(withdrawalSteps)
          .where(inArray(withdrawalSteps.withdrawalId, ids))
          .orderBy(asc(withdrawalSteps.id))
  return { rows: rows.map((one) => ({ ...one, steps: steps.filter(({ of }) => of === one.row.id) })), hasMore }
}

/** What is stored about the player, whenever it was. */
async function ofPlayer(queries: Queries, playerId: number) {
  const [player] = await queries.select().from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`Player ${playerId} is gone`)
  const [confirmations, signIns, deposits, letters] = await Promise.all([
    queries.select().from(consents).where(eq(consents.playerId, playerId)).orderBy(desc(consents.id)).limit(LIMIT),
    queries
      .select()
      .from(sessions)
      .where(eq(sessions.playerId, playerId))
      .orderBy(desc(sessions.createdAt))
      .limit(LIMIT),
    queries
      .select()
      .from(orders)
      .where(and(eq(orders.playerId, playerId), isNotNull(orders.paidAt)))
      .orderBy(desc(orders.id))
      .limit(LIMIT),
    queries
      .select()
      .from(letterMessages)
      .where(eq(letterMessages.playerId, playerId))
      .orderBy(desc(letterMessages.id))
      .limit(LIMIT),
  ])
  return {
    player,
    consents: newestPart(confirmations),
    sessions: newestPart(signIns),
    deposits: newestPart(deposits),
    letters: newestPart(letters),
  }
}

/**
 * Collects the evidence of an order into one file.
 *
 * @param site its name and the time, in ms
 * @returns undefined where there is no such order
 */
export async function makeEvidence(
  db: Database,
  orderId: string,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): Promise<EvidenceFile | undefined> {
  const { queries } = db
  const match = await findOrder(queries, orderId)
  if (match === undefined) return undefined
  const { order } = match
  const { playerId } = order
  const since = leastIdAt((order.paidAt ?? order.createdAt).getTime())
  const [own, rolls, movements, deliveries, known, events, reversals] = await Promise.all([
    ofPlayer(queries, playerId),
    rollsSince(db, playerId, since),
    movementsSince(db, playerId, since),
    deliveriesSince(queries, playerId, since),
    disputesOf(queries, orderId),
    eventsOfOrder(queries, orderId),
    reversalsOfOrder(queries, orderId),
  ])
  const returned = reversals.map(({ at, cause, amount, bonus }) => ({ at, cause, amount: amount + bonus }))
  const parts = { ...own, rolls, movements, deliveries, disputes: known, events, returned }
  const html = evidenceFile({ site: name, madeAt: nowMs, order, ...parts })
  const digest = createHash('sha256').update(html).digest('hex')
  return { name: `evidence-${orderId}.html`, html, digest }
}

/** Records in a transaction that a file of evidence was made: what is stored about a player leaves the shop with it. */
export async function recordEvidence(tx: Queries, orderId: string, digest: string, by: Actor): Promise<void> {
  await recordAct(tx, { by, verb: 'orders.evidence', kind: 'order', subject: orderId, after: { digest } })
}
