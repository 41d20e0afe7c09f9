// npm run catalogue -- COMMAND: the same commands as `npm run ops -- catalogue`.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createCatalogue } from './ops/program.ts'

await runCommand(createCatalogue, process.argv.slice(2), processIo)
