// "Once": the same key with the same request answers what it answered the first time, whatever happened to the connection.
import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { violates } from '../db/database.ts'
import { idempotencyKeys } from '../db/schema.ts'
import { ProtocolError, RefusalError } from '../refusal.ts'

/** One click of a player: who, under which key, and what was asked (as a hash). */
export interface Click {
  readonly playerId: number
  /** A UUID that the browser made for the click. */
  readonly key: string
  readonly requestHash: string
}

/** A click, with the hash made of the route and the parsed body. */
export function clickOf(playerId: number, key: string, route: string, body: unknown): Click {
  const requestHash = hash('sha256', `${route}\n${JSON.stringify(body)}`)
  return { playerId, key, requestHash }
}

/** The work found its key in use: the first answer stands. */
export class RepeatedClick extends Error {}

export interface Once {
  /**
   * Does work under a key. The work itself stores its answer under that key, in its own transaction.
   *
   * @throws ProtocolError 409 while the first request with this key is running, 422 when the key was used for another one
   */
  run<Answer>(click: Click, work: () => Promise<Answer>): Promise<Answer>
}

/** A repeated request can be refused before it reaches its key too: what it used up is gone, because it was done already. */
function isRepetition(error: unknown): boolean {
  return error instanceof RepeatedClick || error instanceof RefusalError || violates(error, 'idempotency_keys_pkey')
}

/** The guard over a database. */
export function createOnce(db: Database): Once {
  const running = new Set<string>()

  async function firstAnswer<Answer>(click: Click): Promise<Answer | undefined> {
    const [row] = await db.queries
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.playerId, click.playerId), eq(idempotencyKeys.key, click.key)))
    if (row === undefined) return undefined
    if (row.requestHash !== click.requestHash) {
      throw new ProtocolError(422, 'key-reused', 'This Idempotency-Key was used for another request')
    }
    return row.answer as Answer
  }

  return {
    run: async <Answer>(click: Click, work: () => Promise<Answer>): Promise<Answer> => {
      const name = `${click.playerId}:${click.key}`
      if (running.has(name))
        throw new ProtocolError(409, 'still-running', 'The first request with this key is still running')
      running.add(name)
      try {
        return await work()
      } catch (error) {
        if (!isRepetition(error)) throw error
        const answer = await firstAnswer<Answer>(click)
        if (answer === undefined) throw error
        return answer
      } finally {
        running.delete(name)
      }
    },
  }
}
