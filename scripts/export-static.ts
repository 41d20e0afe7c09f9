// npm run static -- ADDRESS FOLDER: exports what nginx serves by itself.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createStatic } from './export-static/program.ts'

await runCommand(createStatic, process.argv.slice(2), processIo)
