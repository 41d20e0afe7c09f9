// The settings of this process, from `.env` and the environment. Loads nothing of the server, so that they are checked in a moment.
import { pathOf, readFiles } from '../../content/default-files.ts'
import { operatorIn, pagePlaceholders } from '../../content/page-texts.ts'
import { type Config, readConfig } from '../config/config.ts'
import { readEnvFile } from '../config/env-file.ts'

/**
 * Reads the settings of this process. Those of the environment come before those of `.env`.
 *
 * @throws ConfigError naming everything that is wrong or missing
 */
export function readProcessConfig(): Config {
  const files = readFiles()
  const texts = { details: operatorIn(files), inPages: pagePlaceholders(files, pathOf) }
  return readConfig({ ...readEnvFile(), ...process.env }, texts)
}
