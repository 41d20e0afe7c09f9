// How many calls an address may make in a minute, and how many changing ones a player may, on all instances together.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from '../redis/redis.ts'
import { ProtocolError } from '../refusal.ts'
import { sharedCount } from './shared-count.ts'

const MINUTE_MS = 60_000

type Limit = ReturnType<FastifyInstance['createRateLimit']>

async function spend(limit: Limit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const spent = await limit(request)
  if (spent.isAllowed || !spent.isExceeded) return
  reply.header('retry-after', spent.ttlInSeconds)
  throw new ProtocolError(429, 'too-many', `Too many calls. Try again in ${spent.ttlInSeconds} s.`)
}

/** Counts the calls of an address. To be called before anything that reads the database for a request. */
export async function limitAddresses(
  app: FastifyInstance,
  callsPerMinute: number,
  redis: Redis | undefined,
): Promise<void> {
  // A route's own limit would run after every hook, so what those refuse (and what they cost) would not be counted.
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    ...(redis === undefined ? {} : { store: sharedCount(redis) }),
  })
  const calls = app.createRateLimit({ max: callsPerMinute })
  app.addHook('onRequest', (request, reply) => spend(calls, request, reply))
}

/** Counts the changing calls of a player, wherever he calls from. */
export function limitPlayers(app: FastifyInstance, actionsPerMinute: number): void {
  const actions = app.createRateLimit({
    max: actionsPerMinute,
    keyGenerator: ({ session, ip }) => (session === null ? `guest:${ip}` : `player:${session.player.id}`),
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await spend(actions, request, reply)
  })
}
