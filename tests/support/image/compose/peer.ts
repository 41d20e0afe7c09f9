// The client program in the namespace of a service or guest. It receives orders by IPC, runs them from there and sends the answers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'

/** The longest wait for a connection. */
const CONNECT_MS = 3_000
/** The pause between two calls of the load: nginx refuses more than 30 a second from one address. */
const PAUSE_MS = 50

export interface Answer {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

export interface PeerOrders {
  /** Asks an address once. */
  readonly ask: { readonly url: string; readonly answer: Answer }
  /** Connects to a port: `open`, or the code of the error. */
  readonly connect: { readonly host: string; readonly port: number; readonly answer: string }
  /** Opens a visitor's socket, and waits for the online count. */
  readonly socket: { readonly url: string; readonly origin: string; readonly answer: unknown }
  /** Listens at a port, and answers every request. */
  readonly listen: { readonly port: number; readonly answer: null }
  /** Asks addresses in turn until `rest`. */
  readonly load: { readonly urls: readonly string[]; readonly answer: null }
  /** Ends the load; returns how many calls succeeded, and the faults of the others. */
  readonly rest: { readonly answer: { readonly done: number; readonly lost: readonly string[] } }
}

type Order = keyof PeerOrders
type Handlers = { [O in Order]: (order: Omit<PeerOrders[O], 'answer'>) => Promise<PeerOrders[O]['answer']> }

let load: Promise<{ done: number; lost: string[] }> | undefined
let isResting = false

async function askInTurn(urls: readonly string[]): Promise<{ done: number; lost: string[] }> {
  const lost: string[] = []
  let done = 0
  for (let place = 0; !isResting; place = (place + 1) % urls.length) {
    const url = String(urls[place])
    try {
      const response = await fetch(url)
      await response.text()
      if (response.status === 200) done += 1
      else lost.push(`${url}: ${response.status}`)
    } catch (error) {
      lost.push(`${url}: ${String(error)}`)
    }
    await wait(PAUSE_MS)
  }
  return { done, lost }
}

const handlers: Handlers = {
  ask: async ({ url }) => {
    const response = await fetch(url, { redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  },
  connect: ({ host, port }) =>
    new Promise((resolve) => {
      const socket = connect({ host, port, timeout: CONNECT_MS })
      const end = (result: string): void => {
        socket.destroy()
        resolve(result)
      }
      socket.once('connect', () => end('open'))
      socket.once('timeout', () => end('ETIMEDOUT'))
      socket.once('error', (error: NodeJS.ErrnoException) => end(String(error.code)))
    }),
  socket: async ({ url, origin }) => {
    const socket = io(url, { transports: ['websocket'], extraHeaders: { origin }, auth: { token: null } })
    try {
      return await new Promise((resolve, reject) => {
        socket.once('online', resolve)
        socket.once('connect_error', (error) =>
          reject(new Error(error.message, { cause: Reflect.get(error, 'description') })),
        )
      })
    } finally {
      socket.disconnect()
    }
  },
  listen: async ({ port }) => {
    await once(createServer((_, response) => response.end('outside')).listen(port), 'listening')
    return null
  },
  load: async ({ urls }) => {
    load = askInTurn(urls)
    return null
  },
  rest: async () => {
    isResting = true
    return (await load) ?? { done: 0, lost: [] }
  },
}

process.on('message', ([order, words]: [Order, never]) => {
  handlers[order](words).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) =>
      process.send?.({
        fault: error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
      }),
  )
})
process.once('disconnect', () => process.exit())
