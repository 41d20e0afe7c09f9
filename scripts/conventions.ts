// node scripts/conventions.ts: what no other tool checks. Prints `file: fault` for each and exits 1 if there is any.
import { join } from 'node:path'
import { checkConventions, checkPapers } from './conventions/check.ts'

const root = join(import.meta.dirname, '..')
const faults = [...(await checkConventions(root)), ...(await checkPapers(root))]
for (const { file, fault } of faults) process.stdout.write(`${file}: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
