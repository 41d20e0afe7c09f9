// Starts a client program in the namespace of a service or guest, to test what can be reached from there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Networks } from './networks.ts'
import type { PeerOrders } from './peer.ts'

const PROGRAM = new URL('./peer.ts', import.meta.url).pathname

export interface Peer {
  /** Sends an order and returns the answer; one at a time. Throws the fault of the program. */
  order<O extends keyof PeerOrders>(order: O, words: Omit<PeerOrders[O], 'answer'>): Promise<PeerOrders[O]['answer']>
}

export interface Peers {
  /** Returns the program in the namespace of a service or guest. */
  at(name: string): Peer
  close(): Promise<void>
}

interface Reply {
  readonly answer?: unknown
  readonly fault?: string
}

interface Program {
  readonly child: ChildProcess
  /** Resolves when it has ended. */
  readonly gone: Promise<[Reply]>
}

/** Starts at most one program in each namespace, at its first order. The programs trust a certificate. */
export function openPeers(networks: Networks, certificate: string): Peers {
  const programs = new Map<string, Program>()

  const start = (name: string): Program => {
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM]
    const [command = '', ...words] = networks.enter(name, node)
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate }
    const child = spawn(command, words, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const program = { child, gone: once(child, 'exit').then((): [Reply] => [{ fault: 'the program has ended' }]) }
    programs.set(name, program)
    return program
  }
  return {
    at: (name) => ({
      order: async (order, words) => {
        const { child, gone } = programs.get(name) ?? start(name)
        const answered = once(child, 'message') as Promise<[Reply]>
        child.send([order, words])
        const [{ answer, fault }] = await Promise.race([answered, gone])
        if (fault !== undefined) throw new Error(`${name} could not ${order} ${JSON.stringify(words)}: ${fault}`)
        return answer as never
      },
    }),
    close: async () => {
      for (const { child, gone } of programs.values()) {
        if (child.connected) child.disconnect()
        await gone
      }
    },
  }
}
