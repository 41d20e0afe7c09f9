// npm run ops -- GROUP COMMAND: everything that an operator does from a command line. `npm run ops -- --help` lists it.
import { runLine } from './ops/run-line.ts'

process.exitCode = await runLine(process.argv.slice(2))
