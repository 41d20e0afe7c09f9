// Replaces files of a catalogue so that a server never reads a wrong one: writes copies, checks them as a whole, then renames them.
import { copyFile, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../base/operator-error.ts'
import { formatFault } from './faults.ts'
import { CATALOGUE_FILES, type CatalogueFileName, readCatalogue } from './read-catalogue.ts'

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

/** Returns the text of a file of the catalogue; undefined when it is absent. */
export function readText(folder: string, name: CatalogueFileName): Promise<string | undefined> {
  return unlessAbsent(readFile(join(folder, name), 'utf8'))
}

/**
 * Replaces the texts of files, in the given order; null removes an optional file.
 *
 * @throws OperatorError with the faults of the new catalogue; then nothing was changed
 */
export async function replaceFiles(
  folder: string,
  pictures: string,
  texts: readonly (readonly [name: CatalogueFileName, text: string | null])[],
): Promise<void> {
  const copies = await mkdtemp(join(folder, '.import-'))
  try {
    for (const name of CATALOGUE_FILES) await unlessAbsent(copyFile(join(folder, name), join(copies, name)))
    for (const [name, text] of texts) {
      if (text === null) await rm(join(copies, name), { force: true })
      else await writeSynced(join(copies, name), text)
    }
    const reading = await readCatalogue({ folder: copies, pictures })
    if (!reading.ok) {
      const faults = reading.faults.map(formatFault).join('\n').replaceAll(`${copies}/`, `${folder}/`)
      throw new OperatorError(`${faults}\nNothing was changed: the catalogue would be wrong.`)
    }
    for (const [name, text] of texts) {
      if (text === null) await rm(join(folder, name), { force: true })
      else await rename(join(copies, name), join(folder, name))
    }
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}
