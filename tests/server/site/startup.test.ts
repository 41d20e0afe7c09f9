// The start of a process: a live site needs the operator's own details. Its end: by one signal or several. A terminal sends Ctrl-C to
// its whole group, and `npm start` forwards it in addition.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import operator from '../../../src/content/operator.json' with { type: 'json' }
import { readConfig } from '../../../src/server/config/config.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { readProcessConfig } from '../../../src/server/site/process-config.ts'
import { accessNotice, warnOfHops } from '../../../src/server/site/startup.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { LIVE_ENVIRONMENT } from '../../support/sites/site.ts'
import { startFailing } from '../../support/sites/start-failing.ts'

const STARTUP = new URL('../../../src/server/site/startup.ts', import.meta.url).href

/** A process that shuts down when its input says so, and reports it. */
const PROCESS = `
import { stopOnSignal } from '${STARTUP}'
stopOnSignal({
  drain: async () => console.log('drained'),
  close: async () => {
    await new Promise((resolve) => process.stdin.once('data', resolve))
    console.log('closed')
  },
})
process.stdin.resume()
console.log('running')`

interface Ending {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Resolves when the process has printed the text. */
  said(words: string): Promise<void>
  readonly lines: readonly string[]
}

function startProcess(): Ending {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROCESS]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return { child, lines, said: (words) => expect.poll(() => lines.join('\n')).toContain(words) }
}

it.each([
  [{}, 'It listens on this machine alone (HOST=localhost) and ignores X-Forwarded-For (TRUST_PROXY=off).'],
  [
    { HOST: '0.0.0.0', TRUST_PROXY: 'loopback, 10.0.0.0/8' },
    'It listens at 0.0.0.0 (HOST) and trusts X-Forwarded-For of loopback, 10.0.0.0/8 (TRUST_PROXY).',
  ],
  [
    { HOST: '::1', TRUST_PROXY: '2' },
    'It listens on this machine alone (HOST=::1) and trusts X-Forwarded-For of every caller (TRUST_PROXY).',
  ],
])('the start with %j says where it listens, and whom it trusts', (environment, line) => {
  expect(accessNotice(readConfig(environment))).toBe(line)
})

it('warns of a number of proxies, which anyone who connects can be', () => {
  const warnings: string[] = []
  for (const TRUST_PROXY of ['off', 'loopback', 'on', '3'])
    warnOfHops(readConfig({ TRUST_PROXY }), (line) => warnings.push(line))
  expect(warnings).toEqual([
    expect.stringContaining('TRUST_PROXY is the number 1'),
    expect.stringContaining('TRUST_PROXY is the number 3'),
  ])
})

it.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
] as const)('a process that receives %s and then %s shuts down once, completely', async (first, second) => {
  const { child, said, lines } = startProcess()
  const gone = once(child, 'exit')
  await said('running')
  child.kill(first)
  await said(`${first}: finishing requests under way.`)
  child.kill(second)
  child.stdin.write('now\n')
  expect(await gone).toEqual([0, null])
  expect(lines.filter((line) => line === 'drained')).toHaveLength(first === 'SIGTERM' ? 1 : 0)
  expect(lines.filter((line) => line === 'closed')).toHaveLength(1)
})

it('a live site does not start with the details that the project ships, and names each of them', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries(LIVE_ENVIRONMENT)) vi.stubEnv(name, value)
  const names = Object.keys(operator).map((name) => `"${name}"`)
  expect(names).toEqual(expect.arrayContaining(['"licence"', '"countries"']))
  expect(readProcessConfig).toThrow(`src/content/operator.json: placeholders in ${names.join(', ')}`)
  vi.stubEnv('MODE', 'sandbox')
  expect(readProcessConfig().mode).toBe('sandbox')
})

it.each([
  ['scripts/check-settings.ts', 'before anything is built'],
  ['src/server/main.ts', 'before anything is opened'],
])('%s refuses wrong settings %s', async (path) => {
  const { code, err } = await startFailing({ MODE: 'production', PORT: '0', DATABASE_URL: 'mysql://shop' }, [path])
  expect(code).toBe(1)
  expect(err).toBe(
    'These settings are missing or wrong:\n  MODE: has to be sandbox or live\n' +
      '  DATABASE_URL: has to be an address such as postgres://user:password@host/database\n',
  )
})

it('a process says which database it cannot reach, and that a sandbox starts because MODE is not set', async () => {
  const unreachable = { DATABASE_URL: 'postgres://shop:word@127.0.0.1:1/shop' }
  const { code, out, err } = await startFailing(unreachable)
  expect(code).toBe(1)
  expect(out.split('\n')[0]).toMatch(/^MODE is not set: this is a sandbox, .* MODE=live\.$/)
  expect(err).toMatch(
    /^DATABASE_URL: the database "shop" at 127\.0\.0\.1:1 cannot be opened as "shop": .*ECONNREFUSED.*\n$/,
  )
  expect(err).not.toContain('word')
  expect((await startFailing({ ...unreachable, MODE: 'sandbox' })).out).toBe('')
})

it('a sandbox does not start on the database of a live shop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-startup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyMigrated(join(folder, 'pglite'))
  const site = { mode: 'live', isModeSet: true } as const
  await (await openPglite({ folder: join(folder, 'pglite'), onRetry: () => undefined, site })).close()
  const { code, err } = await startFailing({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(err).toMatch(/belongs to a live shop, and MODE is not set.*\n$/)
})
