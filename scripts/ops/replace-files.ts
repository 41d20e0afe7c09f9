// Changes files of a catalogue so that a server never sees a wrong one: written beside, checked as a whole, and only then renamed.
import { copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { CommandRefused } from './operator.ts'

const NAMES = ['skins.json', 'prices.json', 'cases.json', 'rewards.json'] as const

type FileName = (typeof NAMES)[number]

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Puts new texts in the place of files, one after the other in their order.
 *
 * @throws CommandRefused with the faults of the catalogue that would come of it; then nothing was changed
 */
export async function replaceFiles(
  folder: string,
  pictures: string,
  texts: readonly (readonly [name: FileName, text: string])[],
): Promise<void> {
  const beside = await mkdtemp(join(folder, '.import-'))
  try {
    for (const name of NAMES) await copyFile(join(folder, name), join(beside, name))
    for (const [name, text] of texts) await writeSynced(join(beside, name), text)
    const reading = await readCatalogue({ folder: beside, pictures })
    if (!reading.ok) {
      const faults = reading.faults.map(formatFault).join('\n').replaceAll(`${beside}/`, `${folder}/`)
      throw new CommandRefused(`${faults}\nNothing was changed: the catalogue would be wrong.`)
    }
    for (const [name] of texts) await rename(join(beside, name), join(folder, name))
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}
