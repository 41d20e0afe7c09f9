// The nginx of deploy/ in front of two real instances: what it serves by itself, and what it passes on, equals an instance's response, byte for
// byte and header for header.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byRun } from '../support/runner/long-run.ts'
import { listenAt } from '../support/sites/instances.ts'
import { CAN_PROXY, openProxiedSite, type Place, type ProxiedSite } from '../support/sites/proxied-site.ts'

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** Headers of the connection, or of nginx itself. */
const OTHERS = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding']

function ask(at: Place, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { host: 'shop.test', ...headers }
    const { host, port } = at
    const asked = request({ host, port, path, method, headers: all }, (response) => {
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

describe.skipIf(!CAN_PROXY)('nginx before two instances', () => {
  let site: ProxiedSite
  let apps: ProxiedSite['instances']
  let front: Place

  beforeAll(async () => {
    site = await openProxiedSite({ isExported: true, siteUrl: 'http://shop.test' })
    apps = site.instances
    front = site.front
  }, 240_000)

  afterAll(() => site?.close())

  const KINDS_OF_PAGES = ['/faq', '/wheel', '/ru/faq', '/', '/nowhere']
  const PAGES = byRun(KINDS_OF_PAGES, [
    ...KINDS_OF_PAGES,
    '/privacy',
    '/terms-of-use',
    '/contacts',
    '/cooperation',
    '/en',
  ])
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
    apps[0].signal('SIGKILL')
    await apps[0].ended()
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
    const socket = await listenAt(`http://127.0.0.1:${site.realtime.port}`)
    await expect.poll(() => socket.heard.online?.length).toBeGreaterThan(0)
    socket.disconnect()
    expect(site.log()).not.toContain('[emerg]')
  })
})

describe.skipIf(!CAN_PROXY)('nginx with a certificate', () => {
  let site: ProxiedSite
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-tls-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=shop.test', '-addext', 'subjectAltName=DNS:shop.test']
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    site = await openProxiedSite({
      // Debian's nginx is older than the directive `http2 on`, which compose.yaml has.
      tls: { listen: ' ssl http2', lines: `ssl_certificate ${certificate}; ssl_certificate_key ${key};` },
      siteUrl: 'https://shop.test',
    })
  }, 240_000)

  afterAll(async () => {
    await site?.close()
    await rm(folder, { recursive: true })
  })

  it('speaks HTTP/2, and tells the instance which host was asked', async () => {
    const certificate = await readFile(join(folder, 'certificate.pem'))
    const session = connectHttp2(`https://127.0.0.1:${site.front.port}`, { ca: certificate, servername: 'shop.test' })
    try {
      const stream = session.request({ ':path': '/api/auth/steam?terms=1&adult=1', ':authority': 'shop.test' })
      const [headers] = (await once(stream, 'response')) as [Record<string, string>]
      stream.resume()
      expect(session.alpnProtocol).toBe('h2')
      // On to the stand-in for Steam; for another host it would be back to the address of the site.
      expect(headers.location).toContain('/sandbox/steam/openid/login?')
    } finally {
      session.close()
    }
  })
})
