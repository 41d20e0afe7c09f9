// npm run content: the editors' check of the static pages.
import { join } from 'node:path'
import type { Command } from 'commander'
import { CONTENT_FOLDER } from '../../src/content/default-files.ts'
import { SOURCE_LANGUAGE } from '../../src/content/front-matter.ts'
import { formatDetailNames } from '../../src/content/operator.ts'
import { formatFault, OPERATOR_FILE } from '../../src/content/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused, createProgram } from '../cli/program.ts'
import { checkContent, readFolder } from './check.ts'
import { type Stamps, writeStamps } from './stamps.ts'

async function check(folder: string, io: CommandIo): Promise<void> {
  const { pages, files, faults, placeholders, inPages } = await checkContent(folder, Date.now())
  if (faults.length > 0) {
    const count = `${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`
    throw new CommandRefused([...faults.map(formatFault), count].join('\n'))
  }
  printLine(io, `${folder}: ${pages} pages, ${files} files: no faults`)
  const details = placeholders.length === 0 ? [] : [`placeholders in ${formatDetailNames(placeholders)}`]
  const left = [...details.map((named) => `${join(folder, OPERATOR_FILE)}: ${named}`), ...inPages]
  const lines = left.map((placeholder) => `${placeholder}: live mode refuses to start with them`)
  if (lines.length > 0 && io.env.MODE === 'live') throw new CommandRefused(lines.join('\n'))
  for (const line of lines) printLine(io, line)
}

async function stamp(folder: string, io: CommandIo): Promise<void> {
  const { pages, faults } = readFolder(folder)
  if (faults.length > 0) throw new CommandRefused(`${faults.map(formatFault).join('\n')}\nNothing was stamped.`)
  const stamps: Record<string, Stamps[string]> = {}
  for (const [name, languages] of pages) {
    const read = languages.get(SOURCE_LANGUAGE)?.read
    if (read?.front !== undefined) stamps[name] = { updated: read.front.updated, digest: read.digest }
  }
  await writeStamps(folder, stamps)
  printLine(io, `${folder}: ${Object.keys(stamps).length} pages are stamped`)
}

/** Creates the program of `npm run content`. */
export function createContent(io: CommandIo): Command {
  const program = createProgram('npm run content --', io).description('The texts of the static pages: check them.')
  program
    .command('check')
    .description('Check the static pages; print the file and line of every fault and end with 1 if there is one.')
    .argument('[folder]', 'the folder of the pages', CONTENT_FOLDER)
    .action((folder: string) => check(folder, io))
    .addHelpText(
      'after',
      '\nExample of a fault:\n  src/content/faq/ru.md:57: link "/faq#late-depozit" is dead: /faq has no heading {#late-depozit}',
    )
  program
    .command('stamp')
    .description(
      'Record the day and the digest of each English text, so that the check finds changes without a new day.',
    )
    .argument('[folder]', 'the folder of the pages', CONTENT_FOLDER)
    .action((folder: string) => stamp(folder, io))
  return program
}
