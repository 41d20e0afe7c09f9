// A minimal balancer: forwards each connection to the first instance that accepts it, starting with another one each
// time.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly address: string
  close(): void
}

function hand(client: Socket, ports: readonly number[]): void {
  const [port, ...others] = ports
  if (port === undefined) return void client.destroy()
  const upstream = connect(port, '127.0.0.1')
  upstream.once('connect', () => {
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
    upstream.removeAllListeners('error').on('error', () => client.destroy())
  })
  upstream.once('error', () => hand(client, others))
}

/** Balances over ports of this machine. */
export async function balance(ports: readonly number[]): Promise<Balancer> {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const first = turn++ % ports.length
    hand(client, [...ports.slice(first), ...ports.slice(0, first)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer does not listen')
  return {
    address: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close()
      for (const client of open) client.destroy()
    },
  }
}
