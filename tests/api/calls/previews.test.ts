// The preview of a draft at the players' site: for who has a pass of the office, while its session and the draft are open. It changes nothing.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/server/base/ids.ts'
import { staff, staffSessions } from '../../../src/server/db/schema-office.ts'
import { issuePreviewPass } from '../../../src/server/http/preview-cookie.ts'
import { addDraft, changeDraft } from '../../../src/server/shop/draft-store.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, TEST_SECRET, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const NEW_CASE = 'another-step'
const WORDMARK = '<svg viewBox="0 0 160 40"><path d="M0 0H150V40Z"/></svg>'
const ART = { form: 'vault', material: 'gold', hue1: 44, hue2: 200, emblem: 'crown', wear: 0.2 } as const

describe('a preview', () => {
  let site: TestSite
  let nowMs = Date.parse('2026-11-30T12:00:00Z')
  let draft: number
  let session: string

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND, { now: () => nowMs })
  })

  afterAll(() => site.close())

  /** A draft with another case, which a member with a session works on. */
  beforeEach(async () => {
    const { queries } = site.db
    const [staffId, at] = [newId(), new Date(nowMs)]
    session = newId()
    await queries.insert(staff).values({ id: staffId, name: 'Kateryna', role: 'content' })
    const times = { createdAt: at, seenAt: at, freshUntil: at, expiresAt: new Date(nowMs + 12 * HOUR_MS) }
    await queries.insert(staffSessions).values({ id: session, tokenHash: session, staffId, address: '::1', ...times })
    const { edition: base, files } = site.shop.current
    const { cases, ...rest } = JSON.parse(files['cases.json'] ?? '')
    const like = cases.find(({ url }: { url: string }) => url === 'first-step')
    const name = { en: 'Another step', ru: 'Ещё шаг', uk: 'Ще крок' }
    const made = { ...like, url: NEW_CASE, name, image: `${NEW_CASE}.svg`, art: ART }
    const text = JSON.stringify({ ...rest, cases: [...cases, made] })
    const brand = { ...JSON.parse(files['brand.json'] ?? ''), accent: '#ff9f1a', wordmark: WORDMARK }
    const changed = { 'cases.json': text, 'brand.json': JSON.stringify(brand) }
    draft = await addDraft(queries, { title: 'A case', base, files: changed, editorId: staffId, at })
  })

  const pass = (secret: string = TEST_SECRET): string =>
    issuePreviewPass({ draft, session }, { secret, now: () => nowMs })

  async function enter(text = pass(), to = '/faq') {
    const browser = await site.newPlayer()
    const answer = await site.app.inject({ url: `/preview/${text}?to=${encodeURIComponent(to)}` })
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value)
    return { browser, answer }
  }

  const demo = (browser: Awaited<ReturnType<TestSite['newPlayer']>>) =>
    browser.post(`/api/case/${NEW_CASE}/open`, { count: 1, demo: true })

  it('opens by a pass, leads to the page, and is left by its link', async () => {
    const { browser, answer } = await enter()
    expect([answer.statusCode, answer.headers.location, browser.cookies.has('preview')]).toEqual([303, '/faq', true])
    expect((await demo(browser)).body).toMatchObject({ success: true, drops: [{ id: null }] })
    const left = await site.app.inject({ url: '/preview/end' })
    expect(left.cookies).toMatchObject([{ name: 'preview', value: '' }])
    browser.cookies.delete('preview')
    expect((await demo(browser)).body.code).toBe('case-unknown')
  })

  it('leaves the frame of the office as it is once it has ended', async () => {
    const { browser } = await enter()
    await site.db.queries.delete(staffSessions).where(eq(staffSessions.id, session))
    const cookie = `preview=${browser.cookies.get('preview')}`
    const { statusCode, cookies } = await site.app.inject({
      url: '/en/faq',
      headers: { cookie, 'sec-fetch-dest': 'iframe' },
    })
    expect([statusCode, cookies]).toMatchObject([204, [{ name: 'preview', value: '' }]])
  })

  it('leads to no other site', async () => {
    const { answer } = await enter(pass(), '//evil.example/faq')
    expect(answer.headers.location).toBe('/')
  })

  it('lets nothing happen but demo openings', async () => {
    const { browser } = await enter()
    const key = { 'idempotency-key': newId() }
    const calls = [
      [`/api/case/${NEW_CASE}/open`, { count: 1, demo: false }],
      ['/api/case/first-step/open', { count: 1, demo: false }],
      ['/api/case/first-step/favourite', { favourite: true }],
    ] as const
    for (const [path, body] of calls) expect((await browser.post(path, body, key)).body.code, path).toBe('preview')
    expect((await browser.get('/api/cases')).status).toBe(200)
  })

  it('draws the crates of the draft', async () => {
    const { browser } = await enter()
    const url = `/assets/img/cases/${NEW_CASE}.svg`
    const cookie = `preview=${browser.cookies.get('preview')}`
    const shown = await site.app.inject({ url, headers: { cookie } })
    expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await site.app.inject({ url })).statusCode).toBe(404)
  })

  it('shows the mark and the wordmark of the draft, which no browser keeps', async () => {
    const { browser } = await enter()
    const headers = { cookie: `preview=${browser.cookies.get('preview')}` }
    for (const [url, part] of [
      ['/favicon.svg?v=1', '#ff9f1a'],
      ['/wordmark.svg?v=1', 'M0 0H150V40Z'],
    ] as const) {
      const shown = await site.app.inject({ url, headers })
      expect([shown.statusCode, shown.headers['cache-control'], shown.headers['content-type']]).toEqual([
        200,
        'no-store',
        'image/svg+xml',
      ])
      expect(shown.body).toContain(part)
      expect((await site.app.inject({ url })).body).not.toContain(part)
    }
  })

  it.each([
    ['was signed by somebody else', async () => pass('another-secret-of-at-least-32-characters')],
    ['was changed', async () => pass().replace(/^./, (first) => (first === 'e' ? 'f' : 'e'))],
  ])('opens by no pass that %s', async (_name, text) => {
    expect((await enter(await text())).browser.cookies.has('preview')).toBe(false)
  })

  it.each([
    [
      'an hour later',
      async () => {
        nowMs += HOUR_MS
      },
    ],
    [
      'with the session of the office',
      async () => void (await site.db.queries.delete(staffSessions).where(eq(staffSessions.id, session))),
    ],
    ['with the draft', () => changeDraft(site.db.queries, draft, { state: 'dropped', at: new Date(nowMs) })],
    ['with the member’s account', async () => void (await site.db.queries.update(staff).set({ state: 'disabled' }))],
  ])('ends %s', async (_name, end) => {
    const { browser } = await enter()
    expect((await demo(browser)).body.success).toBe(true)
    await end()
    expect((await demo(browser)).body.code).toBe('case-unknown')
  })
})
