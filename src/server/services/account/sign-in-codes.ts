// The codes that complete a sign-in: for one session within a minute, in the browser that began it. Stored hashed, as tokens are.
import { hash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../db/database.ts'
import { signInCodes } from '../../db/schema-sessions.ts'

const LIFE_MS = 60_000

/** Generates 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the hash that is stored of a secret. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Makes a new code for a player, and the half of it that the browser keeps. */
export async function createSignInCode(
  queries: Queries,
  playerId: number,
  nowMs: number,
): Promise<{ code: string; browser: string }> {
  const [code, browser] = [newSecret(), newSecret()]
  await queries.insert(signInCodes).values({
    hash: hashOf(code),
    browserHash: hashOf(browser),
    playerId,
    expiresAt: new Date(nowMs + LIFE_MS),
  })
  return { code, browser }
}

/** Uses a code up. Returns its player; null for a code that is unknown, used, expired or another browser's. */
export async function consumeSignInCode(
  tx: Queries,
  code: string,
  browser: string | undefined,
  nowMs: number,
): Promise<number | null> {
  const isOurs = and(eq(signInCodes.hash, hashOf(code)), eq(signInCodes.browserHash, hashOf(browser ?? '')))
  const [used] = await tx.delete(signInCodes).where(isOurs).returning()
  return used === undefined || used.expiresAt.getTime() <= nowMs ? null : used.playerId
}
