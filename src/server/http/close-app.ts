// Closes an app and what listens for it, within a time.
import type { FastifyInstance } from 'fastify'
import type { SecondAddress } from '../network/listen-host.ts'

/** Calls end long before. A stop has nine seconds for both apps, the sockets and the database. */
const CUT_MS = 3_000

/**
 * Stops listening, waits for requests under way, and cuts those that have not ended by then: half a request, which its client never ends,
 * would keep the process from closing its database.
 */
export async function closeApp(app: FastifyInstance, second?: SecondAddress, cutMs = CUT_MS): Promise<void> {
  second?.stop()
  const timer = setTimeout(() => app.server.closeAllConnections(), cutMs)
  try {
    await app.close()
    await second?.ended()
  } finally {
    clearTimeout(timer)
  }
}
