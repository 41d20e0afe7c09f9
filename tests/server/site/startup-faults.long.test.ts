// What the operator reads when a database, a file or a port is not as it should be: which setting, what was tried, what to do; never a
// stack, never a password, and the exit code 1. The same for the server and for a command.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operatorMessage } from '../../../src/server/base/operator-error.ts'
import { fatalError } from '../../../src/server/db/wire-messages.ts'
import { listenError } from '../../../src/server/network/listen-error.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { runOps } from '../../support/runner/command.ts'
import { startFailing } from '../../support/sites/start-failing.ts'

const postgres = process.env.TEST_DATABASE_URL

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-faults-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Ended {
  readonly code: number
  readonly err: string
}

/** Expects an end with a message and nothing else. */
function expectMessage({ code, err }: Ended, message: RegExp): void {
  expect(err).toMatch(message)
  expect(err).not.toMatch(/\n {4}at |hidden-word/)
  expect(code).toBe(1)
}

/** Runs a command on a database; the server opens it by the same function. */
const listOrders = (DATABASE_URL: string): Promise<Ended> => runOps(['orders', 'list'], { DATABASE_URL })

/** Starts an executable of the project. */
const start = (environment: Record<string, string>, entry: string, cwd?: string): Promise<Ended> =>
  startFailing({ MODE: 'sandbox', ...environment }, [entry], cwd)

const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return portOf(server)
}

/** PostgreSQL as it answers to a wrong password. */
const refusingPostgres = (): Server =>
  createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(fatalError('28P01', 'password authentication failed for user "shop"')))
  })

/** PostgreSQL with a certificate of its own: it agrees to TLS, then shows the certificate. */
function selfSignedPostgres(): Server {
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=other.example', '-days', '2']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyPath, '-out', certPath, ...subject],
    {
      stdio: 'ignore',
    },
  )
  const pem = (path: string): Buffer => execFileSync('cat', [path])
  const tls = createTlsServer({ key: pem(keyPath), cert: pem(certPath) }, (socket) =>
    socket.on('error', () => undefined),
  )
  return createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      tls.emit('connection', socket)
    })
  })
}

describe('a database that cannot be opened', () => {
  it.runIf(postgres !== undefined)('because it is missing is named, with how to create it', async () => {
    const url = new URL(postgres ?? '')
    url.pathname = '/spacedrop_nowhere'
    const message =
      /^DATABASE_URL: the database "spacedrop_nowhere" at \S+ cannot be opened as "\w+": .*Create it: create database "spacedrop_nowhere"/
    expectMessage(await listOrders(url.href), message)
    url.username = 'spacedrop_nobody'
    expectMessage(await listOrders(url.href), /as "spacedrop_nobody": .*Create the role/)
  })

  it('because nothing listens there is named', async () => {
    const message = /^DATABASE_URL: the database "shop" at 127\.0\.0\.1:1 cannot be opened as "me": .*Start PostgreSQL/
    expectMessage(await listOrders('postgres://me:hidden-word@127.0.0.1:1/shop'), message)
  })

  it('because its host is unknown is named', async () => {
    const message = /^DATABASE_URL: the database "shop" at nowhere\.invalid:5432 .*(Correct the host|name service)/
    expectMessage(await listOrders('postgres://me:hidden-word@nowhere.invalid/shop'), message)
  })

  it('because the password is wrong is named', async () => {
    const port = await listening(refusingPostgres())
    const message = /PostgreSQL refuses the password\. .*alter role "shop" password/
    expectMessage(await listOrders(`postgres://shop:hidden-word@127.0.0.1:${port}/shop`), message)
  })

  it('because its certificate is not trusted, or the file with the authority is missing, is named', async () => {
    const port = await listening(selfSignedPostgres())
    const url = `postgres://shop:hidden-word@127.0.0.1:${port}/shop?sslmode=verify-full`
    expectMessage(await listOrders(url), /TLS failed\. .*sslrootcert=FILE/)
    const missing = await listOrders(`${url}&sslrootcert=${join(folder, 'missing.pem')}`)
    expectMessage(missing, /missing\.pem'\. A file or a socket that the address names/)
  })
})

it('a setting of an earlier release ends the start, and the one in its place is named', async () => {
  const message = /CATALOGUE_DIR: is no setting any more: SHOP_DIR names the folder/
  expectMessage(
    await start({ DATA_DIR: join(folder, 'former'), CATALOGUE_DIR: 'data' }, 'scripts/check-settings.ts'),
    message,
  )
})

describe('a DATA_DIR that is a file', () => {
  it('is named by commands, and so is one below a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expectMessage(
      await runOps(['orders', 'list'], { DATA_DIR: file }),
      /^DATA_DIR: the folder \S+\/file cannot be used: it is a file/,
    )
    expectMessage(
      await runOps(['orders', 'list'], { DATA_DIR: join(file, 'below') }),
      /^DATA_DIR: .*it is below a file/,
    )
  })

  it('is named by `npm start` before it builds', async () => {
    const file = join(folder, 'taken')
    await writeFile(file, '')
    expectMessage(await start({ DATA_DIR: file }, 'scripts/check-settings.ts'), /^DATA_DIR: .*it is a file/)
  })
})

it.each(['src/server/main.ts', 'scripts/check-settings.ts', 'scripts/ledger.ts'])(
  'a directory in the place of .env is named by %s',
  { timeout: 60_000 },
  async (entry) => {
    const cwd = join(folder, 'project')
    await mkdir(join(cwd, '.env'), { recursive: true })
    const { code, err } = await startFailing(
      { MODE: 'sandbox' },
      [entry, ...(entry.includes('ledger') ? ['check'] : [])],
      cwd,
    )
    expectMessage({ code, err }, /^These settings .*\n {2}\.env: .* it is a directory, and a file is expected/)
  },
)

it('a port that is in use is named with its setting', async () => {
  const port = String(await listening(createServer()))
  const DATA_DIR = join(folder, 'ports')
  await copyMigrated(join(DATA_DIR, 'pglite'))
  const quiet = { HOST: '127.0.0.1', HOUSE_PLAYERS: 'off', ICONS: 'off', LOG_LEVEL: 'silent' }
  const message = new RegExp(
    `^PORT: 127.0.0.1:${port} cannot be opened: another process listens there\\. .*set PORT to`,
  )
  expectMessage(await start({ ...quiet, DATA_DIR, PORT: port }, 'src/server/main.ts'), message)
})

it.each([
  ['EADDRINUSE', 'another process listens there'],
  ['EACCES', 'only root may listen on ports below 1024'],
  ['EADDRNOTAVAIL', 'Set HOST to one of its own'],
])('a realtime port that fails with %s says what to do', (code, words) => {
  const place = { portSetting: 'REALTIME_PORT', hostSetting: 'HOST', port: 80, host: '10.0.0.1' } as const
  const explained = listenError(Object.assign(new Error('listen'), { code }), place)
  expect(operatorMessage(explained)).toMatch(
    new RegExp(`^REALTIME_PORT: 10\\.0\\.0\\.1:80 cannot be opened: .*${words}`),
  )
})
