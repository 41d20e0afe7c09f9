// Server seeds: the active one that rolls are made with, and the next one, whose commit is shown before it is ever used.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, lt, ne } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { PastSeeds, SeedsView } from '../../contract/fairness.ts'
import type { Hmac } from '../../game/fairness.ts'
import type { Database, Queries } from '../db/database.ts'
import { seeds } from '../db/schema.ts'
import { RefusalError } from '../refusal.ts'

/** The seed that a player's next roll is made with. */
export interface ActiveSeed {
  readonly id: number
  readonly serverSeed: string
  readonly clientSeed: string
  /** The nonce that the next roll takes, as far as this process knows. */
  nonce: number
}

const PAGE = 50

/** The keyed hash of a server seed, as game/fairness.ts asks for it. */
export function hmacOf(serverSeed: string): Hmac {
  return (message) => createHmac('sha256', serverSeed).update(message).digest()
}

/** A server seed and its commit. */
export function freshSeed(): { serverSeed: string; commit: string } {
  const serverSeed = randomBytes(32).toString('hex')
  return { serverSeed, commit: createHash('sha256').update(serverSeed).digest('hex') }
}

/** Gives a new player an active seed and the one after it. */
export async function giveSeeds(tx: Queries, playerId: number): Promise<void> {
  const clientSeed = randomBytes(8).toString('hex')
  await tx.insert(seeds).values([
    { playerId, clientSeed, state: 'active', ...freshSeed() },
    { playerId, clientSeed, state: 'next', ...freshSeed() },
  ])
}

/** The seeds of players, with the active ones remembered so that an opening needs no read. */
export interface Seeds {
  active(playerId: number): Promise<ActiveSeed>
  /** Forgets what is remembered of a player: another process has used or changed the seed. */
  forget(playerId: number): void
  view(playerId: number): Promise<SeedsView>
  /** The revealed ones in pages, the last one first. */
  past(playerId: number, cursor?: string): Promise<PastSeeds>
  rotate(playerId: number, clientSeed: string): Promise<void>
}

async function seedsView(db: Database, playerId: number): Promise<SeedsView> {
  const rows = await db.queries
    .select()
    .from(seeds)
    .where(and(eq(seeds.playerId, playerId), ne(seeds.state, 'revealed')))
  const active = rows.find((row) => row.state === 'active')
  const next = rows.find((row) => row.state === 'next')
  if (active === undefined || next === undefined) throw new Error(`Player ${playerId} has no seeds`)
  return {
    commit: active.commit,
    clientSeed: active.clientSeed,
    nonce: active.nonce,
    nextCommit: next.commit,
  }
}

async function pastSeeds(db: Database, playerId: number, cursor: string | undefined): Promise<PastSeeds> {
  const rows = await db.queries
    .select()
    .from(seeds)
    .where(
      and(
        eq(seeds.playerId, playerId),
        eq(seeds.state, 'revealed'),
        cursor === undefined ? undefined : lt(seeds.id, Number(cursor)),
      ),
    )
    .orderBy(desc(seeds.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE)
  return {
    past: page.map((row) => ({
      commit: row.commit,
      serverSeed: row.serverSeed,
      clientSeed: row.clientSeed,
      rolls: row.nonce - 1,
      revealed_at: row.revealedAt?.getTime() ?? 0,
    })),
    cursor: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  }
}

async function rotate(tx: Queries, playerId: number, clientSeed: string): Promise<void> {
  const ofPlayer = (state: 'active' | 'next') => and(eq(seeds.playerId, playerId), eq(seeds.state, state))
  const revealed = await tx
    .update(seeds)
    .set({ state: 'revealed', revealedAt: new Date() })
    .where(ofPlayer('active'))
    .returning({ id: seeds.id })
  if (revealed.length !== 1) throw new RefusalError('seed-in-use')
  await tx.update(seeds).set({ state: 'active', clientSeed }).where(ofPlayer('next'))
  await tx.insert(seeds).values({ playerId, clientSeed, state: 'next', ...freshSeed() })
}

/** The seeds over a database. */
export function createSeeds(db: Database): Seeds {
  const remembered = new LRUCache<number, ActiveSeed>({ max: 100_000 })
  return {
    active: async (playerId) => {
      const known = remembered.get(playerId)
      if (known !== undefined) return known
      const [row] = await db.queries
        .select({ id: seeds.id, serverSeed: seeds.serverSeed, clientSeed: seeds.clientSeed, nonce: seeds.nonce })
        .from(seeds)
        .where(and(eq(seeds.playerId, playerId), eq(seeds.state, 'active')))
      if (row === undefined) throw new Error(`Player ${playerId} has no active seed`)
      remembered.set(playerId, row)
      return row
    },
    forget: (playerId) => {
      remembered.delete(playerId)
    },
    view: (playerId) => seedsView(db, playerId),
    past: (playerId, cursor) => pastSeeds(db, playerId, cursor),
    rotate: async (playerId, clientSeed) => {
      await db.transaction((tx) => rotate(tx, playerId, clientSeed))
      remembered.delete(playerId)
    },
  }
}
