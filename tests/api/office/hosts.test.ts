// The office and the players' site share a process and a database, and nothing else: no path, no cookie, no page.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBuiltOffice } from '../../../src/server/office/office-documents.ts'
import { cookieLine } from '../../support/browsers/set-cookie.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { OFFICE_URL, type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe('the office beside the players’ site', () => {
  let site: TestSite
  let office: TestOffice
  let player: Browser
  let anna: OfficeBrowser

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND)
    office = await openTestOffice(DEFAULT_KIND, { db: { ...site.db, close: async () => undefined } })
    player = await site.newPlayer()
    anna = await office.member('owner', 'Anna')
  })

  afterAll(async () => {
    await office.close()
    await site.close()
  })

  it('answers none of the players’ calls', async () => {
    for (const { method, url } of site.routes.filter((route) => route.url.startsWith('/api/'))) {
      const path = url.replaceAll(/:\w+/g, 'x')
      const answer = await anna.call(method === 'HEAD' ? 'GET' : (method as 'GET'), path, {})
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  })

  it('has calls that the players’ host does not answer', async () => {
    for (const { method, url } of office.routes.filter((route) => route.url.startsWith('/office/'))) {
      const path = url.replaceAll(/:\w+/g, 'x')
      const answer = await player.call(method === 'GET' || method === 'HEAD' ? 'GET' : 'POST', path, undefined)
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  })

  it('knows no player, and the players’ site knows no member of the staff', async () => {
    const both = new Map([...anna.cookies, ...player.cookies])
    player.cookies.set('office', anna.cookies.get('office') ?? '')
    expect((await player.get('/api/user/get')).body.user.id).toBe(player.playerId)
    const asPlayer = office.guest()
    for (const [name, value] of both) if (name !== 'office') asPlayer.cookies.set(name, value)
    expect((await asPlayer.get('/session')).body.staff).toBeNull()
  })

  it('sends whoever opens another name of the machine to its own', async () => {
    const answer = await office.guest().call('GET', '/staff?role=risk', undefined, { host: '127.0.0.1:4400' })
    expect([answer.status, answer.headers.location]).toEqual([302, `${OFFICE_URL}/staff?role=risk`])
    const call = await anna.post('/session/options', {}, { host: 'shop.example' })
    expect(call.status).toBe(421)
    expect((await anna.get('/session', { host: 'shop.example' })).status).toBe(302)
  })

  it('allows no inline script, and styles by a nonce of the response alone', async () => {
    const pages = await Promise.all([1, 2].map(() => anna.call('GET', '/audit?verb=staff.role')))
    const nonces = pages.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/script-src 'self';/)
      expect(policy).toMatch(/connect-src 'self'; img-src 'self' data:;/)
      expect(policy).toMatch(/frame-ancestors 'none'/)
      expect(policy).not.toMatch(/unsafe/)
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
      expect(body).toContain(`nonce="${nonce}"`)
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
  })

  it('answers calls with a policy that loads nothing', async () => {
    const { headers } = await anna.get('/session')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the documents of the office', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-built-office-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><meta property="csp-nonce" nonce="__NONCE__">')
    await writeFile(join(folder, 'assets', 'main.abc.js'), 'export {}')
    await writeFile(join(folder, 'manifest.json'), '{}')
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('are those of the build: the page everywhere, files with a hash for ever', async () => {
    const office = await openTestOffice(DEFAULT_KIND, { pages: openBuiltOffice(folder) })
    const guest = office.guest()
    expect((await guest.call('GET', '/players/1000')).body).toMatch(/nonce="[^_"]{20,}"/)
    const file = await guest.call('GET', '/assets/main.abc.js')
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await guest.call('GET', '/assets/other.js')).status).toBe(404)
    expect((await guest.call('GET', '/manifest.json')).headers['content-type']).toMatch(/html/)
    await office.close()
  })

  it('say so in plain words where the office is not built', async () => {
    const office = await openTestOffice(DEFAULT_KIND, { pages: openBuiltOffice(join(folder, 'nothing')) })
    const answer = await office.guest().call('GET', '/')
    expect([answer.status, answer.body]).toEqual([503, 'The office is not built yet: npm run build\n'])
    await office.close()
  })
})

describe('a live office', () => {
  it('has a cookie of its host alone, and no way in without a passkey', async () => {
    const environment = {
      MODE: 'live',
      OFFICE_URL: 'https://office.shop.example',
      SITE_URL: 'https://shop.example',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      SECRET: 'nW4vTq8ZxR2mLk7Jc5Yp0HdGs9Bf3UeA',
      STEAM_API_KEY: '3F1A9C0D7E5B48266AD0C1F29B7E4D58',
      MONOBANK_TOKEN: 'uZ0gq1o6yI3r9Xw5mQ2fZx8Lr0TbVw7KdYp3Jc9',
      WITHDRAWALS: 'off',
    }
    const office = await openTestOffice(DEFAULT_KIND, { environment })
    const own = { host: 'office.shop.example', origin: 'https://office.shop.example' }
    expect((await office.guest().post('/session/sandbox', {}, own)).status).toBe(404)
    const guest = office.guest()
    const path = await office.invite('owner')
    const { challenge, options } = (await guest.post(`${path}/options`, {}, own)).body
    expect(options.rp).toEqual({ name: 'SPACEDROP Office', id: 'office.shop.example' })
    const attestation = guest.authenticator.register(options, { origin: own.origin })
    const answer = await guest.post(path, { challenge, attestation, label: 'laptop' }, own)
    expect(answer.status).toBe(200)
    expect(cookieLine(answer, '__Host-office')).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(answer.headers['strict-transport-security']).toBeDefined()
    await office.close()
  })
})
