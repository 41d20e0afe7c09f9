// Rolls that made margin, inserted directly: no case is opened.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../src/server/db/database.ts'
import { oddsTables, rolls, seeds } from '../../../src/server/db/schema.ts'

/** Adds a roll of a player with its margin, in millionths of a cent. */
export async function addMargin(db: Database, playerId: number, id: string, margin: number): Promise<void> {
  const { queries } = db
  const odds = { hash: 'margin', game: 'case', reference: 'any', text: '{}' }
  await queries.insert(oddsTables).values(odds).onConflictDoNothing()
  const commit = randomBytes(32).toString('hex')
  const pair = { playerId, serverSeed: '', commit, state: 'revealed' } as const
  const [seed] = await queries.insert(seeds).values(pair).returning({ id: seeds.id })
  if (seed === undefined) throw new Error('No pair of seeds was inserted')
  const client = { clientSeed: '', clientSeedSource: 'player', answeredCommit: commit } as const
  await queries
    .update(seeds)
    .set({ ...client, clientSeededAt: new Date() })
    .where(eq(seeds.id, seed.id))
  const roll = { id, playerId, game: 'case', seedId: seed.id, nonce: 0, n: 1, roll: 1, oddsHash: odds.hash }
  await queries.insert(rolls).values({ ...roll, cash: 100, margin })
}
