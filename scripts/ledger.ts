// npm run ledger -- COMMAND: the same commands as `npm run ops -- ledger`.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createLedger } from './ops/program.ts'

await runCommand(createLedger, process.argv.slice(2), processIo)
