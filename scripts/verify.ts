// npm run verify -- FILE…: checks exported rolls and proofs of raffles.
import { processIo } from './cli/command-io.ts'
import { runCommand } from './cli/program.ts'
import { createVerify } from './verify/program.ts'

await runCommand(createVerify, process.argv.slice(2), processIo)
