// npm run bench -- NAME: runs a benchmark.
import { processIo } from '../../scripts/cli/command-io.ts'
import { runCommand } from '../../scripts/cli/program.ts'
import { createBench } from './program.ts'

await runCommand(createBench, process.argv.slice(2), processIo)
// Benchmarks may leave connections open.
process.exit()
