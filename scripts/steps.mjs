// What start, test and dev share. Plain JavaScript for Node 20 without dependencies, because nothing may be installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildName, finishBuild, hasBuild, startBuild, switchTo } from './builds.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const bin = join(root, 'node_modules', '.bin')

/** The environment of every step: our own Node and tools come first. */
export const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
  ASTRO_TELEMETRY_DISABLED: '1',
}

/** Runs a command to its end; resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment, ...options })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)))
  })
}

/** Runs a long-lived command in this terminal and forwards signals to it; ends with its exit code. */
export async function become(command, args, settings = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...environment, ...settings } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const code = await new Promise((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)))
  process.exit(code)
}

/** Runs a command whose output matters only when it fails. */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment })
    let said = ''
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (said += text))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) process.stderr.write(said)
      resolve(code ?? 1)
    })
  })
}

/** Ends this script with the code of a step that failed. */
export async function must(step) {
  const code = await step
  if (code !== 0) process.exit(code)
}

/** Installs package-lock.json unless it is installed, including the build's dependencies where NODE_ENV is `production`. */
export async function installIfMissing() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing what is missing …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await must(runQuietly(npm, ['ci', '--include=dev', '--no-audit', '--no-fund']))
}

const BUILT_FROM = [
  'src',
  'public',
  'data',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'scripts/browser-chunks.mjs',
  'scripts/browser-floor.mjs',
  'scripts/browser-i18next.mjs',
  'scripts/build-guard.mjs',
  'scripts/bundle-server.mjs',
  'scripts/content',
  'scripts/licences',
  'scripts/og.ts',
  'scripts/stale-styles.mjs',
  'scripts/subset-fonts.mjs',
]
const NOT_BUILT = /^src\/server\//

/** Returns the paths of the files at and below a path of the project, sorted. */
export function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

function sourceDigest() {
  const hash = createHash('sha256')
  for (const path of BUILT_FROM.flatMap(filesBelow)) {
    if (NOT_BUILT.test(path)) continue
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** Builds the initial database, unless it is built for these migrations. */
export function buildDatabase() {
  return must(runQuietly('node', ['scripts/build-database.ts']))
}

const dist = join(root, 'dist')

/** Makes the build of a digest's sources in a folder of its own: pages and scripts, and the pictures of links. */
async function make(digest) {
  const folder = startBuild(dist)
  console.log('Building the pages …')
  await must(runQuietly('astro', ['build', '--outDir', folder]))
  await must(runQuietly('node', ['scripts/og.ts', join(folder, 'client')]))
  finishBuild(dist, folder, digest)
}

/** Makes the build of the sources as they are the current one in `dist/`, and builds it first where it is missing. */
export async function build() {
  const digest = sourceDigest()
  const name = buildName(digest)
  if (!hasBuild(dist, name)) await make(digest)
  await buildDatabase()
  switchTo(dist, name)
}
