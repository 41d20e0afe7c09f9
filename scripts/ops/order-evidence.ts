// npm run ops -- orders evidence: writes the file of evidence about a disputed order.
import { writeFile } from 'node:fs/promises'
import { commandActor } from '../../src/server/audit/actor.ts'
import { makeEvidence, recordEvidence } from '../../src/server/services/payments/evidence.ts'
import { shopName } from '../../src/server/shop/brand-in-force.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { withDatabase } from './open-database.ts'
import { assertOrder } from './order-disputes.ts'

/** Writes the file, records it, and says so. The file is there before its row: no file that the audit names is missing. */
export async function printEvidence(id: string, to: string, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db) => {
    const name = await shopName(db.queries)
    const file = assertOrder(await makeEvidence(db, id, { name, nowMs: Date.now() }), id)
    await writeFile(to, file.html, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandRefused(`${to} cannot be written: ${error.code ?? error.message}`, { cause: error })
    })
    await db.transaction((tx) => recordEvidence(tx, id, file.digest, commandActor()))
    printLine(io, `${to} has the evidence of order ${id}. SHA-256: ${file.digest}`)
  })
}
