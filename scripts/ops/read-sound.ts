// Reads the catalogue that a command changes.
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { type CatalogueReading, readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { CommandRefused } from '../cli/program.ts'
import type { CatalogueOptions } from './catalogue-options.ts'

export type SoundCatalogue = Extract<CatalogueReading, { readonly ok: true }>

/**
 * Reads a catalogue without faults.
 *
 * @throws CommandRefused with what is wrong with it
 */
export async function readSound({
  folder,
  pictures,
}: Pick<CatalogueOptions, 'folder' | 'pictures'>): Promise<SoundCatalogue> {
  const reading = await readCatalogue({ folder, pictures })
  if (reading.ok) return reading
  throw new CommandRefused(`${reading.faults.map(formatFault).join('\n')}\nNothing was changed: put this right first.`)
}
