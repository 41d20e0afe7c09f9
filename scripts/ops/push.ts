// npm run ops -- push: makes the key that push messages are signed with.
import type { Command } from 'commander'
import { generatePushKey } from '../../src/server/push/push-key.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'

/** Adds the command about push messages. */
export function addPushCommands(push: Command, io: CommandIo): void {
  push.description('Push messages to devices: make their key.')
  push
    .command('key')
    .description('Print a new private key for .env. Nothing is changed.')
    .action(() => printLine(io, `PUSH_PRIVATE_KEY=${generatePushKey()}`))
    .addHelpText(
      'after',
      `
Keep it: with another key, players have to turn notifications on again. Every instance needs the same one.`,
    )
}
