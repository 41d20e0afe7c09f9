// Installs the packages of package-lock.json with the npm that is there. Plain JavaScript for Node 18 without dependencies: nothing else is installed
// yet.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { startProgress } from './progress.mjs'
import { bin, must, root, runQuietly } from './steps.mjs'

/** The first version that runs the TypeScript of this project. */
const OWN_NODE = 24
/** The npm that installs where Node is older: it knows `allowScripts` of package.json. */
const NPM = '11.19.1'
const POLL_MS = 500
/** What lines are printed for where no terminal is. */
const STEP_PERCENT = 25

/** Tells whether this process runs in a Node that runs the project's TypeScript. */
export const isOwnNode = () => Number.parseInt(process.versions.node, 10) >= OWN_NODE

/** The npm that runs this script, if any, such as `npm/9.2.0 node/v18.19.1 linux x64`. It puts our Node first on the path once that is there. */
const { npm_config_user_agent: runner = '', npm_execpath: npmProgram, npm_node_execpath: npmNode } = process.env

/** The command that is npm here: in the Node that it belongs to. */
const npm =
  runner.startsWith('npm/') && npmProgram !== undefined && npmNode !== undefined
    ? [npmNode, npmProgram]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']

/** The major version of the Node that runs npm. */
const npmNodeMajor = Number(/^npm\/\S+ node\/v(\d+)/.exec(runner)?.[1] ?? Number.parseInt(process.versions.node, 10))

const lock = join(root, 'package-lock.json')
const installed = join(root, 'node_modules', '.package-lock.json')

/** Tells whether there are packages, and a Node that runs the project. */
export function hasPackages() {
  return existsSync(installed) && (existsSync(join(bin, 'node')) || isOwnNode())
}

/** The C library of Linux, for which some packages differ. */
const libc = () => (process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc')

/** Returns the packages of package-lock.json with their paths. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'))
  return Object.entries(packages).filter(([path]) => path !== '')
}

/** Tells whether a package is made for this machine alone: npm leaves it out without an error in a Node that it is not made for. */
const isNative = ([, { os = [], cpu = [], libc: library }]) =>
  os.includes(process.platform) && cpu.includes(process.arch) && (library === undefined || library.includes(libc()))

/** Tells whether a package is for this machine; a rule such as `!win32` excludes one. */
const fits = (rules, value) =>
  rules === undefined || rules.includes(value) || (rules[0].startsWith('!') && !rules.includes(`!${value}`))

const isThere = ([path]) => existsSync(join(root, path, 'package.json'))

/** Tells whether the packages are those of package-lock.json, and whole. */
function isInstalled() {
  if (!hasPackages() || statSync(installed).mtimeMs < statSync(lock).mtimeMs) return false
  return lockedPackages().filter(isNative).every(isThere)
}

/**
 * Returns a command that is npm in the project's own Node. In an older one npm leaves out packages that it takes for unfit; then our Node and an
 * npm that knows it are installed into a folder of their own first.
 */
async function npmInOwnNode(progress) {
  if (npmNodeMajor >= OWN_NODE) return npm
  const folder = join(tmpdir(), `spacedrop-node-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  progress.at(`Node ${devDependencies.node}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const [command, ...first] = npm
  const args = [...first, 'install', '--no-audit', '--no-fund', `node@${devDependencies.node}`, `npm@${NPM}`]
  const code = await runQuietly(command, args, { env: process.env, cwd: folder })
  if (code !== 0) {
    progress.end('failed')
    process.exit(code)
  }
  const packages = join(folder, 'node_modules')
  return [join(packages, 'node', 'bin', 'node'), join(packages, 'npm', 'bin', 'npm-cli.js')]
}

/** Installs package-lock.json unless it is installed, including the build's dependencies where NODE_ENV is `production`. */
export async function installIfMissing() {
  if (isInstalled()) return
  const packages = lockedPackages().filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
  const progress = startProgress(`Installing ${packages.length} packages`)
  const [command, ...first] = await npmInOwnNode(progress)
  const timer = setInterval(() => {
    const share = Math.floor((packages.filter(isThere).length / packages.length) * 100)
    const percent = process.stdout.isTTY ? share : share - (share % STEP_PERCENT)
    if (percent > 0) progress.at(`${percent} %`)
  }, POLL_MS)
  // In the environment of this terminal: NODE_OPTIONS of ours may be unknown to the Node that runs npm. Scripts of packages run in the same Node
  // as npm.
  const env =
    first.length === 0 ? process.env : { ...process.env, PATH: `${dirname(command)}${delimiter}${process.env.PATH}` }
  const code = await runQuietly(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], { env })
  clearInterval(timer)
  progress.end(code === 0 ? 'done' : 'failed')
  await must(code)
}
