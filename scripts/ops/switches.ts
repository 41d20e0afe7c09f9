// npm run ops -- switches: switches parts of the site off and on, and lists what is off.
import { type Command, InvalidArgumentError } from 'commander'
import { LANGUAGES, type Localized, perLanguage } from '../../src/game/base/language.ts'
import { isSwitchName, SWITCHES, type SwitchName, WORDS_MOST } from '../../src/game/office/switches.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { openSwitches, switchOffIn, switchOnIn } from '../../src/server/services/calls/switches.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { textUpTo, wholeNumber } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { columnsOf, formatTable, formatTime } from '../cli/table.ts'
import { withDatabase } from './open-database.ts'

const MINUTE_MS = 60_000
const YEAR_MINUTES = 525_600
const REASON_MAX = 500

const NAMES = `${SWITCHES.join(', ')}, or deposits.PROVIDER.METHOD`

function switchName(text: string): SwitchName {
  if (isSwitchName(text)) return text
  throw new InvalidArgumentError(`Expected ${NAMES}.`)
}

async function list(io: CommandIo): Promise<void> {
  const rows = await withDatabase(io, ({ queries }) => openSwitches(queries))
  if (rows.length === 0) return printLine(io, 'Everything is on.')
  const lines = rows.map(({ name, since, until, words }) => [
    name,
    formatTime(since),
    until === null ? 'until it is switched on' : formatTime(until),
    words.en,
  ])
  printLine(io, formatTable(columnsOf('off', 'since', 'until', 'players read'), lines))
}

interface OffOptions extends Localized {
  readonly for?: number
  readonly reason: string
}

async function off(name: SwitchName, { for: minutes, reason, ...said }: OffOptions, io: CommandIo): Promise<void> {
  const at = new Date()
  const until = minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MS)
  const words = perLanguage((language) => said[language])
  const terms = { name, words, until, by: commandActor(), reason, at }
  const isDone = await withDatabase(io, (db) => db.transaction((tx) => switchOffIn(tx, terms)))
  if (!isDone) throw new CommandRefused(`${name} is off already: npm run ops -- switches list`)
  printLine(io, `${name} is off${until === null ? '' : ` until ${formatTime(until)}`}.`)
}

async function on(name: SwitchName, { reason }: { reason: string }, io: CommandIo): Promise<void> {
  const terms = { name, by: commandActor(), reason, at: new Date() }
  const isDone = await withDatabase(io, (db) => db.transaction((tx) => switchOnIn(tx, terms)))
  if (!isDone) throw new CommandRefused(`${name} is on.`)
  printLine(io, `${name} is on.`)
}

/** Adds the commands about switches. */
export function addSwitchCommands(switches: Command, io: CommandIo): void {
  switches.description('Switches: stop a part of the site with a reason that players read, and let it go on.')
  switches
    .command('list')
    .description('List what is off.')
    .action(() => list(io))
  const stop = switches
    .command('off')
    .description('Switch a part off. A running site knows within a second; what has begun goes on to its end.')
    .argument('<name>', NAMES, switchName)
  for (const language of LANGUAGES) {
    stop.requiredOption(`--${language} <words>`, `what players read (${language})`, textUpTo(WORDS_MOST))
  }
  stop
    .requiredOption('--reason <words>', 'why, for the audit', textUpTo(REASON_MAX))
    .option('--for <minutes>', 'when it is on again', wholeNumber({ least: 1, most: YEAR_MINUTES }))
    .action((name: SwitchName, options: OffOptions) => off(name, options, io))
    .addHelpText(
      'after',
      `
Example:
  npm run ops -- switches off wheel --for 60 --en "We’re fixing a fault." --ru "Мы исправляем ошибку." --uk "Ми виправляємо помилку." --reason "sector 3 is drawn wrong"`,
    )
  switches
    .command('on')
    .description('Switch a part on again.')
    .argument('<name>', NAMES, switchName)
    .requiredOption('--reason <words>', 'why, for the audit', textUpTo(REASON_MAX))
    .action((name: SwitchName, options: { reason: string }) => on(name, options, io))
}
