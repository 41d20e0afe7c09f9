// Rate limits over all instances: calls a minute by address, and changing calls a minute by player.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProtocolError } from '../base/refusal.ts'
import type { Redis } from '../redis/redis.ts'
import { sharedRateLimitStore } from './rate-limit-store.ts'

const MINUTE_MS = 60_000

type Limit = ReturnType<FastifyInstance['createRateLimit']>

async function enforce(limit: Limit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const usage = await limit(request)
  if (usage.isAllowed || !usage.isExceeded) return
  reply.header('retry-after', usage.ttlInSeconds)
  throw new ProtocolError(429, 'too-many', undefined, { seconds: usage.ttlInSeconds })
}

/** Limits the calls of an address. Has to be registered before any hook that reads the database. */
export async function limitByAddress(
  app: FastifyInstance,
  callsPerMinute: number,
  redis: Redis | undefined,
): Promise<void> {
  // A limit of the route would run after every hook, and calls that the hooks refuse would not be counted.
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    ...(redis === undefined ? {} : { store: sharedRateLimitStore(redis) }),
  })
  const calls = app.createRateLimit({ max: callsPerMinute })
  app.addHook('onRequest', (request, reply) => enforce(calls, request, reply))
}

/** Limits the changing calls of a player over all addresses. */
export function limitByPlayer(app: FastifyInstance, actionsPerMinute: number): void {
  const actions = app.createRateLimit({
    max: actionsPerMinute,
    keyGenerator: ({ session, ip }) => (session === null ? `guest:${ip}` : `player:${session.player.id}`),
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await enforce(actions, request, reply)
  })
}
