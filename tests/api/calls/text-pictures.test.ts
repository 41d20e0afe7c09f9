// The pictures of the shop's texts at the players' site: sent for ever, and nothing but pictures; those of a draft for its preview alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { staff, staffSessions } from '../../../src/server/db/schema-office.ts'
import { issuePreviewPass } from '../../../src/server/http/preview-cookie.ts'
import { addDraft } from '../../../src/server/shop/draft-store.ts'
import { storePicture } from '../../../src/server/shop/edition-store.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { type MadePicture, madePicture } from '../../support/shop/picture.ts'
import { openTestSite, TEST_SECRET, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000

describe('a picture in a text', () => {
  let site: TestSite
  let picture: MadePicture
  const nowMs = Date.parse('2026-11-30T12:00:00Z')

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND, { now: () => nowMs })
    picture = await madePicture()
  })

  afterAll(() => site.close())

  /** The questions in all languages, with a picture at their end. */
  function showing({ address }: MadePicture): Record<string, string> {
    const { files } = site.shop.current
    return Object.fromEntries(
      LANGUAGES.map((language) => {
        const name = `pages/faq/${language}.md`
        return [name, `${(files[name] ?? '').trimEnd()}\n\n![Steam](${address})\n`]
      }),
    )
  }

  const publish = (files: Record<string, string | null>) =>
    site.shop.publish({ files, base: site.shop.current.edition, by: OPERATOR, act: { verb: 'editions.publish' } })

  it('of a draft is there for who sees its preview, and kept nowhere', async () => {
    const draftPicture = await madePicture(20, 20, '#123456')
    const { queries } = site.db
    const [staffId, session, at] = [newId(), newId(), new Date(nowMs)]
    await queries.insert(staff).values({ id: staffId, name: 'Kateryna', role: 'content' })
    const times = { createdAt: at, seenAt: at, freshUntil: at, expiresAt: new Date(nowMs + HOUR_MS) }
    await queries.insert(staffSessions).values({ id: session, tokenHash: session, staffId, address: '::1', ...times })
    await storePicture(queries, draftPicture.text)
    const { edition: base } = site.shop.current
    const draft = await addDraft(queries, { title: 'A', base, files: showing(draftPicture), editorId: staffId, at })
    const text = issuePreviewPass({ draft, session }, { secret: TEST_SECRET, now: () => nowMs })
    const { cookies } = await site.app.inject({ url: `/preview/${text}?to=/faq` })
    const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    const url = draftPicture.address
    const shown = await site.app.inject({ url, headers })
    expect([shown.statusCode, shown.headers['cache-control'], shown.headers['content-type']]).toEqual([
      200,
      'no-store',
      'image/webp',
    ])
    expect(shown.rawPayload).toEqual(draftPicture.bytes)
    expect((await site.app.inject({ url })).statusCode).toBe(404)
  })

  it('is sent as it is, for ever, and as nothing else', async () => {
    await publish({ ...showing(picture), [picture.file]: picture.text })
    const answer = await site.app.inject({ url: picture.address })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(picture.bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const again = await site.app.inject({
      url: picture.address,
      headers: { 'if-none-match': `${answer.headers.etag}` },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const html = await site.shop.texts.current.ownPage('faq', 'ru')
    expect(JSON.stringify(html)).toContain(`${picture.file}\\" width=\\"40\\" height=\\"30\\" loading=\\"lazy\\"`)
  })

  it.each(['/pictures/x.webp', `/pictures/${'0'.repeat(32)}.webp`, '/pictures/..%2fbrand.json'])(
    'is not at %s',
    async (url) => {
      expect((await site.app.inject({ url })).statusCode).toBe(404)
    },
  )

  it('is gone when no text shows it', async () => {
    await publish(Object.fromEntries(LANGUAGES.map((language) => [`pages/faq/${language}.md`, null])))
    expect((await site.app.inject({ url: picture.address })).statusCode).toBe(404)
    expect(site.shop.current.files[picture.file]).toBeUndefined()
  })
})
