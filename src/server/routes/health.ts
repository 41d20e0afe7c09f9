// Health checks for operators and load balancers: whether the process is alive, and whether it can serve.
import type { FastifyInstance } from 'fastify'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { DiskWatch } from '../db/disk-watch.ts'
import { missingTables } from '../db/schema-check.ts'
import type { RedisState } from '../redis/redis.ts'

export interface HealthParts {
  readonly db: Database
  readonly catalogue: Pick<ActiveCatalogue, 'current' | 'edition'>
  readonly isStopping: () => boolean
  readonly redisState: () => RedisState
  readonly disks: Pick<DiskWatch, 'fullDisk'>
  readonly clock: Pick<DatabaseClock, 'aheadMs' | 'isWrong'>
}

interface Readiness {
  readonly status:
    | 'ready'
    | 'stopping'
    | 'no database'
    | 'migrations missing'
    | 'no catalogue'
    | 'disk full'
    | 'clock wrong'
  /** Tables that are missing, or lack columns. */
  readonly missing?: readonly string[]
  /** Whose disk is full: that of the folder DATA_DIR, or the database's. */
  readonly disk?: 'DATA_DIR' | 'database'
  /** By how many seconds the machine's clock is ahead of the database's; negative when it is behind. */
  readonly aheadSeconds?: number
  /** The edition of the shop that this instance has. */
  readonly edition?: number
  /** With several instances only; it does not affect the status. */
  readonly redis?: RedisState
}

async function checkReadiness({
  db,
  catalogue,
  isStopping,
  redisState,
  disks,
  clock,
}: HealthParts): Promise<Readiness> {
  if (isStopping()) return { status: 'stopping' }
  const missing = await missingTables(db)
  if (missing.length > 0) return { status: 'migrations missing', missing }
  if (catalogue.current.catalogue.cases.size === 0) return { status: 'no catalogue' }
  const disk = await disks.fullDisk()
  if (disk !== null) return { status: 'disk full', disk }
  if (clock.isWrong()) return { status: 'clock wrong', aheadSeconds: Math.round(clock.aheadMs() / 1000) }
  const redis = redisState()
  const { edition } = catalogue
  return redis === 'off' ? { status: 'ready', edition } : { status: 'ready', edition, redis }
}

/**
 * Adds `/health`, which succeeds while the process lives, and `/ready`, which succeeds while it can serve: database, tables and
 * catalogue are available, no disk is full, and the
 * machine's clock agrees with the database's.
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
