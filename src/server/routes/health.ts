// Health checks for operators and load balancers: whether the process is alive, and whether it can serve.
import type { FastifyInstance } from 'fastify'
import type { ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import type { Database } from '../db/database.ts'
import { missingTables } from '../db/schema-check.ts'
import type { RedisState } from '../redis/redis.ts'

export interface HealthParts {
  readonly db: Database
  readonly catalogue: Pick<ReloadableCatalogue, 'current'>
  readonly isStopping: () => boolean
  readonly redisState: () => RedisState
}

interface Readiness {
  readonly status: 'ready' | 'stopping' | 'no database' | 'migrations missing' | 'no catalogue'
  /** Tables that are missing, or lack columns. */
  readonly missing?: readonly string[]
  /** With several instances only; it does not affect the status. */
  readonly redis?: RedisState
}

async function checkReadiness({ db, catalogue, isStopping, redisState }: HealthParts): Promise<Readiness> {
  if (isStopping()) return { status: 'stopping' }
  const missing = await missingTables(db)
  if (missing.length > 0) return { status: 'migrations missing', missing }
  if (catalogue.current.catalogue.cases.size === 0) return { status: 'no catalogue' }
  const redis = redisState()
  return redis === 'off' ? { status: 'ready' } : { status: 'ready', redis }
}

/**
 * Adds `/health`, which succeeds while the process lives, and `/ready`, which succeeds while it can serve: database, tables and
 * catalogue are available.
 */
export function healthRoutes(app: FastifyInstance, parts: HealthParts): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (request, reply) => {
    const readiness = await checkReadiness(parts).catch((error: unknown): Readiness => {
      request.log.warn({ err: error }, 'the database does not respond')
      return { status: 'no database' }
    })
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
  })
}
