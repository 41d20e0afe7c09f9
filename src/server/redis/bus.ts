// Short messages between instances, delivered at most once. Everything that must not be lost is in the database.
import { z } from 'zod'
import { newId } from '../base/ids.ts'
import type { Redis } from './redis.ts'

export interface Bus {
  /** Publishes to the other instances; while Redis is away the message is lost. Never throws. */
  publish(topic: string, words: unknown): void
  /** Calls back with messages of others. `from` identifies the instance, new at each of its starts. */
  subscribe(topic: string, listener: (words: unknown, from: string) => void): void
}

const messageSchema = z.object({ from: z.string(), topic: z.string(), words: z.unknown() })

/** Opens the bus of this instance; it ends with its Redis. */
export function openBus(redis: Redis, log: { error(fields: object, message: string): void }): Bus {
  const own = newId()
  const channel = `${redis.prefix}:told`
  const listeners = new Map<string, (words: unknown, from: string) => void>()
  const reader = redis.reader()

  function receive(text: string): void {
    try {
      const { from, topic, words } = messageSchema.parse(JSON.parse(text))
      if (from !== own) listeners.get(topic)?.(words, from)
    } catch (error) {
      log.error({ err: error }, 'a message of another instance is invalid')
    }
  }

  reader.on('message', (_channel, text) => receive(text))
  reader.subscribe(channel).catch((error: unknown) => {
    // Rejects when it is closed before Redis was ever reached.
    if (redis.state() === 'ready') log.error({ err: error }, 'messages of other instances cannot be received')
  })

  return {
    publish: (topic, words) => {
      if (redis.state() !== 'ready') return
      redis.client.publish(channel, JSON.stringify({ from: own, topic, words })).catch((error: unknown) => {
        if (redis.state() === 'ready')
          log.error({ err: error, topic }, 'a message to other instances could not be sent')
      })
    },
    subscribe: (topic, listener) => {
      listeners.set(topic, listener)
    },
  }
}
