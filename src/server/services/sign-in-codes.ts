// The codes that end a sign-in: for one session within a minute, in the browser that began. Stored hashed, as the tokens are.
import { hash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queries } from '../db/database.ts'
import { signInCodes } from '../db/schema.ts'

const LIFE_MS = 60_000

/** 256 bits that nobody can guess. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** A new code of a player, and the half of it that the browser keeps. */
export async function makeCode(
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

/** Uses a code up. Answers whose it is; null for one that is unknown, used, old or another browser's. */
export async function takeCode(
  tx: Queries,
  code: string,
  browser: string | undefined,
  nowMs: number,
): Promise<number | null> {
  const isOurs = and(eq(signInCodes.hash, hashOf(code)), eq(signInCodes.browserHash, hashOf(browser ?? '')))
  const [used] = await tx.delete(signInCodes).where(isOurs).returning()
  return used === undefined || used.expiresAt.getTime() <= nowMs ? null : used.playerId
}
