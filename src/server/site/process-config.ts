// The settings of this process, from `.env` and the environment. Loads nothing of the server, so that they are checked in a moment.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf, readFiles } from '../../content/default-files.ts'
import { operatorIn, pagePlaceholders } from '../../content/page-texts.ts'
import { OPERATOR_FILE } from '../../content/shop-files.ts'
import { type Config, readConfig } from '../config/config.ts'
import { readEnvFile } from '../config/env-file.ts'

/**
 * Reads the settings of this process. Those of the environment come before those of `.env`. A live site is asked for its own details in the texts of
 * the release and of SHOP_DIR.
 *
 * @throws ConfigError naming everything that is wrong or missing
 */
export function readProcessConfig(): Config {
  const settings = { ...readEnvFile(), ...process.env }
  const ownPath = (name: string): string => join(settings.SHOP_DIR || 'shop', name)
  const placeOf = (name: string): string => (existsSync(ownPath(name)) ? ownPath(name) : pathOf(name))
  const released = readFiles()
  const files = Object.fromEntries(
    Object.entries(released).map(([name, text]) => [
      name,
      existsSync(ownPath(name)) ? readFileSync(ownPath(name), 'utf8') : text,
    ]),
  )
  const texts = {
    details: operatorIn(files),
    place: placeOf(OPERATOR_FILE),
    ownPlace: ownPath(OPERATOR_FILE),
    inPages: pagePlaceholders(files, placeOf),
  }
  return readConfig(settings, texts)
}
