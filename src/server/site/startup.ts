// Shared by both entry points: settings from `.env` and the environment, a clean stop, and error messages for the operator.
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import operator from '../../content/operator.json' with { type: 'json' }
import { type Config, ConfigError, readConfig } from '../base/config.ts'
import { CatalogueRefused } from '../catalogue/reloadable-catalogue.ts'
import { FolderInUse } from '../db/folder-lock.ts'

const STOP_WITHIN_MS = 9_000

/** Reads the settings of this process. Throws ConfigError. */
export function readProcessConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return readConfig(process.env, operator)
}

/** Tells whether an operator can fix an error; any other is a bug and shows its stack. */
function isOperatorError(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof CatalogueRefused) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'ECONNREFUSED')
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
