// npm run catalogue: builds the catalogue, checks it, imports names, rarities and pictures.
import type { Command } from 'commander'
import { returnToPlayer } from '../../src/game/case.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { DATA_FOLDER, PICTURES_FOLDER } from './catalogue-options.ts'
import { addImportCommand } from './import-skins.ts'

async function build(folder: string, io: CommandIo): Promise<void> {
  // The item library is a development dependency, and large.
  const { buildCatalogue } = await import('../catalogue/build.ts')
  const { skins, items, cases } = await buildCatalogue(folder)
  printLine(io, `${folder}: ${skins} skins, ${items} items, ${cases} cases written`)
}

async function check(folder: string, pictures: string, io: CommandIo): Promise<void> {
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    const faults = reading.faults.map(formatFault)
    throw new CommandRefused(
      [...faults, `${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`].join('\n'),
    )
  }
  const { skins, items, categories, cases } = reading.catalogue
  const returns = [...cases.values()].map((one) => returnToPlayer(one) * 100)
  const span = `${Math.min(...returns).toFixed(1)} % to ${Math.max(...returns).toFixed(1)} %`
  const counts = `${skins.size} skins, ${items.size} items, ${cases.size} cases in ${categories.length} categories`
  printLine(io, `${folder}: ${counts}, returning ${span}: no faults`)
  for (const [language, count] of Object.entries(reading.untranslated)) {
    if (count > 0) printLine(io, `Names without a translation into "${language}", which appear in English: ${count}`)
  }
}

/** Adds the commands about the catalogue. */
export function addCatalogueCommands(catalogue: Command, io: CommandIo): Command {
  catalogue.description('The catalogue of skins and cases: build it, check it, import into it.')
  catalogue
    .command('build')
    .description('Make skins.json, prices.json and cases.json from the item library.')
    .argument('[folder]', 'where to write them', DATA_FOLDER)
    .action((folder: string) => build(folder, io))
  catalogue
    .command('check')
    .description('Check a catalogue; print the file and line of every fault and end with 1 if there is one.')
    .argument('[folder]', 'the catalogue', DATA_FOLDER)
    .argument('[pictures]', 'the pictures of its cases', PICTURES_FOLDER)
    .action((folder: string, pictures: string) => check(folder, pictures, io))
    .addHelpText(
      'after',
      '\nExample of a fault:\n  data/cases.json:14: case "orion": the tickets sum to 1000001, not to 1000000',
    )
  addImportCommand(catalogue.command('import'), io)
  return catalogue
}
