// A process that opens a PGlite folder, and a socket where a second argument names its folder, reports it, and keeps it open until it is killed.
import { openPglite } from '../../../src/server/db/pglite.ts'

const [, , folder, socketFolder] = process.argv
const onProblem = (problem: string): void => void process.stdout.write(`${problem}\n`)
const socket = socketFolder === undefined ? {} : { socket: { folder: socketFolder, onProblem } }

try {
  const db = await openPglite({ folder, ...socket, onRetry: () => undefined })
  await db.ping()
  process.stdout.write('opened\n')
  setInterval(() => undefined, 1000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
