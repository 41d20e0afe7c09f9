// Shared by both entry points: settings from `.env` and the environment, a clean stop, and error messages for the operator.
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import operator from '../../content/operator.json' with { type: 'json' }
import { type Config, ConfigError, readConfig } from '../base/config.ts'
import { CatalogueRefused } from '../catalogue/reloadable-catalogue.ts'
import { FolderInUse } from '../db/folder-lock.ts'
import { DatabaseUnreachable } from '../db/postgres.ts'
import { WrongMode } from '../db/site-mode.ts'

const STOP_WITHIN_MS = 9_000

/** Reads the settings of this process. Throws ConfigError. */
export function readProcessConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return readConfig(process.env, operator)
}

/** Returns the first line of a site whose MODE is left out: in a container nobody may look at its pages. Null where it is set. */
export function unsetModeNotice({ isModeSet }: Pick<Config, 'isModeSet'>): string | null {
  if (isModeSet) return null
  return 'MODE is not set: this is a sandbox, with play money and stand-ins for Steam and payments. A live shop sets MODE=live.'
}

/** Tells whether an operator can fix an error; any other is a bug and shows its stack. */
function isOperatorError(error: unknown): error is Error {
  const known = [ConfigError, FolderInUse, CatalogueRefused, DatabaseUnreachable, WrongMode]
  if (known.some((kind) => error instanceof kind)) return true
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Prints why the site could not start, and ends the process. */
export function exitWithError(error: unknown): void {
  console.error(isOperatorError(error) ? error.message : error)
  process.exit(1)
}

/**
 * Closes on SIGTERM or SIGINT, within ten seconds in any case. Further signals are ignored: Ctrl-C arrives twice, from the
 * terminal and from `npm start`, and the second one must not cut off the shutdown.
 */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    process.stdout.write(`\n${signal}: finishing requests under way.\n`)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    close().then(() => process.exit(0), exitWithError)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
