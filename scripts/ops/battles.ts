// npm run ops -- battles: lists battles whose next step is late. No command draws, cancels or pays one: the site does, by what is stored.
import type { Command } from 'commander'
import { openBeacon, openOtherBeacons } from '../../src/server/beacon/open-beacon.ts'
import { gatherBeacons } from '../../src/server/services/battles/beacons.ts'
import { type StuckBattle, type StuckStep, stuckBattles } from '../../src/server/services/battles/stuck.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { columnsOf, formatTable, formatTime, NONE } from '../cli/table.ts'
import { addLimitOption } from './list-options.ts'
import { withDatabase } from './open-database.ts'

const COLUMNS = columnsOf('battle', 'number', 'state', 'due', 'waits for', 'what to do')

/** What a late step waits for, and what an operator does about it. */
const ADVICE: { readonly [Step in StuckStep]: readonly [waitsFor: string, toDo: string] } = {
  expiry: ['its end', 'look in the log for: a battle could not be ended'],
  chain: ['a chain that this release does not know', 'start a release that knows it; refunded a day after its round'],
  lock: ['its lock to be sent', 'look in the log for: a lock could not be sent'],
  round: ['its round of drand', 'nothing: it is drawn when a relay returns the round (BEACON_URLS)'],
  draw: ['its draw', 'look in the log for: a battle could not be drawn'],
  event: ['its draw to be told', 'look in the log for: a draw could not be told'],
  payment: ['its payment', 'look in the log for: a battle could not be settled'],
}

function rowOf({ battle, step, dueAt }: StuckBattle): string[] {
  const [waitsFor, toDo] = ADVICE[step]
  const round = step === 'round' ? ` (${battle.round ?? NONE})` : ''
  return [battle.id, String(battle.number), battle.state, formatTime(dueAt), `${waitsFor}${round}`, toDo]
}

async function list({ limit }: { readonly limit: number }, io: CommandIo): Promise<void> {
  const stuck = await withDatabase(io, (db, config) => {
    const beacons = gatherBeacons([openBeacon(config), ...openOtherBeacons(config)])
    return stuckBattles(db, beacons, { at: new Date(), most: limit })
  })
  printLine(io, stuck.length === 0 ? 'No battle waits for more than a minute.' : formatTable(COLUMNS, stuck.map(rowOf)))
}

/** Adds the commands about battles. */
export function addBattleCommands(commands: Command, io: CommandIo): void {
  commands.description('Battles whose next step is late. No command draws, cancels or pays one.')
  addLimitOption(commands.command('stuck'))
    .description('List battles whose next step is late by a minute or more, what they wait for, and what to do.')
    .action((options: { readonly limit: number }) => list(options, io))
    .addHelpText(
      'after',
      '\nThe running site tries every step again within two seconds: what is late has a reason in its log.\n\nExample:\n  npm run ops -- battles stuck',
    )
}
