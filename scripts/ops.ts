// npm run ops -- GROUP COMMAND. `npm run ops -- --help` lists the commands.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createOps } from './ops/program.ts'

await runCommand(createOps, process.argv.slice(2), processIo)
