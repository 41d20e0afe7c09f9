// Changes of a catalogue's files by a command: what a site reads is a change of its shop, whose author the audit names.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Verb } from '../../src/game/office/verbs.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { recordAct } from '../../src/server/audit/record-act.ts'
import type { CommandIo } from '../cli/command-io.ts'
import { readSettings, withDatabase } from './open-database.ts'

/** What a command changes in the files of a catalogue. */
export interface FileAct {
  readonly verb: Verb
  /** What it is about: a list of prices, a case, a file. */
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Tells whether a folder is the catalogue of a site that has a database. */
function isOfSite(folder: string, io: CommandIo): boolean {
  const { catalogueDir, databaseUrl, dataDir } = readSettings(io)
  if (resolve(folder) !== resolve(catalogueDir)) return false
  return io.database !== undefined || databaseUrl !== undefined || existsSync(join(dataDir, 'pglite'))
}

/**
 * Writes files of a catalogue. Where a site reads them, the audit gets a row that is stored only if they are written; another folder, and a
 * clone that has no site yet, is only written.
 *
 * @throws CommandRefused when the site's database cannot be opened; then nothing is written
 */
export async function writeShopFiles(
  folder: string,
  act: FileAct,
  io: CommandIo,
  write: () => Promise<void>,
): Promise<void> {
  if (!isOfSite(folder, io)) return write()
  await withDatabase(io, (db) =>
    db.transaction(async (tx) => {
      await recordAct(tx, { by: commandActor(), kind: 'edition', ...act })
      await write()
    }),
  )
}
