// npm run ops -- drain: stop an instance on this machine, so that nobody notices.
import type { Command } from 'commander'
import { drainInstance, listInstances } from '../../src/server/site/control.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { readSettings } from './open-database.ts'

const PORT_MOST = 65_535

/**
 * Stops the instance on a port; without one the only instance of DATA_DIR.
 *
 * @returns its port
 */
async function drain(io: CommandIo, wantedPort: number | undefined): Promise<number> {
  const { dataDir } = readSettings(io)
  const ports = wantedPort === undefined ? await listInstances(dataDir) : [wantedPort]
  if (ports.length > 1) {
    throw new CommandRefused(`Several instances use ${dataDir}. Name the port of one: ${ports.join(', ')}`)
  }
  const [port] = ports
  if (port !== undefined) {
    const isDraining = await drainInstance(dataDir, port).catch((error: Error) => {
      throw new CommandRefused(error.message)
    })
    if (isDraining) return port
  }
  const where = port === undefined ? dataDir : `port ${port} with DATA_DIR ${dataDir}`
  throw new CommandRefused(`No instance runs on ${where}. Run the command with the settings of the instance.`)
}

const portArgument = wholeNumber({ least: 1, most: PORT_MOST })

/** Adds the command that stops an instance. */
export function addDrainCommand(command: Command, io: CommandIo): void {
  command
    .description(
      'Stop an instance on this machine without losing a call: not ready, sockets to other instances, calls finished.',
    )
    .argument('[port]', 'its PORT, where several share a DATA_DIR', portArgument)
    .action(async (port: number | undefined) =>
      printLine(io, `The instance on port ${await drain(io, port)} has stopped.`),
    )
    .addHelpText(
      'after',
      `
Ends when the instance has. A supervisor that restarts what ends (systemd, a container) starts the current build then.
SIGTERM does the same. It takes DRAIN_SECONDS, and as long as the calls under way.`,
    )
}
