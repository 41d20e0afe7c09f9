// node scripts/check-build.ts FOLDER: checks what a build has made for browsers. Prints each fault and exits with 1 if there is any: a script that
// one of the oldest browsers cannot run, a style sheet besides the shell's, a package that docs/licences.md does not name, or a first screen of
// the office that weighs too much.
import { globSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { scriptFaults } from './browser-floor.mjs'
import { PACKAGES_FILE, unlistedPackages } from './licences/bundled.ts'
import { heavyScreens, MANIFEST_FILE } from './office/first-screen.ts'

const root = join(import.meta.dirname, '..')
const [build = ''] = process.argv.slice(2)
const client = join(build, 'client')
const office = join(build, 'office')
const lock = await readFile(join(root, 'package-lock.json'), 'utf8')

/** Checks the list of packages of a part of a build, and removes it: what browsers load is served. */
async function packageFaults(half: 'client' | 'server' | 'office'): Promise<string[]> {
  const path = join(build, half, PACKAGES_FILE)
  const unlisted = unlistedPackages(await readFile(path, 'utf8'), lock)
  await rm(path)
  return unlisted.map((id) => `${id}: add it to BUNDLED in scripts/licences/shipped.ts, then npm run licences`)
}

/** Weighs the first screens of the office, and removes the list of its files. */
async function officeFaults(): Promise<string[]> {
  const path = join(office, MANIFEST_FILE)
  const manifest = await readFile(path, 'utf8')
  await rm(path)
  const weights = new Map<string, number>()
  const bytesOf = (file: string): number => {
    const bytes = weights.get(file) ?? brotliCompressSync(readFileSync(join(office, file))).length
    weights.set(file, bytes)
    return bytes
  }
  return heavyScreens(manifest, bytesOf)
}

const scripts = globSync('js/*.js', { cwd: client })
const officeScripts = globSync('assets/*.js', { cwd: office })
const sheets = globSync('**/*.css', { cwd: client }).filter((path) => !/(^|\/)shell\.[\w-]+\.css$/.test(path))
const faults = [
  ...(scripts.length === 0 ? ['js: no scripts'] : scriptFaults(scripts.map((path) => join(client, path)))),
  ...sheets.map((path) => `${path}: pages have their own rules inside, and share the sheet of the shell alone`),
  ...(await packageFaults('client')),
  ...(await packageFaults('server')),
  ...(officeScripts.length === 0
    ? ['office: no scripts']
    : scriptFaults(officeScripts.map((path) => join(office, path)))),
  ...(await packageFaults('office')),
  ...(await officeFaults()),
]
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
