// The operator's view of raffles: `npm run ops -- raffles list` and `-- show ID` read, `-- proof ID` writes what anyone can check. There
// is no command that chooses a winner.
import { and, desc, eq, sql } from 'drizzle-orm'
import { raffleFile } from '../../src/game/raffle-proof.ts'
import { RAFFLE_KINDS } from '../../src/game/rewards.ts'
import { formatMoney } from '../../src/i18n/format.ts'
import { openBeacon } from '../../src/server/beacon/open-beacon.ts'
import type { Database } from '../../src/server/db/database.ts'
import { catalogueItems, players } from '../../src/server/db/schema.ts'
import { RAFFLE_STATES, raffleEntries, raffles } from '../../src/server/db/schema-rewards.ts'
import { createRaffleViews } from '../../src/server/services/raffle-views.ts'
import { hashing } from '../verify/check-export.ts'
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
} from './operator.ts'

const USAGE = `Usage: npm run ops -- raffles list [options]   the newest raffles first
       npm run ops -- raffles show ID          everything of one: its prize, its entries, what it is drawn from, who won
       npm run ops -- raffles proof ID         its proof as a file for npm run verify

Options of list:
  --state open   only those in this state: ${RAFFLE_STATES.join(', ')}
  --player ID    only those that a player won
  --limit N      how many at most; 50 without it

Kinds are ${RAFFLE_KINDS.join(', ')}. Nobody can choose a winner: the draw follows from what was published before. Times are in UTC.`

const COLUMNS: readonly Column[] = [
  { title: 'raffle' },
  { title: 'number', right: true },
  { title: 'kind' },
  { title: 'closes' },
  { title: 'state' },
  { title: 'entries', right: true },
  { title: 'price', right: true },
  { title: 'item' },
  { title: 'winner' },
]

interface Found {
  readonly raffle: typeof raffles.$inferSelect
  readonly item: string | null
  readonly winner: string | null
  /** Of one that is not frozen yet. */
  readonly joined: string
}

const selectRaffles = ({ queries }: Database) =>
  queries
    .select({
      raffle: raffles,
      item: sql<string | null>`${catalogueItems.view} ->> 'market_hash_name'`,
      winner: players.username,
      joined: sql<string>`(select count(*) from ${raffleEntries} where ${raffleEntries.raffleId} = ${raffles.id})`,
    })
    .from(raffles)
    .leftJoin(catalogueItems, eq(catalogueItems.id, raffles.itemId))
    .leftJoin(players, eq(players.id, raffles.winnerId))

const winnerOf = ({ raffle, winner }: Found): string =>
  raffle.winnerId === null ? NONE : `${raffle.winnerId} ${winner ?? ''}`.trimEnd()

function rowOf(found: Found): string[] {
  const { raffle, item, joined } = found
  return [
    raffle.id,
    String(raffle.number),
    raffle.kind,
    moment(raffle.closesAt),
    raffle.state,
    String(raffle.entries ?? joined),
    formatMoney(raffle.price),
    item ?? raffle.itemId,
    winnerOf(found),
  ]
}

async function list(args: readonly string[]): Promise<void> {
  const { state, playerId, most } = readList(RAFFLE_STATES, readLine(args, LIST_OPTIONS))
  const rows = await withDatabase((db) =>
    selectRaffles(db)
      .where(
        and(
          state === undefined ? undefined : eq(raffles.state, state),
          playerId === undefined ? undefined : eq(raffles.winnerId, playerId),
        ),
      )
      .orderBy(desc(raffles.closesAt), desc(raffles.number))
      .limit(most),
  )
  console.log(rows.length === 0 ? 'There are no such raffles.' : table(COLUMNS, rows.map(rowOf)))
}

function sourceOf({ source, round, commit }: Found['raffle']): string {
  return source === 'drand' ? `round ${round} of drand` : `a seed with the commit ${commit}`
}

function factsOf(found: Found): string {
  const { raffle, item, joined } = found
  return facts([
    ['raffle', raffle.id],
    ['number', `${raffle.number}, ${raffle.kind}`],
    ['state', raffle.state],
    ['prize', `${item ?? raffle.itemId}, ${formatMoney(raffle.price)}`],
    ['opened', moment(raffle.opensAt)],
    ['closes', moment(raffle.closesAt)],
    ['entries', `${raffle.entries ?? joined}${raffle.entries === null ? ' so far' : ''}`],
    ['hash', raffle.entriesHash ?? NONE],
    ['frozen', momentOrNone(raffle.frozenAt)],
    ['drawn from', sourceOf(raffle)],
    ['drawn', momentOrNone(raffle.drawnAt)],
    ['roll', raffle.roll === null ? NONE : `${raffle.roll} of ${raffle.entries}`],
    ['winner', winnerOf(found)],
    ['item id', raffle.wonId ?? NONE],
  ])
}

const unknown = (id: string): CommandRefused =>
  new CommandRefused(`There is no raffle ${id}. Look it up: npm run ops -- raffles list`)

async function show(args: readonly string[]): Promise<void> {
  const id = onlyId(readLine(args, {}).positionals, 'raffle')
  const [found] = await withDatabase((db) => selectRaffles(db).where(eq(raffles.id, id)))
  if (found === undefined) throw unknown(id)
  console.log(factsOf(found))
}

async function proof(args: readonly string[]): Promise<void> {
  const id = onlyId(readLine(args, {}).positionals, 'raffle')
  const found = await withDatabase((db, config) =>
    createRaffleViews({ db, now: Date.now, beacon: openBeacon(config) }).proof(id),
  )
  if (found === undefined) throw unknown(id)
  // To the byte: its last field seals what stands before it.
  process.stdout.write(await raffleFile(found, hashing.sha256))
}

/** The commands about raffles. */
export const group: Group = { usage: USAGE, commands: { list, show, proof } }
