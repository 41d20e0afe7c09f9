// For operators and balancers: is the process alive, and can it serve?
import type { FastifyInstance } from 'fastify'
import type { CatalogueHolder } from '../catalogue/catalogue-holder.ts'
import type { Database } from '../db/database.ts'
import { missingTables } from '../db/standing.ts'
import type { RedisState } from '../redis/redis.ts'

export interface HealthParts {
  readonly db: Database
  readonly catalogue: Pick<CatalogueHolder, 'current'>
  readonly isStopping: () => boolean
  readonly redisState: () => RedisState
}

interface Standing {
  readonly status: 'ready' | 'stopping' | 'no database' | 'migrations missing' | 'no catalogue'
  /** Tables that are not there, or miss columns. */
  readonly missing?: readonly string[]
  /** Of several instances; no reason not to serve. */
  readonly redis?: RedisState
}

async function standingOf({ db, catalogue, isStopping, redisState }: HealthParts): Promise<Standing> {
  if (isStopping()) return { status: 'stopping' }
  const missing = await missingTables(db)
  if (missing.length > 0) return { status: 'migrations missing', missing }
  if (catalogue.current.catalogue.cases.size === 0) return { status: 'no catalogue' }
  const redis = redisState()
  return redis === 'off' ? { status: 'ready' } : { status: 'ready', redis }
}

/** `/health` answers while the process lives; `/ready` while it can serve: database, its tables and the catalogue are there. */
export function healthRoutes(app: FastifyInstance, parts: HealthParts): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (request, reply) => {
    const standing = await standingOf(parts).catch((error: unknown): Standing => {
      request.log.warn({ err: error }, 'the database does not answer')
      return { status: 'no database' }
    })
    return reply.code(standing.status === 'ready' ? 200 : 503).send(standing)
  })
}
