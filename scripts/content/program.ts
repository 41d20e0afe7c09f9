// npm run content: the editors' check of the static pages.
import { join } from 'node:path'
import type { Command } from 'commander'
import { formatDetailNames } from '../../src/content/operator.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused, createProgram } from '../cli/program.ts'
import { checkContent } from './check.ts'
import { formatFault, OPERATOR_FILE } from './folder.ts'
import { siteRoutes } from './routes.ts'

const CONTENT_FOLDER = 'src/content'

async function check(folder: string, io: CommandIo): Promise<void> {
  const routes = await siteRoutes(join(import.meta.dirname, '../../src/pages/[lang]'))
  const { pages, files, faults, placeholders } = await checkContent(folder, routes)
  if (faults.length > 0) {
    const count = `${folder}: ${faults.length} fault${faults.length === 1 ? '' : 's'}`
    throw new CommandRefused([...faults.map(formatFault), count].join('\n'))
  }
  printLine(io, `${folder}: ${pages} pages, ${files} files: no faults`)
  if (placeholders.length > 0) {
    const named = formatDetailNames(placeholders)
    printLine(io, `${join(folder, OPERATOR_FILE)}: placeholders in ${named}: live mode refuses to start with them`)
  }
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
  return program
}
