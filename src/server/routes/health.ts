// For operators and balancers: is the process alive, and can it serve?
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'

/** `/health` answers while the process lives, `/ready` while the database does too. */
export function healthRoutes(app: FastifyInstance, db: Database, isStopping: () => boolean): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (request, reply) => {
    try {
      if (isStopping()) return await reply.code(503).send({ status: 'stopping' })
      await db.ping()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'no database' })
    }
  })
}
