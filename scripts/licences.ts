// npm run licences: writes docs/licences.md from the lock file. scripts/conventions.ts checks that the page is up to date.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type CommandIo, printLine, processIo } from './cli/command-io.ts'
import { createProgram, runCommand } from './cli/program.ts'
import { licencesPage, shippedIn } from './licences/shipped.ts'

async function writePage(io: CommandIo): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const shipped = shippedIn(await readFile(join(root, 'package-lock.json'), 'utf8'))
  await writeFile(join(root, 'docs', 'licences.md'), licencesPage(shipped))
  printLine(io, `docs/licences.md: ${shipped.length} packages`)
}

function createLicences(io: CommandIo): Command {
  return createProgram('npm run licences', io)
    .description('Write docs/licences.md: the packages that ship, and their licences.')
    .action(() => writePage(io))
}

await runCommand(createLicences, process.argv.slice(2), processIo)
