// The checks of "Go live" in docs/operating.md are run on a site in live mode, as they stand there.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeOwnFiles } from '../guide/guide-files.ts'
import { LIVE } from '../server/config/live-settings.ts'
import { migratedPostgres, type ScratchPostgres } from '../support/databases/databases.ts'
import { freePort } from '../support/runner/free-port.ts'
import { NODE_FLAGS } from '../support/runner/node-flags.ts'
import { CAN_RUN, REDIS_URL } from '../support/sites/instances.ts'

const root = new URL('../..', import.meta.url).pathname
const IS_BUILT = existsSync(join(root, 'dist'))

interface Check {
  readonly command: string
  /** What the guide says that it prints. */
  readonly result: string
}

/** Returns the commands of the step "Verify", each with its comment. */
async function readChecks(): Promise<Check[]> {
  const guide = await readFile(join(root, 'docs/operating.md'), 'utf8')
  const [, block = ''] = /\*\*\d+\. Verify\.\*\*\s+```sh\n([\s\S]+?)```/.exec(guide) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [command = '', result = ''] = line.split(/ +# /)
      return { command, result }
    })
}

interface Site {
  readonly environment: Readonly<Record<string, string>>
  readonly child: ChildProcess
  readonly log: string[]
}

describe.skipIf(!CAN_RUN || !IS_BUILT)('the checks of going live', () => {
  let scratch: ScratchPostgres
  let folder: string
  const sites: Site[] = []

  async function start(settings: Readonly<Record<string, string>>): Promise<Site> {
    const environment = {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      REALTIME_PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      OFFICE_PORT: 'off',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, settings.MODE ?? ''),
      SHOP_DIR: join(folder, 'shop'),
      ICONS: settings.MODE === 'live' ? '' : 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    const flags = [...NODE_FLAGS, '--disable-warning=ExperimentalWarning']
    const child = spawn(process.execPath, [...flags, 'src/server/main.ts'], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log: string[] = []
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (lines: Buffer) => log.push(...String(lines).split('\n')))
    }
    const site = { environment, child, log }
    sites.push(site)
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${environment.PORT}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    const state = async (): Promise<string> => {
      if (child.exitCode !== null) return `ended: ${log.join('\n')}`
      return (await isReady()) ? 'ready' : 'starts'
    }
    await vi.waitUntil(async () => (await state()) !== 'starts', { timeout: 120_000, interval: 200 })
    expect(await state()).toBe('ready')
    return site
  }

  /** Runs a command of the guide in a shell; the site answers where the guide has its own and the proxy's addresses. */
  function run(command: string, { environment }: Site): Promise<string> {
    const here = command
      .replaceAll('localhost:4321', `127.0.0.1:${environment.PORT}`)
      .replaceAll('localhost:9464', `127.0.0.1:${environment.METRICS_PORT}`)
      .replaceAll('https://shop.example', `http://127.0.0.1:${environment.PORT}`)
    return new Promise((resolve) => {
      execFile('/bin/sh', ['-c', here], { cwd: root, env: environment }, (_, out) => resolve(out.trim()))
    })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-live-'))
    writeOwnFiles(folder)
    scratch = await migratedPostgres()
  })

  afterAll(async () => {
    for (const { child } of sites.filter((site) => site.child.exitCode === null)) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    }
    await scratch.drop()
    await rm(folder, { recursive: true })
  })

  it('print what the guide says, and tell a live site from a sandbox', async () => {
    const live = { ...LIVE, DATABASE_URL: scratch.url, TRUST_PROXY: 'on' }
    const site = await start({ ...live, REDIS_URL: REDIS_URL ?? '', REDIS_PREFIX: `test-${folder.slice(-6)}` })
    const checks = await readChecks()
    const printed = await Promise.all(checks.map(({ command }) => run(command, site)))
    const results = checks.map(({ result }) => result)
    expect(results[0]?.startsWith(`${printed[0]};`), printed[0]).toBe(true)
    expect(Number(printed[1])).toBeGreaterThan(Number(/more than (\d+)/.exec(results[1] ?? '')?.[1]))
    for (const at of [2, 3]) expect(`${printed[at]}:`).toBe(results[at]?.slice(0, 4))
    expect(printed[4]).toContain(results[4])
    expect(checks).toHaveLength(5)

    const sandbox = await start({ MODE: 'sandbox', HOUSE_PLAYERS: 'off' })
    expect(results[0]).toContain('; no "redis" without REDIS_URL')
    expect(await run(checks[0]?.command ?? '', sandbox)).not.toContain('"redis"')
    const faqOf = async ({ environment }: Site): Promise<string> =>
      (await fetch(`http://127.0.0.1:${environment.PORT}/en/faq`)).text()
    expect(await faqOf(sandbox)).toContain('What is the sandbox?')
    const liveFaq = await faqOf(site)
    expect(liveFaq).toContain('Do you see my Steam password?')
    expect(liveFaq).not.toContain('What is the sandbox?')
    expect(results[3]).toContain(`a sandbox answers ${await run(checks[3]?.command ?? '', sandbox)}`)
  }, 300_000)

  it('show whether X-Forwarded-For is trusted as far as there are proxies', async () => {
    const guide = await readFile(join(root, 'docs/operating.md'), 'utf8')
    const [, command = ''] = /`(curl -X POST -H 'X-Forwarded-For[^`]+)`/.exec(guide.replaceAll('\n', ' ')) ?? []
    const [site] = sites
    if (site === undefined) throw new Error('No site was started')
    // As the proxy in front sends it on.
    await run(command.replace('1.2.3.4', '1.2.3.4, 5.6.7.8'), site)
    await expect.poll(() => site.log.find((line) => line.includes('"forged-call"'))).toContain('"address":"5.6.7.8"')
  })
})
