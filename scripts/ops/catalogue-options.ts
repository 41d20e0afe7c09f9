// The options of the commands that change a shop.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { findBuild } from '../../src/server/site/current-build.ts'

/** The folder of the catalogue that comes with the project. */
export const DATA_FOLDER = 'data'

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
  /** Undefined: the shop of the site whose settings the command has. */
  readonly folder: string | undefined
  readonly pictures: string
  readonly dryRun: boolean
}

/** Adds `--folder` and `--pictures`. */
export function addFolderOptions(command: Command): Command {
  return command
    .option('--folder <path>', 'a folder with a catalogue (default: the shop of the site, which gets a new edition)')
    .option('--pictures <path>', 'the pictures of its cases', PICTURES_FOLDER)
}

/** Adds `--folder`, `--pictures` and `--dry-run`. */
export function addCatalogueOptions(command: Command): Command {
  return addFolderOptions(command).option('--dry-run', 'print what would change, and change nothing', false)
}
