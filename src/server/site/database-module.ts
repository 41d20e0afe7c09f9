// Opens the database that the settings name: PostgreSQL, or PGlite in the data folder.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Opens the database of a site; retried transactions are counted and logged. */
export async function openDatabase(config: Config, log: FastifyBaseLogger, { retries }: Metrics): Promise<Database> {
  const onRetry = (code: string): void => {
    retries.inc({ code })
    log.warn({ code }, 'a transaction was retried')
  }
  if (config.databaseUrl === undefined) {
    // Not loaded on PostgreSQL, where memory counts.
    const { openPglite } = await import('../db/pglite.ts')
    const socket = { folder: join(config.dataDir, 'socket'), onProblem: (problem: string) => log.warn(problem) }
    return openPglite({ folder: join(config.dataDir, 'pglite'), socket, onRetry, site: config })
  }
  return openPostgres({
    url: config.databaseUrl,
    connections: config.databaseConnections,
    site: config,
    onRetry,
    onIdleFault: (error) => log.warn({ err: error }, 'an idle database connection broke'),
  })
}
