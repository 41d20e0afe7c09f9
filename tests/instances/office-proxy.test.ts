// The office through the nginx of deploy/: its host name alone leads to it, over TLS, and to nothing of the players'.
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../guide/guide-files.ts'
import { CAN_PROXY, openProxiedSite, type ProxiedSite } from '../support/sites/proxied-site.ts'

const SHOP = 'shop.test'
const OFFICE = 'office.shop.test'
const OFFICE_URL = `https://${OFFICE}`

/** An address of this machine that nginx does not allow. */
const OTHER_NETWORK = '127.0.0.2'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** The address that calls. */
  readonly from?: string
}

/** What the office's own page sends with a change. */
const FROM_PAGE = { origin: OFFICE_URL, 'content-type': 'application/json', 'x-office': '1' }

describe.skipIf(!CAN_PROXY)('the office behind nginx', () => {
  let folder: string
  let site: ProxiedSite

  /** Calls nginx by a host name. */
  function ask(
    host: string,
    path: string,
    { method = 'GET', headers, body, from = '127.0.0.1' }: Call = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const where = {
        host: site.front.host,
        port: site.front.port,
        localAddress: from,
        servername: host,
        path,
        method,
        rejectUnauthorized: false,
      }
      const asked = request({ ...where, headers: { host, ...headers } }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => {
          text += part.toString()
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      asked.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  const open = (): Promise<ProxiedSite> => {
    const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name))
    const tls = { listen: ' ssl', lines: `ssl_certificate ${certificate}; ssl_certificate_key ${key};` }
    return openProxiedSite({
      siteUrl: `https://${SHOP}`,
      tls,
      office: { url: OFFICE_URL, allow: 'allow 127.0.0.1; deny all;' },
    })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-office-tls-'))
    makeCertificate(folder, SHOP)
    site = await open()
  }, 240_000)

  afterAll(async () => {
    await site?.close()
    await rm(folder, { recursive: true })
  })

  it('has its page, with a nonce of the response', async () => {
    const pages = await Promise.all([ask(OFFICE, '/audit'), ask(OFFICE, '/audit')])
    const nonces = pages.map(({ status, headers, text }) => {
      expect(status).toBe(200)
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
      expect(nonce).not.toBe('')
      expect(text).toContain(`nonce="${nonce}"`)
      expect(headers['cache-control']).toBe('no-store')
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
  })

  it('signs in with a cookie of its host alone, which the players’ host never gets', async () => {
    const call = { method: 'POST', headers: FROM_PAGE, body: {} }
    const signedIn = await ask(OFFICE, '/office/api/session/sandbox', call)
    expect(signedIn.status).toBe(200)
    const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-office=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const headers = { cookie: String(cookie.split(';')[0]), 'x-office': '1' }
    const own = await ask(OFFICE, '/office/api/session', { headers })
    expect(JSON.parse(own.text).staff).toMatchObject({ role: 'owner' })
    const foreign = { ...call, headers: { ...FROM_PAGE, origin: `https://${SHOP}` } }
    expect((await ask(OFFICE, '/office/api/session/sandbox', foreign)).status).toBe(403)
  })

  it('answers nothing of the players’, and their host nothing of its', async () => {
    for (const path of ['/api/settings', '/api/cases', '/api/user/get', '/sandbox/payment']) {
      expect([path, (await ask(OFFICE, path)).status]).toEqual([path, 404])
    }
    for (const path of ['/office/api/session', '/office/api/audit', '/office/api/staff']) {
      expect([path, (await ask(SHOP, path)).status]).toEqual([path, 404])
    }
    expect((await ask(SHOP, '/audit')).status).toBe(404)
    expect((await ask(SHOP, '/api/settings')).status).toBe(200)
  })

  it('is the players’ site at a name that nobody knows', async () => {
    expect((await ask('office.shop.example', '/office/api/session')).status).toBe(404)
    expect((await ask('office.shop.example', '/api/settings')).status).toBe(200)
  })

  it('says so in plain words while the instance that has it is away, and repeats nothing', async () => {
    site.instances[0].signal('SIGKILL')
    await site.instances[0].ended()
    const away = await ask(OFFICE, '/audit')
    expect([away.status, away.text]).toEqual([503, 'The office cannot be reached. Try again in a moment.\n'])
    expect((await ask(SHOP, '/api/settings')).status).toBe(200)
  })

  it('lets nobody in from another network', async () => {
    for (const path of ['/', '/audit', '/office/api/session']) {
      expect([path, (await ask(OFFICE, path, { from: OTHER_NETWORK })).status]).toEqual([path, 403])
    }
    expect((await ask(SHOP, '/api/settings', { from: OTHER_NETWORK })).status).toBe(200)
  })
})
