// node scripts/check-build.ts FOLDER: checks what a build has made for browsers. Prints each fault and exits with 1 if there is any: a script that
// one of the oldest browsers cannot run, a style sheet besides the shell's, or a package that docs/licences.md does not name.
import { globSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scriptFaults } from './browser-floor.mjs'
import { PACKAGES_FILE, unlistedPackages } from './licences/bundled.ts'

const root = join(import.meta.dirname, '..')
const [build = ''] = process.argv.slice(2)
const client = join(build, 'client')
const lock = await readFile(join(root, 'package-lock.json'), 'utf8')

/** Checks the list of packages of half a build, and removes it: what browsers load is served. */
async function packageFaults(half: 'client' | 'server'): Promise<string[]> {
  const path = join(build, half, PACKAGES_FILE)
  const unlisted = unlistedPackages(await readFile(path, 'utf8'), lock)
  await rm(path)
  return unlisted.map((id) => `${id}: add it to BUNDLED in scripts/licences/shipped.ts, then npm run licences`)
}

const scripts = globSync('js/*.js', { cwd: client })
const sheets = globSync('**/*.css', { cwd: client }).filter((path) => !/(^|\/)shell\.[\w-]+\.css$/.test(path))
const faults = [
  ...(scripts.length === 0 ? ['js: no scripts'] : scriptFaults(scripts.map((path) => join(client, path)))),
  ...sheets.map((path) => `${path}: pages have their own rules inside, and share the sheet of the shell alone`),
  ...(await packageFaults('client')),
  ...(await packageFaults('server')),
]
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
