// What `npm test` counts: Vitest run on suites that fail in every way, by the code of `npm test`, in a process of its own.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const runner = pathToFileURL(join(root, 'scripts/vitest.mjs')).href

/** A test that passes. */
const GREEN = "it('passes', () => expect(1).toBe(1))\n"
const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const

const failing = (hook: string): string => `${hook}(() => { throw new Error('${hook} failed') })\n${GREEN}`
const inDescribe = (suite: string): string => `describe('group', () => {\n${suite}})\n`

const source = (text: string): string =>
  `import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'\n${text}`

interface Outcome {
  readonly code: number
  readonly last: string
  readonly failures: readonly string[]
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-counts-'))
  // Where the suites find Vitest.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterAll(() => rm(folder, { recursive: true }))

let runs = 0

/** Runs a project of some files; returns what is printed last, and the status. */
async function runFiles(files: Readonly<Record<string, string>>, config = '{}'): Promise<Outcome> {
  runs += 1
  const project = join(folder, `project-${runs}`)
  await mkdir(project)
  await writeFile(join(project, 'vitest.config.mjs'), `export default ${config}\n`)
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
  const program = `
    import { conclude, runVitest } from ${JSON.stringify(runner)}
    const { failures, ...counts } = await runVitest([], { cwd: ${JSON.stringify(project)} })
    for (const failure of failures) console.log('Failed: ' + failure)
    conclude({ ...counts, failed: failures.length })`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, out) => {
      const lines = out.trimEnd().split('\n')
      const failures = lines.flatMap((line) => /^Failed: (.*)/.exec(line)?.[1] ?? [])
      resolve({ code: error === null ? 0 : Number(error.code), last: lines.at(-1) ?? '', failures: failures.sort() })
    })
  })
}

describe('a suite whose hook throws', () => {
  it.each(HOOKS)('is counted and named: %s of a file', async (hook) => {
    const { code, failures } = await runFiles({ 'a.test.mjs': source(failing(hook)), 'b.test.mjs': source(GREEN) })
    expect(failures).toEqual([expect.stringMatching(new RegExp(`^a\\.test\\.mjs.*: ${hook} failed$`))])
    expect(code).toBe(1)
  })

  it.each(HOOKS)('is counted and named: %s of a describe', async (hook) => {
    const { code, failures } = await runFiles({ 'a.test.mjs': source(inDescribe(failing(hook)) + GREEN) })
    expect(failures).toEqual([expect.stringMatching(new RegExp(`^a\\.test\\.mjs > group.*: ${hook} failed$`))])
    expect(code).toBe(1)
  })

  it('is one line at the end, beside what passed and what it skipped', async () => {
    const { last } = await runFiles({ 'a.test.mjs': source(failing('beforeAll')), 'b.test.mjs': source(GREEN) })
    expect(last).toBe('1 passed, 1 failed, 1 skipped')
  })
})

it('a file that does not parse, one that throws and one without tests are counted and named', async () => {
  const { code, last, failures } = await runFiles({
    'empty.test.mjs': source(''),
    'parse.test.mjs': 'const = 1\n',
    'throw.test.mjs': "throw new Error('thrown at once')\n",
    'works.test.mjs': source(GREEN),
  })
  expect(failures).toEqual([
    expect.stringMatching(/^empty\.test\.mjs: /),
    expect.stringMatching(/^parse\.test\.mjs: /),
    'throw.test.mjs: thrown at once',
  ])
  expect(last).toBe('1 passed, 3 failed')
  expect(code).toBe(1)
})

it('a worker that dies fails the run, and names its file', async () => {
  const dies = source("it('kills its process', () => process.kill(process.pid, 'SIGKILL'))\n")
  const { code, last, failures } = await runFiles({ 'dies.test.mjs': dies, 'works.test.mjs': source(GREEN) })
  expect(failures).toContain('dies.test.mjs: did not end')
  expect(last).toMatch(/^1 passed, [1-9]\d* failed/)
  expect(code).toBe(1)
})

it('an error that no test awaits fails the run', async () => {
  const rejects = source(`Promise.reject(new Error('nobody awaits this'))\n${GREEN}`)
  const { code, last, failures } = await runFiles({ 'rejects.test.mjs': rejects })
  expect(failures).toEqual(['outside of any test: nobody awaits this'])
  expect(last).toBe('1 passed, 1 failed')
  expect(code).toBe(1)
})

it("Vitest's own status fails the run where no suite has failed", async () => {
  const stops = "export const teardown = () => process.on('exit', () => { process.exitCode = 3 })\n"
  const { code, last, failures } = await runFiles(
    { 'setup.mjs': stops, 'works.test.mjs': source(GREEN) },
    "{ test: { globalSetup: './setup.mjs' } }",
  )
  expect(failures).toEqual(['Vitest ended with status 3'])
  expect(last).toBe('1 passed, 1 failed')
  expect(code).toBe(1)
})

it('a Vitest that cannot start fails the run', async () => {
  const { code, last } = await runFiles({ 'works.test.mjs': source(GREEN) }, '{')
  expect(last).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

it('tests that pass are green, and skipped ones are counted after them', async () => {
  const skipped = source(`${GREEN}it.skipIf(true)('is skipped', () => {})\nit.todo('is missing')\n`)
  const { code, last, failures } = await runFiles({ 'works.test.mjs': skipped })
  expect(failures).toEqual([])
  expect(last).toBe('1 passed, 0 failed, 2 skipped')
  expect(code).toBe(0)
  expect((await runFiles({ 'works.test.mjs': source(GREEN) })).last).toBe('1 passed, 0 failed')
})
