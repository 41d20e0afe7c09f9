// node scripts/conventions.ts: checks that no other tool makes. Prints `file: fault` for each fault and exits with 1 if there is any.
import { join } from 'node:path'
import { checkConventions, checkDocuments } from './conventions/check.ts'

const root = join(import.meta.dirname, '..')
const faults = [...(await checkConventions(root)), ...checkDocuments(root)]
for (const { file, fault } of faults) process.stdout.write(`${file}: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
