// Replaces files of a catalogue so that a server never reads a wrong one: writes copies, checks them as a whole, then renames them.
import { copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../base/operator-error.ts'
import { formatFault } from './faults.ts'
import { CATALOGUE_FILES, type CatalogueFiles, readCatalogue } from './read-catalogue.ts'

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Replaces the texts of files.
 *
 * @throws OperatorError with the faults of the new catalogue; then nothing was changed
 */
export async function replaceFiles(folder: string, pictures: string, files: CatalogueFiles): Promise<void> {
  const copies = await mkdtemp(join(folder, '.import-'))
  try {
    for (const name of CATALOGUE_FILES) await unlessAbsent(copyFile(join(folder, name), join(copies, name)))
    for (const [name, text] of Object.entries(files)) await writeSynced(join(copies, name), text)
    const reading = await readCatalogue({ folder: copies, pictures })
    if (!reading.ok) {
      const faults = reading.faults.map(formatFault).join('\n').replaceAll(`${copies}/`, `${folder}/`)
      throw new OperatorError(`${faults}\nNothing was changed: the catalogue would be wrong.`)
    }
    for (const name of Object.keys(files)) await rename(join(copies, name), join(folder, name))
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}
