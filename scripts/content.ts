// npm run content -- check: checks the static pages.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createContent } from './content/program.ts'

await runCommand(createContent, process.argv.slice(2), processIo)
