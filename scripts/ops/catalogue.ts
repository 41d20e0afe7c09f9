// npm run catalogue: builds the catalogue, checks it, imports names, rarities and pictures.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { RATE_CHANGE_PERCENT_MOST } from '../../src/game/base/economy.ts'
import { returnToPlayer } from '../../src/game/cases/case.ts'
import { changeOfRates } from '../../src/game/payments/rates.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../src/server/catalogue/read-catalogue.ts'
import { acceptRates, lastRates } from '../../src/server/payments/accepted-rates.ts'
import { ratesFile, readRatesFile } from '../../src/server/payments/rates.ts'
import { ratesFolder } from '../../src/server/shop/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { DATA_FOLDER, PICTURES_FOLDER } from './catalogue-options.ts'
import { giftCostReport } from './gift-cost-report.ts'
import { addImportCommand } from './import-skins.ts'
import { withDatabase } from './open-database.ts'
import { compareRarities } from './rarity-lists.ts'

async function build(folder: string, io: CommandIo): Promise<void> {
  // The item library is a development dependency, and large.
  const { buildCatalogue } = await import('../catalogue/build.ts')
  const { skins, items, cases } = await buildCatalogue(folder)
  printLine(io, `${folder}: ${skins} skins and ${cases} cases written, with the prices of ${items} items`)
}

async function check(folder: string, pictures: string, io: CommandIo): Promise<void> {
  const reading = await readCatalogue({ folder, pictures })
  if (!reading.ok) {
    const faults = reading.faults.map(formatFault)
    throw new CommandRefused(
      [...faults, `${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`].join('\n'),
    )
  }
  const rates = await readRatesFile(ratesFile(folder))
  const { skins, items, categories, cases } = reading.catalogue
  const returns = [...cases.values()].map((one) => returnToPlayer(one) * 100)
  const span = `${Math.min(...returns).toFixed(1)} % to ${Math.max(...returns).toFixed(1)} %`
  const counts = `${skins.size} skins, ${items.size} items, ${cases.size} cases in ${categories.length} categories`
  printLine(io, `${folder}: ${counts}, returning ${span}: no faults`)
  if (reading.unpriced.length > 0)
    printLine(io, `Items without a price, which are not sold: ${reading.unpriced.length}`)
  const { size: held } = reading.priceState.held
  if (held > 0) printLine(io, `Items that are held because of their prices: ${held}. npm run ops -- prices held`)
  printLine(io, giftCostReport(reading.rewards))
  printLine(
    io,
    `Exchange rates: ${Object.entries(rates)
      .map(([currency, rate]) => `${currency} ${rate}`)
      .join(', ')}`,
  )
  for (const [language, count] of Object.entries(reading.untranslated)) {
    if (count > 0) printLine(io, `Names without a translation into "${language}", which appear in English: ${count}`)
  }
  const isShipped = resolve(folder) === resolve(DATA_FOLDER)
  for (const line of await compareRarities([...skins.values()], isShipped)) printLine(io, line)
}

async function accept(isSure: boolean, io: CommandIo): Promise<void> {
  await withDatabase(io, async (db, { shopDir }) => {
    const file = ratesFile(ratesFolder(shopDir))
    const rates = await readRatesFile(file)
    const last = await lastRates(db.queries)
    const { lines } = last === undefined ? { lines: [] } : changeOfRates(last, rates)
    if (last !== undefined && lines.length === 0) return printLine(io, `The rates of ${file} are accepted already.`)
    for (const line of lines) printLine(io, line)
    if (!isSure) return printLine(io, `Nothing was changed. Add --yes to accept the rates of ${file}.`)
    const by = commandActor()
    await acceptRates(db, rates, { by, isConfirmed: true })
    printLine(io, `The rates of ${file} are accepted by ${by.name}. Running servers take them within seconds.`)
  })
}

/** Adds the commands about the catalogue. */
export function addCatalogueCommands(catalogue: Command, io: CommandIo): Command {
  catalogue.description('The catalogue of skins and cases: build it, check it, import into it.')
  catalogue
    .command('build')
    .description('Make skins.json and cases.json from the item library, with the prices of prices.json.')
    .argument('[folder]', 'where prices.json is, and where to write them', DATA_FOLDER)
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
  catalogue
    .command('accept')
    .description('Accept exchange rates that a server refused because they changed too much.')
    .option('--yes', 'accept them; without it the change is only shown', false)
    .action(({ yes }: { yes: boolean }) => accept(yes, io))
    .addHelpText('after', `\nA change of up to ${RATE_CHANGE_PERCENT_MOST} % needs no acceptance.`)
  addImportCommand(catalogue.command('import'), io)
  return catalogue
}
