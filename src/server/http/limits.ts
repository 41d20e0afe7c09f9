// Rate limits over all instances: requests a minute by address, and changing calls a minute by player.
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProtocolError } from '../base/refusal.ts'
import { networksOf } from '../network/networks.ts'
import type { Redis } from '../redis/redis.ts'
import { sharedRateLimitStore } from './rate-limit-store.ts'

const MINUTE_MS = 60_000

/** How many networks of /64 may use up their limits in one of /48, which is what one customer of a hoster can have. */
const NETWORKS_OF_48 = 10

type Limit = ReturnType<FastifyInstance['createRateLimit']>

/** Counts a request, and throws 429 when its limit is used up. */
export type Enforce = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

async function enforce(limit: Limit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const usage = await limit(request)
  if (usage.isAllowed || !usage.isExceeded) return
  reply.header('retry-after', usage.ttlInSeconds)
  throw new ProtocolError(429, 'too-many', undefined, { seconds: usage.ttlInSeconds })
}

/**
 * Prepares an app and all its parts for limits.
 *
 * @param redis of the instances that limits count over; undefined for an instance alone
 */
export async function openLimits(app: FastifyInstance, redis: Redis | undefined): Promise<void> {
  const store = redis === undefined ? {} : { store: sharedRateLimitStore(redis) }
  await app.register(rateLimit, { global: false, timeWindow: MINUTE_MS, ...store })
}

/**
 * Creates a limit by address. All addresses of an IPv6 /64 count as one, and ten times the limit holds for a /48.
 *
 * @param name its own: all limits share one store
 */
export function addressLimit(app: FastifyInstance, name: string, perMinute: number): Enforce {
  const near = app.createRateLimit({
    max: perMinute,
    keyGenerator: ({ ip }) => `${name}:${networksOf(ip).network}`,
  })
  const wide = app.createRateLimit({
    max: perMinute * NETWORKS_OF_48,
    keyGenerator: ({ ip }) => `${name}:${networksOf(ip).wider}`,
  })
  return async (request, reply) => {
    await enforce(near, request, reply)
    if (networksOf(request.ip).wider !== undefined) await enforce(wide, request, reply)
  }
}

/**
 * Limits the calls of an address. Has to be registered before any hook that reads the database: a limit of the route would run after
 * every hook, and calls that the hooks refuse would not be counted.
 */
export function limitByAddress(app: FastifyInstance, callsPerMinute: number): void {
  app.addHook('onRequest', addressLimit(app, 'calls', callsPerMinute))
}

const callerOf = ({ session, ip }: FastifyRequest): string =>
  session === null ? `guest:${networksOf(ip).network}` : `player:${session.player.id}`

/**
 * Creates a limit of a player over all addresses.
 *
 * @param name its own: all limits share one store
 */
export function playerLimit(app: FastifyInstance, name: string, perMinute: number): Enforce {
  return callerLimit(app, name, { max: perMinute, timeWindow: MINUTE_MS })
}

/**
 * Creates a limit of one call of a player in a span, over all addresses.
 *
 * @param name its own: all limits share one store
 */
export function spanLimit(app: FastifyInstance, name: string, spanMs: number): Enforce {
  return callerLimit(app, name, { max: 1, timeWindow: spanMs })
}

function callerLimit(app: FastifyInstance, name: string, span: { max: number; timeWindow: number }): Enforce {
  const limit = app.createRateLimit({ ...span, keyGenerator: (request) => `${name}:${callerOf(request)}` })
  return (request, reply) => enforce(limit, request, reply)
}

/** Limits the changing calls of a player over all addresses. */
export function limitByPlayer(app: FastifyInstance, actionsPerMinute: number): void {
  const actions = app.createRateLimit({ max: actionsPerMinute, keyGenerator: callerOf })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'POST') await enforce(actions, request, reply)
  })
}
