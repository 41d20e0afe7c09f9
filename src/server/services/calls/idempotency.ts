// Idempotency: a repeated request with the same key returns the stored response of the first one, even after a lost connection.
import { hash } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { violatesConstraint } from '../../db/database.ts'
import { idempotencyKeys } from '../../db/schema.ts'

/** The idempotency key of a player's request, with a hash of what was requested. */
export interface IdempotencyKey {
  readonly playerId: number
  /** A UUID that the browser generates once for an action. */
  readonly key: string
  readonly requestHash: string
}

/** Makes the key of a request; its hash covers the route and the parsed body. */
export function idempotencyKeyOf(playerId: number, key: string, route: string, body: unknown): IdempotencyKey {
  const requestHash = hash('sha256', `${route}\n${JSON.stringify(body)}`)
  return { playerId, key, requestHash }
}

/** The refusal of a key that belongs to another call. */
export const reusedKey = (): ProtocolError =>
  new ProtocolError(422, 'key-reused', 'This Idempotency-Key was used for another request')

/**
 * Refuses a key that was used for another request.
 *
 * @throws ProtocolError 422
 */
export async function assertKeyUnused(queries: Queries, { playerId, key, requestHash }: IdempotencyKey): Promise<void> {
  const isOther = and(
    eq(idempotencyKeys.playerId, playerId),
    eq(idempotencyKeys.key, key),
    ne(idempotencyKeys.requestHash, requestHash),
  )
  if ((await queries.$count(idempotencyKeys, isOther)) > 0) throw reusedKey()
}

/**
 * Stores the key of a call that keeps its response elsewhere, in the transaction of its work: no other call can use it. Called before other
 * locks, as calls that store their response take the key first.
 *
 * @returns false when it was used before
 */
export async function claimKey(tx: Queries, idempotencyKey: IdempotencyKey, answer: object): Promise<boolean> {
  const { playerId, key, requestHash } = idempotencyKey
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ playerId, key, requestHash, answer })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return claimed.length === 1
}

/** The key was used before; the stored response is returned. */
export class KeyAlreadyUsed extends Error {}

/** What is known of a key: `unknown` may still be running in another process. */
export type KeyState =
  | { readonly status: 'unknown' | 'running' }
  | { readonly status: 'done'; readonly answer: unknown }

export interface KeyReader {
  /** Tells what a player's key has done, without doing anything. */
  find(playerId: number, key: string): Promise<KeyState>
}

export interface Idempotency {
  /**
   * Runs work under a key. The work itself stores its response under that key, in its own transaction.
   *
   * @throws ProtocolError 409 while the first request with this key is running, 422 when the key was used for another request
   */
  run<Answer>(idempotencyKey: IdempotencyKey, work: () => Promise<Answer>): Promise<Answer>
}

/** A repeated request may be refused before it reaches its key, because the first one has used up what it needs. */
function isRepetition(error: unknown): boolean {
  return (
    error instanceof KeyAlreadyUsed ||
    error instanceof RefusalError ||
    violatesConstraint(error, 'idempotency_keys_pkey')
  )
}

/** Makes the idempotency guard over a database. */
export function createIdempotency(db: Database): Idempotency & KeyReader {
  const running = new Set<string>()

  const nameOf = (playerId: number, key: string): string => `${playerId}:${key}`

  async function rowOf(playerId: number, key: string): Promise<typeof idempotencyKeys.$inferSelect | undefined> {
    const [row] = await db.queries
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.playerId, playerId), eq(idempotencyKeys.key, key)))
    return row
  }

  async function storedResponse<Answer>(idempotencyKey: IdempotencyKey): Promise<Answer | undefined> {
    const row = await rowOf(idempotencyKey.playerId, idempotencyKey.key)
    if (row === undefined) return undefined
    if (row.requestHash !== idempotencyKey.requestHash) {
      throw reusedKey()
    }
    return row.answer as Answer
  }

  return {
    find: async (playerId, key) => {
      // Before the row is read: work that ends meanwhile has stored its response.
      const isRunning = running.has(nameOf(playerId, key))
      const row = await rowOf(playerId, key)
      if (row !== undefined) return { status: 'done', answer: row.answer }
      return { status: isRunning ? 'running' : 'unknown' }
    },
    run: async <Answer>(idempotencyKey: IdempotencyKey, work: () => Promise<Answer>): Promise<Answer> => {
      const name = nameOf(idempotencyKey.playerId, idempotencyKey.key)
      if (running.has(name)) throw new ProtocolError(409, 'still-running')
      running.add(name)
      try {
        return await work()
      } catch (error) {
        if (!isRepetition(error)) throw error
        const answer = await storedResponse<Answer>(idempotencyKey)
        if (answer === undefined) throw error
        return answer
      } finally {
        running.delete(name)
      }
    },
  }
}
