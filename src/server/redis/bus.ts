// What instances tell each other: short, at once, and at most once. What must not be lost stands in the database.
import { z } from 'zod'
import { newId } from '../ids.ts'
import type { Redis } from './redis.ts'

export interface Bus {
  /** Tells the other instances; nobody hears it while Redis is away. Never throws. */
  tell(topic: string, words: unknown): void
  /** Calls back with what others tell. `from` names the instance, anew at each of its starts. */
  hear(topic: string, listener: (words: unknown, from: string) => void): void
}

const messageSchema = z.object({ from: z.string(), topic: z.string(), words: z.unknown() })

/** The bus of this instance; it ends with its Redis. */
export function openBus(redis: Redis, log: { error(fields: object, message: string): void }): Bus {
  const own = newId()
  const channel = `${redis.prefix}:told`
  const listeners = new Map<string, (words: unknown, from: string) => void>()
  const reader = redis.reader()

  function hear(text: string): void {
    try {
      const { from, topic, words } = messageSchema.parse(JSON.parse(text))
      if (from !== own) listeners.get(topic)?.(words, from)
    } catch (error) {
      log.error({ err: error }, 'another instance told something that cannot be read')
    }
  }

  reader.on('message', (_channel, text) => hear(text))
  reader.subscribe(channel).catch((error: unknown) => {
    // Rejects when it is closed before Redis was ever there.
    if (redis.state() === 'ready') log.error({ err: error }, 'other instances cannot be heard')
  })

  return {
    tell: (topic, words) => {
      if (redis.state() !== 'ready') return
      redis.client.publish(channel, JSON.stringify({ from: own, topic, words })).catch((error: unknown) => {
        if (redis.state() === 'ready') log.error({ err: error, topic }, 'other instances were not told')
      })
    },
    hear: (topic, listener) => {
      listeners.set(topic, listener)
    },
  }
}
