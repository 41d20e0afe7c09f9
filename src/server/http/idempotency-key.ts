// Reads the idempotency key of a call that moves money or items.
import type { FastifyRequest } from 'fastify'
import { ProtocolError } from '../base/refusal.ts'
import { type IdempotencyKey, idempotencyKeyOf } from '../services/calls/idempotency.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the idempotency key of a signed-in player's request. Throws 400 without an `Idempotency-Key` header that is a UUID. */
export function idempotencyKeyIn(request: FastifyRequest, playerId: number): IdempotencyKey {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !UUID.test(key)) {
    throw new ProtocolError(400, 'no-key', 'This call needs an Idempotency-Key header that is a UUID')
  }
  return idempotencyKeyOf(playerId, key.toLowerCase(), request.url, request.body)
}
