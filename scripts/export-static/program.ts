// npm run static: exports the files that nginx serves by itself from a running instance.
import { type Command, InvalidArgumentError } from 'commander'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused, createProgram } from '../cli/program.ts'
import { exportStatic } from './export-static.ts'

/** Parses the address of an instance, without a slash at its end. */
function instanceAddress(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new InvalidArgumentError('Expected an address like http://127.0.0.1:4321.')
}

/** Refuses an instance that does not answer, before anything is written. */
async function checkAnswers(address: string): Promise<void> {
  const response = await fetch(`${address}/ready`).catch((cause: unknown) => {
    throw new CommandRefused(`The instance at ${address} does not answer. Start it first.`, { cause })
  })
  if (response.ok) return
  throw new CommandRefused(`The instance at ${address} is not ready: ${await response.text()}`)
}

async function run(io: CommandIo, address: string, folder: string): Promise<void> {
  await checkAnswers(address)
  printLine(io, `${await exportStatic(address, folder)} files are exported to ${folder}`)
}

/** Creates the program of `npm run static`. */
export function createStatic(io: CommandIo): Command {
  return createProgram('npm run static --', io)
    .description(
      'Export what nginx serves by itself: scripts, styles and pictures, as a running instance of this build sends them.',
    )
    .argument('<address>', 'of a running instance', instanceAddress)
    .argument('<folder>', 'of the export, STATIC in the template of nginx; it is replaced once everything is there')
    .action((address: string, folder: string) => run(io, address, folder))
    .addHelpText(
      'after',
      `
Example:
  npm run static -- http://127.0.0.1:4321 /srv/static

Run it after each release, then reload nginx.`,
    )
}
