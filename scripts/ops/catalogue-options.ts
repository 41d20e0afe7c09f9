// The options of the commands that change the files of a catalogue.
import type { Command } from 'commander'

/** The folder of the catalogue that comes with the project. */
export const DATA_FOLDER = 'data'
/** The folder of the pictures of its cases. */
export const PICTURES_FOLDER = 'public/assets/img/cases'

export interface CatalogueOptions {
  readonly folder: string
  readonly pictures: string
  readonly dryRun: boolean
}

/** Adds `--folder`, `--pictures` and `--dry-run`. */
export function addCatalogueOptions(command: Command): Command {
  return command
    .option('--folder <path>', 'the catalogue to change', DATA_FOLDER)
    .option('--pictures <path>', 'the pictures of its cases', PICTURES_FOLDER)
    .option('--dry-run', 'print what would change, and change nothing', false)
}
