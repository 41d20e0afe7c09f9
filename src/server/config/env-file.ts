// Reads `.env`, the file of settings in the project's folder.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { codeOf, fileReason } from '../base/operator-error.ts'
import { ConfigError } from './config.ts'

/**
 * Returns the settings of a file of lines like PORT=4321; none where there is no file.
 *
 * @throws ConfigError when there is something that cannot be read
 */
export function readEnvFile(path = '.env'): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {}
    const reason = fileReason(error)
    if (reason === undefined) throw error
    throw new ConfigError([`${path}: the file of settings cannot be read: ${reason}`])
  }
}
