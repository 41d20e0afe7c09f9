// Pairs of seeds: the active one that rolls are made with, and the next one, whose commitment is shown before it is used. The client
// seed of a pair is its player's, who supplies it after the commitment.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { SEEDS_UNUSED_DAY } from '../../../game/base/economy.ts'
import type { Hmac } from '../../../game/fairness/fairness.ts'
import type { ClientSeedBody, PastSeeds, SeedsView } from '../../../protocol/fairness.ts'
import type { SiteEvents } from '../../base/events.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { hasState, lacksState } from '../../db/has-state.ts'
import { seeds } from '../../db/schema.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { lockPlayer } from '../calls/player.ts'
import { earnBadge } from '../notices/badges.ts'

/** The seed of a player's next roll. */
export interface ActiveSeed {
  readonly id: number
  readonly serverSeed: string
  readonly clientSeed: string
  /** The nonce of the next roll, as far as this process knows. */
  nonce: number
}

/** Returns the keyed hash of a server seed, as game/fairness/fairness.ts needs it. */
export function hmacOf(serverSeed: string): Hmac {
  return (message) => createHmac('sha256', serverSeed).update(message).digest()
}

/** Generates a server seed and its commitment. */
export function generateSeed(): { serverSeed: string; commit: string } {
  const serverSeed = randomBytes(32).toString('hex')
  return { serverSeed, commit: createHash('sha256').update(serverSeed).digest('hex') }
}

/** Draws a client seed as browsers do, of the form RANDOM_CLIENT_SEED: for house players, which have none. */
export const randomClientSeed = (): string => randomBytes(8).toString('hex')

/** Gives a new player an active seed and the next one, which wait for their client seeds. */
export async function giveSeeds(tx: Queries, playerId: number): Promise<void> {
  await tx.insert(seeds).values([
    { playerId, state: 'active', ...generateSeed() },
    { playerId, state: 'next', ...generateSeed() },
  ])
}

/** The commitment that waits for a client seed of the player in `players`, in SQL: null for none. */
export const UNSEEDED_COMMIT = sql<string | null>`(
  select case when active.client_seed is null then active.commit when active.client_seed_source = 'server' then next.commit end
  from seeds active join seeds next on next.player_id = active.player_id and next.state = 'next'
  where active.player_id = players.id and active.state = 'active')`

/** The seeds of players. Active ones are cached, so that an opening needs no read. */
export interface Seeds {
  /** @throws RefusalError 'client-seed-missing' until the player has supplied a client seed */
  active(playerId: number): Promise<ActiveSeed>
  /** Drops a player's cached seed: another process has used or changed it. */
  forget(playerId: number): void
  view(playerId: number): Promise<SeedsView>
  /** Returns revealed seeds in pages, the newest first. */
  past(playerId: number, cursor?: string): Promise<PastSeeds>
  /**
   * Takes a player's client seed for the commitment that their browser names: once for a pair, before its first roll. A pair whose client
   * seed the server drew is replaced by the next one.
   *
   * @throws RefusalError 'commitment-changed' when no pair with this commitment waits for a client seed, 'client-seed-set' when it has
   *   another one
   */
  supply(playerId: number, body: ClientSeedBody): Promise<void>
  /**
   * Reveals the active pair, and goes on with the next one and the player's client seed for it.
   *
   * @throws RefusalError 'commitment-changed' when the next commitment is not the one that was named, or was not shown yet, 'seeds-day'
   */
  rotate(playerId: number, clientSeed: string, nextCommit?: string): Promise<void>
}

type SeedRow = typeof seeds.$inferSelect

async function readPairs(queries: Queries, playerId: number): Promise<{ active: SeedRow; next: SeedRow }> {
  const rows = await queries
    .select()
    .from(seeds)
    .where(and(eq(seeds.playerId, playerId), lacksState(seeds.state, 'revealed')))
  const active = rows.find((row) => row.state === 'active')
  const next = rows.find((row) => row.state === 'next')
  if (active === undefined || next === undefined) throw new Error(`Player ${playerId} has no seeds`)
  return { active, next }
}

/** Records that commitments are shown, each once. */
async function recordShown(queries: Queries, pairs: readonly SeedRow[]): Promise<void> {
  const ids = pairs.flatMap(({ id, shownAt }) => (shownAt === null ? [id] : []))
  if (ids.length === 0) return
  await queries.update(seeds).set({ shownAt: sql`now()` }).where(inArray(seeds.id, ids))
}

function unseededOf(active: SeedRow, next: SeedRow): string | null {
  if (active.clientSeed === null) return active.commit
  return active.clientSeedSource === 'server' ? next.commit : null
}

async function seedsView(db: Database, playerId: number): Promise<SeedsView> {
  const { active, next } = await readPairs(db.queries, playerId)
  await recordShown(db.queries, [active, next])
  return {
    commit: active.commit,
    clientSeed: active.clientSeed,
    clientSeedSource: active.clientSeedSource,
    nonce: active.nonce,
    nextCommit: next.commit,
    unseeded: unseededOf(active, next),
  }
}

async function pastSeeds(db: Database, playerId: number, cursor: string | undefined): Promise<PastSeeds> {
  const rows = await db.queries
    .select()
    .from(seeds)
    .where(
      and(
        eq(seeds.playerId, playerId),
        hasState(seeds.state, 'revealed'),
        cursor === undefined ? undefined : lt(seeds.id, Number(cursor)),
      ),
    )
    .orderBy(desc(seeds.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ id }) => String(id))
  return {
    past: page.rows.map((row) => ({
      commit: row.commit,
      serverSeed: row.serverSeed,
      clientSeed: row.clientSeed,
      clientSeedSource: row.clientSeedSource,
      rolls: row.nonce - 1,
      revealed_at: row.revealedAt?.getTime() ?? 0,
    })),
    cursor: page.cursor,
  }
}

/** The columns of a pair that its player has answered. */
const answeredWith = (clientSeed: string, commit: string) =>
  ({ clientSeed, clientSeedSource: 'player', answeredCommit: commit, clientSeededAt: sql`now()` }) as const

/**
 * Rotates the seeds of a player who is locked: two rotations at once would find the same active one.
 *
 * @param clientSeed of the next pair; null where the player has yet to supply it
 */
async function rotateLocked(
  tx: Queries,
  { active, next }: { readonly active: SeedRow; readonly next: SeedRow },
  clientSeed: string | null,
): Promise<void> {
  const answer = clientSeed === null ? {} : answeredWith(clientSeed, next.commit)
  await tx.update(seeds).set({ state: 'revealed', revealedAt: new Date() }).where(eq(seeds.id, active.id))
  await tx
    .update(seeds)
    .set({ state: 'active', ...answer })
    .where(eq(seeds.id, next.id))
  await tx.insert(seeds).values({ playerId: next.playerId, state: 'next', ...generateSeed() })
}

/** The nonce of a pair's first roll. */
const FIRST_NONCE = 1

/**
 * Rotates the seeds of a player, who is locked, to a pair that waits for their client seed: rolls from now on have nothing in common with
 * earlier ones. A pair without a roll stays: nothing was made with it. Where they are cached, they have to be forgotten after the commit.
 */
export async function renewSeeds(tx: Queries, playerId: number): Promise<void> {
  // A roll that is being drawn counts.
  const isActive = and(eq(seeds.playerId, playerId), hasState(seeds.state, 'active'))
  await tx.select({ id: seeds.id }).from(seeds).where(isActive).for('update')
  const pairs = await readPairs(tx, playerId)
  if (pairs.active.nonce > FIRST_NONCE) await rotateLocked(tx, pairs, null)
}

/** Tells whether the commitment of a pair was shown before this transaction, so before the call that it is for. */
async function wasShown(tx: Queries, { id }: SeedRow): Promise<boolean> {
  const before = and(eq(seeds.id, id), lt(seeds.shownAt, sql`now()`))
  return (await tx.$count(seeds, before)) === 1
}

async function supplyLocked(tx: Queries, playerId: number, { commit, clientSeed }: ClientSeedBody): Promise<void> {
  const pairs = await readPairs(tx, playerId)
  const { active, next } = pairs
  if (commit === active.commit && active.clientSeed !== null) {
    // The same again is a call whose answer was lost.
    if (active.clientSeedSource === 'player' && active.clientSeed === clientSeed) return
    throw new RefusalError('client-seed-set')
  }
  if (commit !== unseededOf(active, next)) throw new RefusalError('commitment-changed')
  if (commit === next.commit) await rotateLocked(tx, pairs, clientSeed)
  else await tx.update(seeds).set(answeredWith(clientSeed, commit)).where(eq(seeds.id, active.id))
}

const DAY_MS = 86_400_000
/** Pairs that are looked at: with a roll each they cost money. */
const PAIRS_READ = 1_000

/** Refuses a player who reveals seeds again and again without a roll. The rows are counted, so all instances agree. */
async function assertRotationsLeft(tx: Queries, playerId: number, atMs: number): Promise<void> {
  const since = new Date(atMs - DAY_MS).toISOString()
  const rows = await queryRows<{ unused: string }>(
    tx,
    sql`select count(*) as unused from (select * from seeds where player_id = ${playerId} order by id desc limit ${PAIRS_READ}) newest
      where state = 'revealed' and nonce = ${FIRST_NONCE} and revealed_at > ${since}::timestamptz`,
  )
  if (Number(rows[0]?.unused) >= SEEDS_UNUSED_DAY) throw new RefusalError('seeds-day', {}, { count: SEEDS_UNUSED_DAY })
}

/** Makes the seeds over a database. */
export function createSeeds({ db, events }: { db: Database; events: SiteEvents }): Seeds {
  const remembered = growingCache<number, ActiveSeed>(100_000)
  return {
    active: async (playerId) => {
      const known = remembered.get(playerId)
      if (known !== undefined) return known
      const [row] = await db.queries
        .select({
          id: seeds.id,
          serverSeed: seeds.serverSeed,
          clientSeed: seeds.clientSeed,
          source: seeds.clientSeedSource,
          nonce: seeds.nonce,
        })
        .from(seeds)
        .where(and(eq(seeds.playerId, playerId), hasState(seeds.state, 'active')))
      if (row === undefined) throw new Error(`Player ${playerId} has no active seed`)
      const { source, clientSeed, ...seed } = row
      if (source !== 'player' || clientSeed === null) throw new RefusalError('client-seed-missing')
      const active = { ...seed, clientSeed }
      remembered.set(playerId, active)
      return active
    },
    forget: (playerId) => {
      remembered.delete(playerId)
    },
    view: (playerId) => seedsView(db, playerId),
    past: (playerId, cursor) => pastSeeds(db, playerId, cursor),
    supply: async (playerId, body) => {
      await db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        await supplyLocked(tx, playerId, body)
      })
      remembered.delete(playerId)
    },
    rotate: async (playerId, clientSeed, nextCommit) => {
      const notification = await db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        await assertRotationsLeft(tx, playerId, Date.now())
        const pairs = await readPairs(tx, playerId)
        // A client seed that came before its commitment would let the server choose.
        const isSeen = nextCommit === undefined ? await wasShown(tx, pairs.next) : nextCommit === pairs.next.commit
        if (!isSeen) throw new RefusalError('commitment-changed')
        await rotateLocked(tx, pairs, clientSeed)
        return earnBadge(tx, playerId, 'seed')
      })
      remembered.delete(playerId)
      if (notification !== null) events.emit('notification', { playerId, notification })
    },
  }
}
