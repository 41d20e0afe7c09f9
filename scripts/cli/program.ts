// Creates and runs the programs of the npm commands. All end with 0 when done, 1 when refused or failed, 2 for a bad command line.
import { inspect } from 'node:util'
import { Command, CommanderError } from 'commander'
import { OperatorError, operatorMessage } from '../../src/server/base/operator-error.ts'
import type { CommandIo } from './command-io.ts'

const HELP_COLUMNS = 110
const HINT = 'Add --help to the command to see how to use it.'

/** Options that contradict each other; the message says how. A single bad value is commander's InvalidArgumentError. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The command is clear, but cannot be carried out; the message says why and what to do. */
export class CommandRefused extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandRefused'
  }
}

/** Creates a program without commands; `name` is what the operator types, like `npm run ops --`. */
export function createProgram(name: string, { writeOut, writeErr }: CommandIo): Command {
  return new Command(name)
    .configureOutput({ writeOut, writeErr })
    .configureHelp({ helpWidth: HELP_COLUMNS })
    .showHelpAfterError(HINT)
    .helpOption('-h, --help', 'explain this command')
    .exitOverride()
}

/** Prints what ended a command, unless commander has printed it, and returns the exit code. */
function reportError(error: unknown, { writeErr }: CommandIo): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError) {
    writeErr(`error: ${error.message}\n${HINT}\n`)
    return 2
  }
  writeErr(`${operatorMessage(error) ?? inspect(error)}\n`)
  return 1
}

/** Runs a program with the arguments that follow its name. Never throws: errors are printed, and the exit code tells. */
export async function runCommand(
  create: (io: CommandIo) => Command,
  args: readonly string[],
  io: CommandIo,
): Promise<void> {
  try {
    await create(io).parseAsync(args, { from: 'user' })
  } catch (error) {
    const code = reportError(error, io)
    if (code !== 0) io.exit(code)
  }
}
