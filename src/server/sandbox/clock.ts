// The clock of a sandbox that starts at a time of its own (CLOCK), and the call that moves it on, so that tests need not wait for
// midnight. Live mode does not load this file.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** How far one call may move the clock: jobs work through all days between. */
const STEP_MOST_MS = 366 * 24 * 3_600_000
/** The last time that a call may set: ids and the database hold four digits of a year. */
const LAST_MS = Date.parse('9000-01-01T00:00:00Z')

const bodySchema = z.strictObject({ now: z.iso.datetime({ offset: true }) })

export interface SandboxClockOptions {
  /** Starts what is due by the new time. */
  readonly onMove: () => Promise<unknown>
  /** Tells whether a browser's Origin is the site; another page must not move the clock. */
  readonly isOwnOrigin: (origin: string, host: string | undefined) => boolean
}

export interface SandboxClock {
  /** Returns milliseconds since 1970. */
  readonly now: () => number
  /** The plugin; register it with the prefix `/sandbox/clock`. */
  readonly calls: (app: FastifyInstance, options: SandboxClockOptions) => Promise<void>
}

/** Creates a clock that starts at a time, in milliseconds since 1970. */
export function createSandboxClock(startMs: number): SandboxClock {
  let aheadMs = startMs - Date.now()
  const now = (): number => Date.now() + aheadMs
  return {
    now,
    calls: async (app, { onMove, isOwnOrigin }) => {
      app.post('/', async (request, reply) => {
        const { origin, host } = request.headers
        if (origin !== undefined && !isOwnOrigin(origin, host)) return reply.code(403).send({ success: false })
        const { success, data } = bodySchema.safeParse(request.body)
        if (!success) return reply.code(400).send({ success: false })
        const toMs = Date.parse(data.now)
        const movedMs = toMs - now()
        if (movedMs > STEP_MOST_MS || toMs > LAST_MS) return reply.code(400).send({ success: false, now: now() })
        // Ids and lists are ordered by time: the clock never goes back.
        if (movedMs < 0) return reply.code(409).send({ success: false, now: now() })
        aheadMs += movedMs
        await onMove()
        return { success: true, now: now() }
      })
    },
  }
}
