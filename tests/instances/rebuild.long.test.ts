// An instance keeps serving the build that it started with after a rebuild, and serves the scripts of other builds too.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildName, finishBuild, startBuild, switchTo } from '../../scripts/builds.mjs'
import { findBuild } from '../../src/server/site/current-build.ts'
import { copyMigrated } from '../support/databases/migrated-pglite.ts'
import { freePort } from '../support/runner/free-port.ts'

const root = join(import.meta.dirname, '../..')
const BUILT = findBuild(join(root, 'dist'))

/** A script that no build before the second one has, with a hash in its name. */
const NEW_SCRIPT = 'js/new-part.Q1w2E3r4.js'

describe.skipIf(BUILT === null)('a rebuild beside a running instance', () => {
  let folder: string
  let dist: string
  let first: string
  let scripts: readonly string[]
  let address: string
  let instance: ChildProcess
  let log = ''

  /** Publishes a build that has other scripts and other texts than the first one. */
  async function publish(digit: string): Promise<void> {
    const building = startBuild(dist)
    await mkdir(join(building, 'client', 'js'), { recursive: true })
    await mkdir(join(building, 'server'))
    await writeFile(join(building, 'server', 'entry.mjs'), 'throw new Error("of another build")')
    await writeFile(join(building, 'client', NEW_SCRIPT), `export const digit = '${digit}'`)
    finishBuild(dist, building, digit.repeat(64))
    switchTo(dist, buildName(digit.repeat(64)))
  }

  const ask = (path: string): Promise<Response> => fetch(address + path, { headers: { accept: 'text/html' } })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-rebuild-'))
    dist = join(folder, 'dist')
    first = basename(BUILT ?? '')
    await cp(BUILT ?? '', join(dist, first), { recursive: true, filter: (path) => basename(path) !== 'used' })
    await writeFile(join(dist, 'current'), first)
    scripts = await readdir(join(dist, first, 'client', 'js'))
    for (const name of ['src', 'data', 'node_modules', 'package.json'])
      await symlink(join(root, name), join(folder, name))
    await copyMigrated(join(folder, 'data-dir', 'pglite'))
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    instance = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        MODE: 'sandbox',
        SITE_URL: address,
        PORT: String(port),
        REALTIME_PORT: String(await freePort()),
        DATA_DIR: join(folder, 'data-dir'),
        HOUSE_PLAYERS: 'off',
        ICONS: 'off',
        METRICS_PORT: 'off',
        OFFICE_PORT: 'off',
        LOG_LEVEL: 'warn',
        CALLS_PER_MINUTE: '100000',
        PAGES_PER_MINUTE: '100000',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    instance.stderr?.on('data', (text: Buffer) => {
      log += text.toString()
    })
    await vi.waitFor(async () => expect((await ask('/ready')).status, log).toBe(200), {
      timeout: 90_000,
      interval: 100,
    })
  })

  afterAll(async () => {
    if (instance.exitCode === null && instance.kill('SIGKILL')) await once(instance, 'exit')
    await rm(folder, { recursive: true })
  })

  it('changes no page and no script of the instance', async () => {
    await publish('b')
    await publish('c')
    await publish('d')
    for (const path of ['/', '/ru/faq', '/uk/case/orion', '/en/nowhere']) {
      const response = await ask(path)
      expect({ path, status: response.status }, log).toEqual({ path, status: path === '/en/nowhere' ? 404 : 200 })
      expect(response.headers.get('content-type')).toContain('text/html')
    }
    for (const script of scripts) {
      const response = await fetch(`${address}/js/${script}`)
      expect(response.status, script).toBe(200)
      expect(await response.text()).toBe(await readFile(join(dist, first, 'client', 'js', script), 'utf8'))
    }
  })

  it('lets pages of the new build load their scripts from an instance of the old one', async () => {
    const response = await fetch(`${address}/${NEW_SCRIPT}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${address}/js/missing.Q1w2E3r4.js`)).status).toBe(404)
    expect((await fetch(`${address}/js/..%2f..%2fserver%2fentry.js`)).status).toBe(404)
  })

  it('removes the build of the instance after its end', async () => {
    expect(existsSync(join(dist, first))).toBe(true)
    instance.kill('SIGTERM')
    await once(instance, 'exit')
    await publish('e')
    expect(existsSync(join(dist, first))).toBe(false)
    expect((await readdir(dist)).sort()).toEqual(['current', buildName('d'.repeat(64)), buildName('e'.repeat(64))])
  })
})
