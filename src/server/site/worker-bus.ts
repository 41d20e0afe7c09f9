// Short messages between the workers of an instance, through their primary: what Redis carries between instances.
import type { Bus } from '../redis/bus.ts'
import { readMessage, tellPrimary } from './worker-messages.ts'

/** Opens the bus of this worker. `from` is the number of a message's sender only to tell senders apart. */
export function openWorkerBus(log: { error(fields: object, message: string): void }): Bus & { close(): void } {
  const listeners = new Map<string, (words: unknown, from: string) => void>()

  function receive(received: unknown): void {
    const message = readMessage(received)
    if (message?.spacedrop !== 'bus') return
    const { from, words } = message.words as { from: string; words: unknown }
    try {
      listeners.get(message.topic)?.(words, from)
    } catch (error) {
      log.error({ err: error, topic: message.topic }, 'a message of another worker is invalid')
    }
  }

  process.on('message', receive)
  return {
    publish: (topic, words) => tellPrimary({ spacedrop: 'bus', topic, words: { from: String(process.pid), words } }),
    subscribe: (topic, listener) => {
      listeners.set(topic, listener)
    },
    close: () => void process.off('message', receive),
  }
}
