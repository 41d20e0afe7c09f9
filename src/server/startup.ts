// What both ways to start share: settings from `.env` and the environment, a clean stop, and errors in words for the operator.
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { CatalogueRefused } from './catalogue/catalogue-holder.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { FolderInUse } from './db/folder-lock.ts'

const STOP_WITHIN_MS = 9_000

/** The settings of this process. Throws ConfigError. */
export function settingsOfProcess(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return readConfig(process.env)
}

/** Errors that the operator can mend; everything else is a bug and shows its stack. */
function isOperators(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof CatalogueRefused) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'ECONNREFUSED')
}

/** Says why the site could not start, and ends the process. */
export function giveUp(error: unknown): void {
  console.error(isOperators(error) ? error.message : error)
  process.exit(1)
}

/**
 * Closes on SIGTERM or SIGINT, within ten seconds whatever happens. Signals that follow change nothing: Ctrl-C comes twice, from the
 * terminal and from `npm start`, and the second one is not to cut off what the first has begun.
 */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    process.stdout.write(`\n${signal}: finishing what is under way.\n`)
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    close().then(() => process.exit(0), giveUp)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
