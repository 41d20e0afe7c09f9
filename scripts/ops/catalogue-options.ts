// The options of the commands that change the files of a catalogue.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readEnvFile } from '../../src/server/config/env-file.ts'
import { findBuild } from '../../src/server/site/current-build.ts'
import type { CommandIo } from '../cli/command-io.ts'

/** The folder of the catalogue that comes with the project. */
export const DATA_FOLDER = 'data'

/** Returns the folder of the shop's catalogue: that of the site whose settings the command has. */
export function catalogueFolder({ env }: Pick<CommandIo, 'env'>): string {
  const { CATALOGUE_DIR: folder } = { ...readEnvFile(), ...env }
  return folder === undefined || folder === '' ? DATA_FOLDER : folder
}

/** Adds `--folder`. Its default is read when the command runs: help needs no settings. */
export function addFolderOption(command: Command, words: string, io: CommandIo): Command {
  return command
    .option('--folder <path>', `${words} (default: that of the site, CATALOGUE_DIR)`)
    .hook('preAction', () => {
      if (command.getOptionValue('folder') === undefined) command.setOptionValue('folder', catalogueFolder(io))
    })
}

const PICTURES = 'assets/img/cases'

/** Returns the folder of the pictures of cases in a project: that of its sources, or of the current build where there are none, as in the image. */
export function picturesFolder(project: string): string {
  const ofSources = join(project, 'public', PICTURES)
  const build = existsSync(ofSources) ? null : findBuild(join(project, 'dist'))
  return build === null ? ofSources : join(build, 'client', PICTURES)
}

/** The folder of the pictures of its cases. */
export const PICTURES_FOLDER = picturesFolder('')

export interface CatalogueOptions {
  readonly folder: string
  readonly pictures: string
  readonly dryRun: boolean
}

/** Adds `--folder`, `--pictures` and `--dry-run`. */
export function addCatalogueOptions(command: Command, io: CommandIo): Command {
  return addFolderOption(command, 'the catalogue to change', io)
    .option('--pictures <path>', 'the pictures of its cases', PICTURES_FOLDER)
    .option('--dry-run', 'print what would change, and change nothing', false)
}
