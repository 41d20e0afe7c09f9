// The idempotency key of a call that moves money or items.
import type { FastifyRequest } from 'fastify'
import { ProtocolError } from '../refusal.ts'
import { type Click, clickOf } from '../services/once.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The click behind a request of a signed-in player. Throws 400 without an `Idempotency-Key` header that is a UUID. */
export function clickIn(request: FastifyRequest, playerId: number): Click {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !UUID.test(key)) {
    throw new ProtocolError(400, 'no-key', 'This call needs an Idempotency-Key header that is a UUID')
  }
  return clickOf(playerId, key.toLowerCase(), request.url, request.body)
}
