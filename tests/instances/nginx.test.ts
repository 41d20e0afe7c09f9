// The nginx of deploy/ in front of two real instances: what it serves by itself equals an instance's response, byte for
// byte and header for header.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migratedPostgres } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { CAN_RUN, listenAt, REDIS_URL } from '../support/instances.ts'

const root = new URL('../..', import.meta.url).pathname
const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0
const IS_BUILT = existsSync(join(root, 'dist', 'server', 'entry.mjs'))

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** Headers of the connection, or of nginx itself. */
const OTHERS = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding']

/** A listening address. */
interface Place {
  readonly host: string
  readonly port: number
}

function ask(at: Place, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { host: 'shop.test', ...headers }
    const asked = request({ ...at, path, method, headers: all }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const compared = Object.entries(response.headers).filter(([name]) => !OTHERS.includes(name))
        const body = Buffer.concat(parts).toString('base64')
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(compared), body })
      })
    })
    asked.once('error', reject).end()
  })
}

describe.skipIf(!CAN_RUN || !HAS_NGINX || !IS_BUILT)('nginx before two instances', () => {
  const children: ChildProcess[] = []
  const undo: (() => Promise<void>)[] = []
  let apps: [Place, Place]
  let front: Place
  let realtime: number
  let log = ''

  function run(command: string, args: readonly string[], environment: Record<string, string> = {}): void {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'pipe' })
    child.stdout?.resume()
    child.stderr?.on('data', (text: Buffer) => {
      log += text.toString()
    })
    children.push(child)
  }

  async function answers(at: Place, path: string, timeout: number): Promise<void> {
    const answer = async (): Promise<void> => expect((await ask(at, path, {})).status, log).toBe(200)
    await vi.waitFor(answer, { timeout, interval: 250 }).catch((cause: unknown) => {
      throw new Error(`Nothing answers at ${at.host}:${at.port}: ${log}`, { cause })
    })
  }

  /**
   * Like separate machines, the instances have their own address and the same ports, which the policy of a page names.
   */
  async function startInstance(at: Place, sockets: number, databaseUrl: string, folder: string): Promise<Place> {
    run(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
      MODE: 'sandbox',
      PORT: String(at.port),
      REALTIME_PORT: String(sockets),
      HOST: at.host,
      SITE_URL: 'http://shop.test',
      DATA_DIR: join(folder, at.host),
      DATABASE_URL: databaseUrl,
      REDIS_URL: REDIS_URL ?? '',
      REDIS_PREFIX: `test-${folder.slice(-6)}`,
      SECRET: 'a-secret-of-at-least-32-characters',
      HOUSE_PLAYERS: 'off',
      ICONS: 'off',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'on',
    })
    await answers(at, '/ready', 90_000)
    return at
  }

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-nginx-'))
    const scratch = await migratedPostgres()
    undo.push(
      () => scratch.drop(),
      () => rm(folder, { recursive: true }),
    )
    const [port, sockets] = [await freePort(), await freePort()]
    const [one, two] = ['127.0.0.1', '127.0.0.2']
    apps = [
      await startInstance({ host: one, port }, sockets, scratch.url, folder),
      await startInstance({ host: two, port }, sockets, scratch.url, folder),
    ]
    const exported = join(folder, 'static')
    execFileSync(process.execPath, ['scripts/export-static.ts', `http://${one}:${port}`, exported], { cwd: root })
    front = { host: one, port: await freePort() }
    realtime = await freePort()
    await mkdir(join(folder, 'run'))
    const settings: Record<string, string> = {
      NGINX_RUN: join(folder, 'run'),
      STATIC: exported,
      APP_ONE: `${one}:${port}`,
      APP_TWO: `${two}:${port}`,
      SOCKETS_ONE: `${one}:${sockets}`,
      SOCKETS_TWO: `${two}:${sockets}`,
      HTTP_LISTEN: `${front.host}:${front.port}`,
      REALTIME_LISTEN: `127.0.0.1:${realtime}`,
      TLS: '',
      REDIRECT: '',
    }
    const template = await readFile(join(root, 'deploy', 'nginx.conf.template'), 'utf8')
    const conf = join(folder, 'nginx.conf')
    await writeFile(
      conf,
      template.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => settings[name] ?? `missing ${name}`),
    )
    run('nginx', ['-c', conf, '-g', 'daemon off; user root;'])
    await answers(front, '/health', 30_000)
  }, 240_000)

  afterAll(async () => {
    for (const child of children.reverse()) child.kill('SIGTERM')
    const gone = (child: ChildProcess): unknown =>
      child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve))
    await Promise.all(children.map(gone))
    for (const step of undo) await step()
  })

  const PAGES = [
    '/faq',
    '/privacy',
    '/terms-of-use',
    '/contacts',
    '/cooperation',
    '/wheel',
    '/ru/faq',
    '/en',
    '/',
    '/nowhere',
  ]
  const LANGUAGES: Record<string, string>[] = [
    {},
    { cookie: 'lang=RU' },
    { cookie: 'a=b; lang=uk; c=d', 'accept-language': 'en' },
    { cookie: 'lang=FR', 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' },
    { 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.8' },
    { 'accept-language': 'de,ru;q=0.5,en;q=0.7' },
    { 'accept-language': 'EN-us' },
    { cookie: 'slang=RU; lang=EN; lang=RU' },
  ]
  const ENCODINGS: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip, deflate, br, zstd' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br;q=0.1, gzip' },
  ]

  it.each(PAGES)('answers %s like an instance, in every language and encoding', async (path) => {
    for (const language of LANGUAGES) {
      for (const encoding of ENCODINGS) {
        const headers = { ...language, ...encoding }
        expect({ asked: headers, ...(await ask(front, path, headers)) }).toEqual({
          asked: headers,
          ...(await ask(apps[0], path, headers)),
        })
      }
    }
  })

  it('answers scripts and pictures like an instance, and serves them itself', async () => {
    const { body } = await ask(apps[0], '/en/faq', {})
    const html = Buffer.from(body, 'base64').toString()
    const [script] = /\/js\/[\w.-]+\.js/.exec(html) ?? []
    for (const path of [String(script), '/favicon.svg', '/apple-touch-icon.png']) {
      for (const encoding of ENCODINGS) {
        expect(await ask(front, path, encoding)).toEqual(await ask(apps[1], path, encoding))
        expect((await ask(front, path, encoding, 'HEAD')).headers).toEqual(
          (await ask(apps[1], path, encoding, 'HEAD')).headers,
        )
      }
    }
  })

  it('answers 304 like an instance', async () => {
    const wish = { 'accept-encoding': 'br', cookie: 'lang=RU' }
    const { headers } = await ask(front, '/faq', wish)
    const tag = String(headers.etag)
    for (const known of [tag, `W/${tag}`, `"x", ${tag.replace('-br', '-gzip')}`, '*', '"x"', tag.replace('"', '"x')]) {
      const asked = { ...wish, 'if-none-match': known }
      expect({ known, ...(await ask(front, '/faq', asked)) }).toEqual({ known, ...(await ask(apps[0], '/faq', asked)) })
    }
  })

  it('forwards calls, and uses the other instance when one is gone', async () => {
    expect((await ask(front, '/api/settings', {})).status).toBe(200)
    children[0]?.kill('SIGKILL')
    for (let call = 0; call < 6; call++) expect((await ask(front, '/api/settings', {})).status).toBe(200)
    expect((await ask(front, '/faq', { 'accept-language': 'uk' })).headers['content-language']).toBe('uk')
  })

  it('refuses a flood itself, and says when to try again', async () => {
    const answers = await Promise.all(Array.from({ length: 90 }, () => ask(front, '/api/settings', {})))
    for (let more = 0; more < 300 && answers.every(({ status }) => status === 200); more += 90) {
      answers.push(...(await Promise.all(Array.from({ length: 90 }, () => ask(front, '/api/settings', {})))))
    }
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/plain' })
    expect((await ask(front, '/faq', {})).status).toBe(200)
  })

  it('forwards sockets to a running instance', async () => {
    const socket = await listenAt(`http://127.0.0.1:${realtime}`)
    await expect.poll(() => socket.heard.online?.length).toBeGreaterThan(0)
    socket.disconnect()
    expect(log).not.toContain('[emerg]')
  })
})
