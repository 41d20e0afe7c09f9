// The environment of a command besides its arguments. It is passed in, so that tests run commands in their own process.
import type { Database } from '../../src/server/db/database.ts'

export interface CommandIo {
  readonly writeOut: (text: string) => void
  readonly writeErr: (text: string) => void
  readonly env: NodeJS.ProcessEnv
  /** Receives the exit code; without a call it is 0. */
  readonly exit: (code: number) => void
  /** An open database that commands use instead of opening the one that the settings name. */
  readonly database?: Database
}

// A reader such as `head` closes the pipe when it has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** The streams, environment and exit code of this process. */
export const processIo: CommandIo = {
  writeOut: (text) => process.stdout.write(text),
  writeErr: (text) => process.stderr.write(text),
  env: process.env,
  exit: (code) => {
    process.exitCode = code
  },
}

/** Prints a line of output. */
export function printLine({ writeOut }: Pick<CommandIo, 'writeOut'>, text: string): void {
  writeOut(`${text}\n`)
}
