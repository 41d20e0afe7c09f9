// How realtime reaches over instances: rooms by Socket.IO's adapter over a Redis stream, which goes on where it stopped when Redis was
// away; the online count by what the instances tell each other.
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { ServerOptions } from 'socket.io'
import type { Redis } from '../redis/redis.ts'

/** Messages that the stream keeps for instances that are behind. */
const KEPT_MESSAGES = 10_000

/** The adapter of a site's sockets. It has to be closed, by closing its server, before its Redis is. */
export function socketAdapter({ client, prefix }: Redis): ServerOptions['adapter'] {
  return createAdapter(client, {
    streamName: `${prefix}:sockets`,
    channelPrefix: `${prefix}:sockets`,
    maxLen: KEPT_MESSAGES,
    onlyPlaintext: true,
  }) as unknown as ServerOptions['adapter']
}
