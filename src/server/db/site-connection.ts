// The other side of pglite-socket.ts: a command's database on the PGlite of a running site.
import { resolve } from 'node:path'
import pg from 'pg'
import { type Database, isConnectionError } from './database.ts'
import { SOCKET_PORT } from './pglite-socket.ts'
import { pooledDatabase } from './postgres.ts'

/** The site cannot answer while it runs a long statement of its own. */
const CONNECT_MOST_MS = 30_000

/** Other commands come first, and the check of a large ledger takes long. */
const ANSWER_MOST_MS = 3_600_000

/** The socket is another user's, or its path is too long for one. */
const NO_SOCKET = /^(EACCES|EINVAL)$/

/**
 * Connects to the running site whose socket is in a folder. Statements and transactions wait for those of the site.
 *
 * @returns null when no site answers there, and on Windows
 */
export async function connectToSite(folder: string): Promise<Database | null> {
  // node-postgres knows a socket by a path that begins with a slash.
  if (process.platform === 'win32') return null
  const pool = new pg.Pool({
    host: resolve(folder),
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // One, as PGlite has.
    max: 1,
    connectionTimeoutMillis: CONNECT_MOST_MS,
    query_timeout: ANSWER_MOST_MS,
  })
  // The next statement fails, and the command learns of it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    if (isConnectionError(error)) return null
    if (error instanceof Error && 'code' in error && NO_SOCKET.test(String(error.code))) return null
    throw error
  }
  const db = pooledDatabase({ calls: pool, long: pool }, () => undefined)
  return {
    ...db,
    kind: 'pglite',
    // Without a name: all connections share a session, where a name can be given once.
    run: (statement, values) => db.run({ ...statement, name: '' }, values),
  }
}
