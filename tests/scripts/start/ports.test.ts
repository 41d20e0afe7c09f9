// The ports of a start, before anything is installed or built: all busy ones are named, a sandbox takes the next free ones, and a shop that runs
// already is told from other programs.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { choosePorts, readSettings } from '../../../scripts/ports.mjs'
import { openControl } from '../../../src/server/site/control.ts'
import { freePort } from '../../support/runner/free-port.ts'

const root = join(import.meta.dirname, '../../..')

type Settings = Record<string, string>

let settings: Settings

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'spacedrop-ports-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const [port, realtimePort, devPort] = [await freePort(), await freePort(), await freePort()].map(String)
  settings = readSettings(
    { PORT: port, REALTIME_PORT: realtimePort, DEV_PORT: devPort, HOST: '127.0.0.1', DATA_DIR: dataDir },
    'no file',
  )
})

/** Listens on the port of a setting until the test ends. */
async function occupy(name: string, host = '127.0.0.1'): Promise<void> {
  const server = createServer().listen(Number(settings[name]), host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

/** Runs this shop on its port, as far as its commands can see, until the test ends. */
async function runShop(): Promise<void> {
  await occupy('PORT')
  const log = { warn: (fields: object, message: string) => expect.unreachable(`${message} ${JSON.stringify(fields)}`) }
  const drain = () => expect.unreachable('the shop is to stop')
  const close = await openControl({ dataDir: settings.DATA_DIR ?? '', port: Number(settings.PORT), drain, log })
  onTestFinished(close)
}

describe('free ports', () => {
  it('change no setting, and nothing is said', async () => {
    expect(await choosePorts({ settings })).toEqual({ notice: '', settings: {} })
  })

  it('are not needed where the system chooses, the metrics are off, or a port is no number', async () => {
    const others = { ...settings, PORT: '0', METRICS_PORT: 'off', REALTIME_PORT: 'soon' }
    expect(await choosePorts({ settings: others })).toEqual({ notice: '', settings: {} })
  })
})

describe('busy ports of a sandbox', () => {
  it('are all named with their settings, and the next free ones are taken', async () => {
    settings.METRICS_PORT = String(await freePort())
    for (const name of ['PORT', 'REALTIME_PORT', 'METRICS_PORT', 'DEV_PORT']) await occupy(name)
    const chosen = await choosePorts({ settings, isDevelopment: true })
    if ('error' in chosen) throw new Error(chosen.error)
    for (const name of ['PORT', 'REALTIME_PORT', 'METRICS_PORT', 'DEV_PORT']) {
      expect(chosen.notice).toContain(`${settings[name]} (${name})`)
      expect(chosen.notice).toContain(`${chosen.settings[name]} (${name})`)
      expect(Number(chosen.settings[name])).toBeGreaterThan(Number(settings[name]))
    }
    const again = { ...settings, ...chosen.settings }
    expect(await choosePorts({ settings: again, isDevelopment: true })).toEqual({ notice: '', settings: {} })
  })

  it('do not get a port that another setting has', async () => {
    settings.REALTIME_PORT = String(Number(settings.PORT) + 1)
    await occupy('PORT')
    const chosen = await choosePorts({ settings })
    expect(chosen).toMatchObject({ settings: { PORT: expect.not.stringMatching(settings.REALTIME_PORT ?? '') } })
  })

  it('move the address of this machine along', async () => {
    settings.SITE_URL = `http://localhost:${settings.PORT}`
    await occupy('PORT')
    const chosen = await choosePorts({ settings })
    if ('error' in chosen) throw new Error(chosen.error)
    expect(chosen.settings.SITE_URL).toBe(`http://localhost:${chosen.settings.PORT}`)
  })

  it('are a fault where the address is that of a proxy', async () => {
    settings.SITE_URL = 'https://shop.example'
    await occupy('PORT')
    const { PORT } = settings
    expect(await choosePorts({ settings })).toEqual({ error: expect.stringContaining(`${PORT} (PORT)`) })
  })

  it.each(['127.0.0.1', '::1'])('are found at %s where the host is left out', async (address) => {
    delete settings.HOST
    await occupy('PORT', address)
    const chosen = await choosePorts({ settings: readSettings(settings, 'no file') })
    expect(chosen).toMatchObject({ notice: expect.stringContaining(`${settings.PORT} (PORT)`) })
  })

  it('of development are not asked for by a start', async () => {
    await occupy('DEV_PORT')
    expect(await choosePorts({ settings })).toEqual({ notice: '', settings: {} })
  })
})

it('busy ports of a live shop are an error that names all', async () => {
  settings.MODE = 'live'
  await occupy('PORT')
  await occupy('REALTIME_PORT')
  const chosen = await choosePorts({ settings })
  expect(chosen).toEqual({
    error: expect.stringContaining(`${settings.PORT} (PORT), ${settings.REALTIME_PORT} (REALTIME_PORT)`),
  })
})

describe('a shop that runs already', () => {
  it('is named with its address and process', async () => {
    await writeFile(join(settings.DATA_DIR ?? '', 'pglite.holder'), 'process 4242 (src/server/main.ts)\n')
    await runShop()
    expect(await choosePorts({ settings })).toEqual({
      error: expect.stringContaining(
        `running already at http://localhost:${settings.PORT}, as process 4242 (src/server/main.ts)`,
      ),
    })
  })

  it('has its database for itself, on any port', async () => {
    await runShop()
    const other = { ...settings, PORT: String(await freePort()) }
    expect(await choosePorts({ settings: other })).toEqual({ error: expect.stringContaining('running already') })
  })

  it('shares PostgreSQL with instances on other ports', async () => {
    await runShop()
    const other = { ...settings, PORT: String(await freePort()), DATABASE_URL: 'postgres://shop@db/shop' }
    expect(await choosePorts({ settings: other })).toEqual({ notice: '', settings: {} })
  })

  it('is another program where only its socket is left', async () => {
    const folder = join(settings.DATA_DIR ?? '', 'control')
    await mkdir(folder)
    await writeFile(join(folder, `${settings.PORT}.sock`), '')
    await occupy('PORT')
    expect(await choosePorts({ settings })).toMatchObject({
      notice: expect.stringContaining(`${settings.PORT} (PORT)`),
    })
  })
})

it('settings are those of the environment before those of .env, without empty ones', async () => {
  const file = join(settings.DATA_DIR ?? '', '.env')
  await writeFile(
    file,
    '# PORT=1\nPORT=5000\nexport HOST="::1"\nDATA_DIR= \'my data\' # a folder\nMETRICS_PORT=\nREALTIME_PORT=5001 # x\n',
  )
  expect(readSettings({ PORT: '6000', SITE_URL: '' }, file)).toMatchObject({
    PORT: '6000',
    HOST: '::1',
    DATA_DIR: 'my data',
    REALTIME_PORT: '5001',
  })
  expect(readSettings({ SITE_URL: '' }, file)).not.toHaveProperty('SITE_URL')
  expect(readSettings({}, file)).not.toHaveProperty('METRICS_PORT')
})

it.each(['start', 'dev'])('npm run %s says so and ends, before it installs or builds', async (command) => {
  await runShop()
  const { code, out, err } = await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [`scripts/${command}.mjs`],
      { cwd: root, env: { PATH: process.env.PATH, ...settings } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    )
  })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err.trimEnd()).toMatch(/^This shop is running already at [^\n]+$/)
})
