// Server seeds: the active one that rolls are made with, and the next one, whose commitment is shown before it is used.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, desc, eq, lt, ne } from 'drizzle-orm'
import type { Hmac } from '../../../game/fairness.ts'
import type { PastSeeds, SeedsView } from '../../../protocol/fairness.ts'
import type { SiteEvents } from '../../base/events.ts'
import { growingCache } from '../../base/growing-cache.ts'
import type { Database, Queries } from '../../db/database.ts'
import { seeds } from '../../db/schema.ts'
import { earnBadge } from './badges.ts'
import { PAGE_LIMIT, pageOf } from './page.ts'
import { lockPlayer } from './player.ts'

/** The seed of a player's next roll. */
export interface ActiveSeed {
  readonly id: number
  readonly serverSeed: string
  readonly clientSeed: string
  /** The nonce of the next roll, as far as this process knows. */
  nonce: number
}

/** Returns the keyed hash of a server seed, as game/fairness.ts needs it. */
export function hmacOf(serverSeed: string): Hmac {
  return (message) => createHmac('sha256', serverSeed).update(message).digest()
}

/** Generates a server seed and its commitment. */
export function generateSeed(): { serverSeed: string; commit: string } {
  const serverSeed = randomBytes(32).toString('hex')
  return { serverSeed, commit: createHash('sha256').update(serverSeed).digest('hex') }
}

/** Draws a client seed for a player who typed none, of the form RANDOM_CLIENT_SEED. */
const randomClientSeed = (): string => randomBytes(8).toString('hex')

/** Gives a new player an active seed and the next one. */
export async function giveSeeds(tx: Queries, playerId: number): Promise<void> {
  const clientSeed = randomClientSeed()
  await tx.insert(seeds).values([
    { playerId, clientSeed, state: 'active', ...generateSeed() },
    { playerId, clientSeed, state: 'next', ...generateSeed() },
  ])
}

/** The seeds of players. Active ones are cached, so that an opening needs no read. */
export interface Seeds {
  active(playerId: number): Promise<ActiveSeed>
  /** Drops a player's cached seed: another process has used or changed it. */
  forget(playerId: number): void
  view(playerId: number): Promise<SeedsView>
  /** Returns revealed seeds in pages, the newest first. */
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
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ id }) => String(id))
  return {
    past: page.rows.map((row) => ({
      commit: row.commit,
      serverSeed: row.serverSeed,
      clientSeed: row.clientSeed,
      rolls: row.nonce - 1,
      revealed_at: row.revealedAt?.getTime() ?? 0,
    })),
    cursor: page.cursor,
  }
}

/** Rotates the seeds of a player who is locked: two rotations at once would find the same active one. */
async function rotateLocked(tx: Queries, playerId: number, clientSeed: string): Promise<void> {
  const ofPlayer = (state: 'active' | 'next') => and(eq(seeds.playerId, playerId), eq(seeds.state, state))
  const revealed = await tx
    .update(seeds)
    .set({ state: 'revealed', revealedAt: new Date() })
    .where(ofPlayer('active'))
    .returning({ id: seeds.id })
  if (revealed.length !== 1) throw new Error(`Player ${playerId} has no active seed`)
  await tx.update(seeds).set({ state: 'active', clientSeed }).where(ofPlayer('next'))
  await tx.insert(seeds).values({ playerId, clientSeed, state: 'next', ...generateSeed() })
}

/**
 * Rotates the seeds of a player, who is locked, to a client seed that nobody knows: rolls from now on have nothing in common with earlier
 * ones. Where they are cached, they have to be forgotten after the commit.
 */
export async function renewSeeds(tx: Queries, playerId: number): Promise<void> {
  await rotateLocked(tx, playerId, randomClientSeed())
}

/** Makes the seeds over a database. */
export function createSeeds({ db, events }: { db: Database; events: SiteEvents }): Seeds {
  const remembered = growingCache<number, ActiveSeed>(100_000)
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
      const notification = await db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        await rotateLocked(tx, playerId, clientSeed)
        return earnBadge(tx, playerId, 'seed')
      })
      remembered.delete(playerId)
      if (notification !== null) events.emit('notification', { playerId, notification })
    },
  }
}
