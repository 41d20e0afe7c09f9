// What start, test and dev share. Plain JavaScript for Node 18 without dependencies, because nothing may be installed yet.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceDigest } from './build-sources.mjs'
import { buildName, finishBuild, hasBuild, startBuild, switchTo } from './builds.mjs'
import { startProgress } from './progress.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const bin = join(root, 'node_modules', '.bin')

/** The environment of every step that runs in our own Node: it and our tools come first. */
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

/**
 * Runs a command whose output matters only when it fails; resolves with its exit code.
 *
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, onText?: (text: string) => void }} [options] `onText` gets the output as it comes
 */
export function runQuietly(command, args, { env = environment, cwd = root, onText } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        onText?.(text)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(output)
      resolve(code ?? 1)
    })
  })
}

/** Ends this script with the code of a step that failed. */
export async function must(step) {
  const code = await step
  if (code !== 0) process.exit(code)
}

/** Builds the initial database, unless it is built for these migrations. */
export function buildDatabase() {
  return must(runQuietly('node', ['scripts/build-database.ts']))
}

const dist = join(root, 'dist')

const STAGES = [
  'reading the sources',
  'bundling the server',
  'bundling the pages',
  'bundling the scripts',
  'outlining letters',
  'bundling the office',
]
/** The build of the office, which is apart from the site's. */
const OFFICE = 'vite.office.config.mjs'
/** What Astro prints where a stage ends. */
const STAGE_END = /Building server entrypoints|✓ built in/g

/** Makes the build of a digest's sources in a folder of its own: pages, scripts, outlines of letters and the office, checked. */
async function make(digest) {
  const folder = startBuild(dist)
  const progress = startProgress('Building the site')
  let stage = 0
  const next = () => {
    progress.at(`${stage + 1} of ${STAGES.length}, ${STAGES[stage]}`)
    stage = Math.min(stage + 1, STAGES.length - 1)
  }
  /** Ends the line of the progress before the output of what failed follows it. */
  const must = async (step) => {
    const code = await step
    if (code === 0) return
    progress.end('failed')
    process.exit(code)
  }
  next()
  const onText = (text) => {
    for (const _ of text.matchAll(STAGE_END)) next()
  }
  await must(runQuietly('astro', ['build', '--outDir', folder], { onText }))
  progress.at(`${STAGES.length - 1} of ${STAGES.length}, ${STAGES.at(-2)}`)
  await must(runQuietly('node', ['scripts/typefaces.ts', folder]))
  progress.at(`${STAGES.length} of ${STAGES.length}, ${STAGES.at(-1)}`)
  await must(
    runQuietly('vite', ['build', '--config', OFFICE, '--configLoader', 'native', '--outDir', join(folder, 'office')]),
  )
  await must(runQuietly('node', ['scripts/check-build.ts', folder]))
  finishBuild(dist, folder, digest)
  progress.end('done')
}

/** Makes the build of the sources as they are the current one in `dist/`, and builds it first where it is missing. */
export async function build() {
  const digest = sourceDigest()
  const name = buildName(digest)
  if (!hasBuild(dist, name)) await make(digest)
  await buildDatabase()
  switchTo(dist, name)
}
