// Connects the rooms of several instances: Socket.IO's adapter over a Redis stream, which resumes where it stopped when Redis was
// away.
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { ServerOptions } from 'socket.io'
import type { Redis } from '../redis/redis.ts'

/** Messages that the stream keeps for instances that lag behind. */
const KEPT_MESSAGES = 10_000

/** Makes the adapter of a site's sockets. It has to be closed, by closing its server, before its Redis is. */
export function createRedisAdapter({ client, prefix }: Redis): ServerOptions['adapter'] {
  return createAdapter(client, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    maxLen: KEPT_MESSAGES,
    onlyPlaintext: true,
  }) as unknown as ServerOptions['adapter']
}
