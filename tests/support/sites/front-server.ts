// A server of a test in front of a site: it passes requests on, and may hold what it answers.
import { createServer, request } from 'node:http'
import { freePort } from '../runner/free-port.ts'

interface FrontServer {
  readonly url: string
  close(): void
}

/**
 * Starts it in front of the site at an address.
 *
 * @param hold resolves when an address, a path with its query, may be answered
 */
export async function listenBefore(siteUrl: string, hold: (address: string) => Promise<void>): Promise<FrontServer> {
  const server = createServer(async (asked, answer) => {
    const { url: address = '/', method, headers } = asked
    await hold(address)
    const passed = request(`${siteUrl}${address}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    // A page that is left ends what it asked for.
    passed.once('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
