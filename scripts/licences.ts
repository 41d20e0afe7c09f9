// npm run licences: writes docs/licences.md from the lock file. scripts/conventions.ts checks that it is true.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { licencesPage, shippedIn } from './licences/shipped.ts'

const root = join(import.meta.dirname, '..')
const shipped = shippedIn(await readFile(join(root, 'package-lock.json'), 'utf8'))
await writeFile(join(root, 'docs', 'licences.md'), licencesPage(shipped))
console.log(`docs/licences.md: ${shipped.length} packages`)
