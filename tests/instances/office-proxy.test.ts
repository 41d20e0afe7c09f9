// The office through the nginx of deploy/: its host name alone leads to it, over TLS, and to nothing of the players'.
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../guide/guide-files.ts'
import { CAN_PROXY, openProxiedSite, type ProxiedSite } from '../support/proxied-site.ts'

const SHOP = 'shop.test'
const OFFICE = 'office.shop.test'
const OFFICE_URL = `https://${OFFICE}`

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** What the office's own page sends with a change. */
const FROM_PAGE = { origin: OFFICE_URL, 'content-type': 'application/json', 'x-office': '1' }

describe.skipIf(!CAN_PROXY)('the office behind nginx', () => {
  let folder: string
  let site: ProxiedSite

  /** Calls nginx by a host name. */
  function ask(
    at: ProxiedSite,
    host: string,
    path: string,
    { method = 'GET', headers, body }: Call = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const where = {
        host: at.front.host,
        port: at.front.port,
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

  const open = (allow: string): Promise<ProxiedSite> => {
    const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name))
    const tls = { listen: ' ssl', lines: `ssl_certificate ${certificate}; ssl_certificate_key ${key};` }
    return openProxiedSite({ siteUrl: `https://${SHOP}`, tls, office: { url: OFFICE_URL, allow } })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-office-tls-'))
    makeCertificate(folder, SHOP)
    site = await open('allow 127.0.0.1; deny all;')
  }, 240_000)

  afterAll(async () => {
    await site?.close()
    await rm(folder, { recursive: true })
  })

  it('has its page, with a nonce of the response', async () => {
    const pages = await Promise.all([ask(site, OFFICE, '/audit'), ask(site, OFFICE, '/audit')])
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
    const signedIn = await ask(site, OFFICE, '/office/api/session/sandbox', call)
    expect(signedIn.status).toBe(200)
    const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-office=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const headers = { cookie: String(cookie.split(';')[0]), 'x-office': '1' }
    const own = await ask(site, OFFICE, '/office/api/session', { headers })
    expect(JSON.parse(own.text).staff).toMatchObject({ role: 'owner' })
    const foreign = { ...call, headers: { ...FROM_PAGE, origin: `https://${SHOP}` } }
    expect((await ask(site, OFFICE, '/office/api/session/sandbox', foreign)).status).toBe(403)
  })

  it('answers nothing of the players’, and their host nothing of its', async () => {
    for (const path of ['/api/settings', '/api/cases', '/api/user/get', '/sandbox/payment']) {
      expect([path, (await ask(site, OFFICE, path)).status]).toEqual([path, 404])
    }
    for (const path of ['/office/api/session', '/office/api/audit', '/office/api/staff']) {
      expect([path, (await ask(site, SHOP, path)).status]).toEqual([path, 404])
    }
    expect((await ask(site, SHOP, '/audit')).status).toBe(404)
    expect((await ask(site, SHOP, '/api/settings')).status).toBe(200)
  })

  it('is the players’ site at a name that nobody knows', async () => {
    expect((await ask(site, 'office.shop.example', '/office/api/session')).status).toBe(404)
    expect((await ask(site, 'office.shop.example', '/api/settings')).status).toBe(200)
  })

  it('says so in plain words while the instance that has it is away, and repeats nothing', async () => {
    site.instances[0].signal('SIGKILL')
    await site.instances[0].ended()
    const away = await ask(site, OFFICE, '/audit')
    expect([away.status, away.text]).toEqual([503, 'The office cannot be reached. Try again in a moment.\n'])
    expect((await ask(site, SHOP, '/api/settings')).status).toBe(200)
  })

  it('lets nobody in from another network', async () => {
    const other = await open('allow 10.8.0.0/24; deny all;')
    try {
      for (const path of ['/', '/audit', '/office/api/session']) {
        expect([path, (await ask(other, OFFICE, path)).status]).toEqual([path, 403])
      }
      expect((await ask(other, SHOP, '/api/settings')).status).toBe(200)
    } finally {
      await other.close()
    }
  }, 240_000)
})
