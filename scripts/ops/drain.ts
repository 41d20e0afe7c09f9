// npm run ops -- drain, roll: stop an instance on this machine, or replace its workers, so that nobody notices.
import type { Command } from 'commander'
import { giveOrder, listInstances, type Order } from '../../src/server/site/control.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { readSettings } from './open-database.ts'

const PORT_MOST = 65_535

/**
 * Gives an order to the instance on a port; without one to the only instance of DATA_DIR.
 *
 * @returns its port
 */
async function order(io: CommandIo, asked: number | undefined, what: Order): Promise<number> {
  const { dataDir } = readSettings(io)
  const ports = asked === undefined ? await listInstances(dataDir) : [asked]
  if (ports.length > 1) {
    throw new CommandRefused(`Several instances use ${dataDir}. Name the port of one: ${ports.join(', ')}`)
  }
  const [port] = ports
  if (port !== undefined) {
    const found = await giveOrder(dataDir, port, what).catch((error: Error) => {
      throw new CommandRefused(error.message)
    })
    if (found) return port
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
      printLine(io, `The instance on port ${await order(io, port, 'drain')} has stopped.`),
    )
    .addHelpText(
      'after',
      `
Ends when the instance has. A supervisor that restarts what ends (systemd, a container) starts the current build then.
SIGTERM does the same. It takes DRAIN_SECONDS, and as long as the calls under way.`,
    )
}

/** Adds the command that replaces the workers of an instance. */
export function addRollCommand(command: Command, io: CommandIo): void {
  command
    .description(
      'Replace the workers of an instance with WORKERS, one after the other, by workers of the current build.',
    )
    .argument('[port]', 'its PORT, where several share a DATA_DIR', portArgument)
    .action(async (port: number | undefined) =>
      printLine(io, `The workers of the instance on port ${await order(io, port, 'roll')} were replaced.`),
    )
    .addHelpText(
      'after',
      `
SIGHUP to the instance does the same. When a new worker does not start, the old ones go on. New settings of .env count for new
workers, but PORT, REALTIME_PORT, HOST and WORKERS only after a restart.`,
    )
}
