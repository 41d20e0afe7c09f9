// A process that begins a transaction on the site of a socket's folder, reports it, and never ends it.
import { connectToSite } from '../../../src/server/db/site-connection.ts'

const [, , folder = ''] = process.argv
const db = await connectToSite(folder)
await db?.transaction(async (tx) => {
  await tx.execute('update job_turns set next_at = now()')
  process.stdout.write('in a transaction\n')
  await new Promise(() => setInterval(() => undefined, 1000))
})
