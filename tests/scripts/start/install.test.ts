// What a start installs, and with which npm: a stand-in for npm notes how it is called, and makes what the real one would.
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

const NATIVE = 'node_modules/native'
const LOCK = {
  packages: {
    '': {},
    'node_modules/plain': {},
    [NATIVE]: { os: [process.platform], cpu: [process.arch], optional: true },
    'node_modules/foreign': { os: ['sunos'], cpu: ['s390x'], optional: true },
    'node_modules/wasm': { optional: true },
  },
}

/** As npm: notes its call; installs our Node and npm, or the packages that are there in the Node that it runs in. */
const NPM = `
const { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
const { NODE_OPTIONS = '', CALLS, STAND_IN, FAILS } = process.env
appendFileSync(CALLS, JSON.stringify({ program: __filename, args, options: NODE_OPTIONS }) + '\\n')
if (FAILS) {
  console.error('npm says why')
  process.exit(7)
}
const make = (path) => {
  mkdirSync(path, { recursive: true })
  writeFileSync(path + '/package.json', '{}')
}
if (args[0] === 'install') {
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
  mkdirSync('node_modules/npm/bin', { recursive: true })
  cpSync(STAND_IN, 'node_modules/npm/bin/npm-cli.js')
} else {
  for (const name of ['plain', 'native']) make('node_modules/' + name)
  writeFileSync('node_modules/.package-lock.json', '{}')
}
`

interface Call {
  readonly program: string
  readonly args: readonly string[]
  readonly options: string
}

let project: string
let calls: string

/** Makes a project with nothing but the scripts, in a folder with a space in its name. */
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop install '))
  onTestFinished(() => rm(folder, { recursive: true }))
  project = join(folder, 'my shop')
  calls = join(folder, 'calls')
  await cp(join(root, 'scripts'), join(project, 'scripts'), { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "type": "module", "devDependencies": { "node": "24.0.1" } }')
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(LOCK))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'npm.cjs'), NPM)
  await writeFile(join(folder, 'bin/npm'), `#!/bin/sh\nexec '${process.execPath}' '${folder}/npm.cjs' "$@"\n`)
  await chmod(join(folder, 'bin/npm'), 0o755)
})

/** Installs what is missing, as the commands do; returns how npm was called for it. */
async function install(environment: Readonly<Record<string, string>> = {}) {
  await writeFile(calls, '')
  const folder = dirname(project)
  const program = `import { installIfMissing } from './scripts/install.mjs'\nawait installIfMissing()`
  const env = {
    PATH: `${folder}/bin${delimiter}${process.env.PATH}`,
    CALLS: calls,
    STAND_IN: join(folder, 'npm.cjs'),
    ...environment,
  }
  const result = await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], { cwd: project, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
  const lines = (await readFile(calls, 'utf8')).split('\n').filter((line) => line !== '')
  return { ...result, calls: lines.map((line): Call => JSON.parse(line)) }
}

const CI = ['ci', '--include=dev', '--no-audit', '--no-fund']

describe('an installation', () => {
  it('is made where there is none, and shows how many packages it is about', async () => {
    const { code, out, calls } = await install()
    expect(calls.map(({ args }) => args)).toEqual([CI])
    expect(out).toMatch(/^Installing 3 packages …\n(.*\n)*Installing 3 packages: done \(\d+ s\)\n$/)
    expect(code).toBe(0)
  })

  it('is not repeated', async () => {
    await install()
    expect(await install()).toMatchObject({ code: 0, out: '', calls: [] })
  })

  it('is repeated after a change of package-lock.json', async () => {
    await install()
    await writeFile(join(project, 'package-lock.json'), JSON.stringify(LOCK))
    expect((await install()).calls).toHaveLength(1)
  })

  it('is repeated where a package for this machine is missing: an older Node leaves it out', async () => {
    await install()
    await rm(join(project, NATIVE), { recursive: true })
    expect((await install()).calls).toHaveLength(1)
    expect((await install()).calls).toEqual([])
  })

  it('that fails ends the command with the words and the status of npm', async () => {
    const { code, out, err } = await install({ FAILS: '1' })
    expect([code, err]).toEqual([7, 'npm says why\n'])
    expect(out).toContain('failed')
  })

  it('hands npm no option that its Node may refuse', async () => {
    const { calls } = await install({ NODE_OPTIONS: '--no-deprecation' })
    expect(calls.map(({ options }) => options)).toEqual(['--no-deprecation'])
  })
})

describe('an installation by npm of an older Node', () => {
  const asRunBy = (version: string) => ({
    npm_config_user_agent: `npm/9.2.0 node/${version} linux x64 workspaces/false`,
    npm_execpath: join(dirname(project), 'npm.cjs'),
    npm_node_execpath: process.execPath,
  })

  it.each(['v18.19.1', 'v20.0.0', 'v22.1.0'])('%s runs in our own Node, which is fetched first', async (version) => {
    const { code, calls } = await install(asRunBy(version))
    expect(calls.map(({ args }) => args)).toEqual([
      ['install', '--no-audit', '--no-fund', 'node@24.0.1', expect.stringMatching(/^npm@\d+\.\d+\.\d+$/)],
      CI,
    ])
    expect(calls[1]?.program).toMatch(/node_modules\/npm\/bin\/npm-cli\.js$/)
    expect(code).toBe(0)
    expect((await install(asRunBy(version))).calls).toEqual([])
  })

  it('v24.1.0 is npm itself', async () => {
    expect((await install(asRunBy('v24.1.0'))).calls.map(({ args }) => args)).toEqual([CI])
  })
})

describe('a program of package.json', () => {
  const runProgram = () =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const args = ['scripts/run.mjs', 'scripts/hello.ts', 'a b', '--flag']
      execFile(process.execPath, args, { cwd: project, env: { PATH: process.env.PATH } }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      )
    })

  it('says in one line what it needs where nothing is installed', async () => {
    expect(await runProgram()).toEqual({ code: 1, out: '', err: expect.stringMatching(/^[^\n]*npm ci[^\n]*\n$/) })
  })

  it("runs in the project's Node, with its arguments and its status", async () => {
    await install()
    await mkdir(join(project, 'node_modules/.bin'))
    await symlink(process.execPath, join(project, 'node_modules/.bin/node'))
    const program = 'const args: string[] = process.argv.slice(2)\nconsole.log(args.join("|"))\nprocess.exit(3)\n'
    await writeFile(join(project, 'scripts/hello.ts'), program)
    expect(await runProgram()).toEqual({ code: 3, out: 'a b|--flag\n', err: '' })
  })
})
