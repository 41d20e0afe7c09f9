// A process that opens a PGlite folder, reports it, and keeps it open until it is killed.
import { openPglite } from '../../src/server/db/pglite.ts'

const [, , folder] = process.argv

try {
  const db = await openPglite({ folder, onRetry: () => undefined })
  await db.ping()
  process.stdout.write('opened\n')
  setInterval(() => undefined, 1000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
