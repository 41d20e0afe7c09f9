// The public views of raffles: open raffles, winners, and the proof of each draw.
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { drawPlace } from '../../../game/rewards/raffle-funding.ts'
import { RAFFLE_FORMAT, type RaffleProof } from '../../../game/rewards/raffle-proof.ts'
import { RAFFLE_KINDS, type RaffleKind } from '../../../game/rewards/rewards.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type {
  ClosedRaffle,
  DrawPlaceView,
  OpenRaffle,
  RaffleProofReply,
  RafflesReply,
} from '../../../protocol/raffle.ts'
import type { Beacon } from '../../beacon/beacon.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { accounts, catalogueItems, players } from '../../db/schema.ts'
import { raffleEntries, raffles } from '../../db/schema-rewards.ts'
import { dropPlayer } from '../rolls/drop-player.ts'
import { allowanceOf, entrantsOf, entriesOf, listOf, prizeCost, publicNumberOf, type RaffleEntry } from './funding.ts'
import { kindsOpenTo } from './joining.ts'
import { isRolledOver } from './lifecycle.ts'

/** For each kind. */
const WINNERS_SHOWN = 5

/** A proof, and the number in its list that stands for the player who asks; null without an entry. */
type ShownProof = Omit<RaffleProofReply, 'success'>

export interface RaffleViews {
  /** @param playerId the player whose entries are shown; null for a guest */
  all(playerId: number | null): Promise<Omit<RafflesReply, 'success'>>
  /**
   * Returns the proof of a raffle; undefined for an unknown id.
   *
   * @param playerId the player who asks; null for a guest
   */
  proof(id: string, playerId: number | null): Promise<ShownProof | undefined>
}

export interface RaffleViewsParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly now: () => number
  readonly beacon: Beacon | null
}

/** A raffle with its prize, its winner, and the number of entries while it is open. */
const COLUMNS = {
  raffle: raffles,
  item: catalogueItems.view,
  winner: { id: players.id, username: players.username, avatar: players.avatar, hidden: players.hidden },
  spent: accounts.spent,
  joined: sql<string>`case when ${raffles.state} = 'open' then
    (select count(*) from ${raffleEntries} where ${raffleEntries.raffleId} = ${raffles.id}) else 0 end`,
}

interface Row {
  readonly raffle: typeof raffles.$inferSelect
  readonly item: unknown
  readonly winner: { id: number; username: string; avatar: string; hidden: boolean } | null
  readonly spent: number | null
  readonly joined: string
}

/** The player who looks: their entries among the raffles shown, and the kinds that their deposits open. */
interface Viewer {
  readonly entered: ReadonlySet<string>
  readonly open: ReadonlySet<RaffleKind>
  /** What they have and need, by the raffle's id. */
  readonly draws: ReadonlyMap<string, DrawPlaceView>
}

/** Tells whether the price of a prize stops its raffle, or has. */
function isPrizeHeld({ state, joined, cost, itemId }: Row['raffle'], { priceState }: LoadedCatalogue): boolean {
  if (state === 'returned') return isRolledOver({ state, joined }) && cost === null
  return state !== 'drawn' && priceState.held.has(itemId)
}

function named({ raffle, item, joined }: Row, loaded: LoadedCatalogue) {
  return {
    ...(isPrizeHeld(raffle, loaded) ? { held: true as const } : {}),
    id: raffle.id,
    number: raffle.number,
    kind: raffle.kind,
    prize: { kind: 'item' as const, item: item as ItemView, price: raffle.price },
    players: raffle.entries ?? Number(joined),
    closesAt: raffle.closesAt.getTime(),
  }
}

function openView(row: Row, viewer: Viewer | null, loaded: LoadedCatalogue): OpenRaffle {
  const { id, kind, commit, round } = row.raffle
  const standing =
    viewer === null ? 'guest' : viewer.entered.has(id) ? 'joined' : viewer.open.has(kind) ? 'free' : 'deposit'
  const draw = standing === 'joined' || standing === 'free' ? (viewer?.draws.get(id) ?? null) : null
  return { ...named(row, loaded), commit, round, standing, draw }
}

function closedView(row: Row, viewer: Viewer | null, loaded: LoadedCatalogue): ClosedRaffle {
  const { id, state, drawnAt } = row.raffle
  const { winner, spent } = row
  return {
    ...named(row, loaded),
    state,
    drawnAt: drawnAt?.getTime() ?? null,
    winner: winner === null ? null : dropPlayer({ ...winner, spent: cents(Number(spent ?? 0)) }),
    joined: viewer?.entered.has(id) ?? false,
    draw: (viewer?.entered.has(id) && viewer.draws.get(id)) || null,
    rolledOver: isRolledOver(row.raffle),
  }
}

/** Returns the number that stands for a player in the list; null for nobody, and without an entry. */
function numberOf(playerId: number | null, entries: readonly RaffleEntry[]): number | null {
  return entries.find((entry) => entry.playerId === playerId)?.publicNumber ?? null
}

/** Returns everything public of a raffle, to verify its draw; the list once it is frozen. */
function proofView({ raffle, item }: Row, entries: readonly RaffleEntry[], beacon: Beacon | null): RaffleProof {
  const isOver = raffle.state === 'drawn' || raffle.state === 'returned'
  return {
    format: RAFFLE_FORMAT,
    id: raffle.id,
    number: raffle.number,
    kind: raffle.kind,
    opensAt: raffle.opensAt.getTime(),
    closesAt: raffle.closesAt.getTime(),
    state: raffle.state,
    frozenAt: raffle.frozenAt?.getTime() ?? null,
    drawnAt: raffle.drawnAt?.getTime() ?? null,
    item: (item as ItemView).market_hash_name,
    price: raffle.price,
    entries: raffle.entries,
    list: raffle.entries === null ? null : listOf(raffle, entries),
    entriesHash: raffle.entriesHash,
    source: raffle.source,
    commit: raffle.commit,
    // A player who knew the seed before the draw would know the winner.
    serverSeed: isOver ? raffle.serverSeed : null,
    chain: raffle.source === 'drand' ? (beacon?.chain.hash ?? null) : null,
    round: raffle.round,
    signature: raffle.signature,
    roll: raffle.roll,
    winner: numberOf(raffle.winnerId, entries),
  }
}

function selectRaffles(queries: Queries) {
  return queries
    .select(COLUMNS)
    .from(raffles)
    .innerJoin(catalogueItems, eq(catalogueItems.id, raffles.itemId))
    .leftJoin(players, eq(players.id, raffles.winnerId))
    .leftJoin(accounts, eq(accounts.id, raffles.winnerId))
}

/**
 * Returns the proof of a raffle; undefined for an unknown id.
 *
 * @param playerId the player who asks; null for nobody
 */
export async function raffleProof(
  queries: Queries,
  id: string,
  playerId: number | null,
  beacon: Beacon | null,
): Promise<ShownProof | undefined> {
  const [row] = await selectRaffles(queries).where(eq(raffles.id, id))
  if (row === undefined) return undefined
  const entries = await entriesOf(queries, id)
  const ownNumber = playerId === null ? null : await publicNumberOf(queries, id, playerId)
  return { raffle: proofView(row, entries, beacon), ownNumber }
}

/** Makes the views over a database. */
export function createRaffleViews({ db, catalogue, now, beacon }: RaffleViewsParts): RaffleViews {
  const rows = () => selectRaffles(db.queries)

  const newestOf = (kind: RaffleKind): Promise<Row[]> =>
    rows()
      .where(and(eq(raffles.kind, kind), lte(raffles.opensAt, new Date(now()))))
      .orderBy(desc(raffles.opensAt))
      .limit(2)

  const winnersOf = (kind: RaffleKind): Promise<Row[]> =>
    rows()
      .where(and(eq(raffles.kind, kind), hasState(raffles.state, 'drawn')))
      .orderBy(desc(raffles.drawnAt))
      .limit(WINNERS_SHOWN)

  /** Returns what a player has and needs in raffles that are open, or were frozen since the rule exists. */
  async function drawsOf(playerId: number, newest: readonly Row[]): Promise<ReadonlyMap<string, DrawPlaceView>> {
    const shown = newest.filter(({ raffle }) => raffle.state === 'open' || raffle.cost !== null)
    const ids = shown.map(({ raffle }) => raffle.id)
    const loaded = catalogue()
    const [own, entrants] = await Promise.all([
      allowanceOf(db.queries, playerId, loaded.rewards.gifts),
      entrantsOf(db.queries, ids, loaded.rewards.gifts),
    ])
    return new Map(
      shown.map(({ raffle }) => {
        const joined = entrants.get(raffle.id) ?? []
        const player = joined.find((one) => one.playerId === playerId) ?? own
        const cost = raffle.cost === null ? prizeCost(raffle, loaded) : cents(raffle.cost)
        const { haveCents: have, needCents: need, places } = drawPlace(cost, player, joined)
        return [raffle.id, { have, need, places }]
      }),
    )
  }

  async function viewerOf(playerId: number, newest: readonly Row[], shown: readonly Row[]): Promise<Viewer> {
    const ids = shown.map(({ raffle }) => raffle.id)
    const [entries, open, draws] = await Promise.all([
      ids.length === 0
        ? []
        : db.queries
            .select({ id: raffleEntries.raffleId })
            .from(raffleEntries)
            .where(and(eq(raffleEntries.playerId, playerId), inArray(raffleEntries.raffleId, ids))),
      kindsOpenTo(db.queries, playerId, now()),
      drawsOf(playerId, newest),
    ])
    return { entered: new Set(entries.map(({ id }) => id)), open, draws }
  }

  return {
    all: async (playerId) => {
      const newest = await Promise.all(RAFFLE_KINDS.map(newestOf))
      const drawn = (await Promise.all(RAFFLE_KINDS.map(winnersOf))).flat()
      const viewer = playerId === null ? null : await viewerOf(playerId, newest.flat(), [...newest.flat(), ...drawn])
      const loaded = catalogue()
      const isOpen = ({ raffle }: Row): boolean => raffle.state === 'open' && raffle.closesAt.getTime() > now()
      return {
        raffles: RAFFLE_KINDS.map((kind, at) => {
          const open = newest[at]?.find(isOpen)
          const last = newest[at]?.find((row) => row !== open)
          return {
            kind,
            open: open === undefined ? null : openView(open, viewer, loaded),
            last: last === undefined ? null : closedView(last, viewer, loaded),
          }
        }),
        winners: drawn
          .map((row) => closedView(row, viewer, loaded))
          .toSorted((one, other) => (other.drawnAt ?? 0) - (one.drawnAt ?? 0) || other.number - one.number),
      }
    },
    proof: (id, playerId) => raffleProof(db.queries, id, playerId, beacon),
  }
}
