// Pictures in the shop's texts: encoded anew, found again by the texts that show them, published with these and gone with them.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { PICTURE_BYTES_MOST } from '../../../src/game/letters/letters.ts'
import { SHOP_PICTURES } from '../../../src/game/office/shop-pictures.ts'
import { newestEdition, newestId, storedPictures } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { madePicture, plainPicture } from '../../support/shop/picture.ts'

const REASON = 'Players ask where the button is'
const ALT = { en: 'The Sell button', ru: 'Кнопка «Продать»', uk: 'Кнопка «Продати»' } as const satisfies Record<
  Language,
  string
>
const UNKNOWN = `pictures/${'0'.repeat(32)}.webp`

describe.each(SUITE_KINDS)('pictures of texts in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Kateryna')
  })

  afterAll(() => office.close())

  const send = (file: Buffer, who = content) => who.post('/drafts/pictures', { file: file.toString('base64') })
  const shown = (name: string, who = content) => who.get(`/drafts/pictures?name=${name}`)

  /** Returns a stored picture as it is. */
  async function textOf(file: string): Promise<string | undefined> {
    return (await storedPictures(office.db.queries, [file]))[file]
  }

  async function newest() {
    const edition = await newestEdition(office.db.queries)
    if (edition === undefined) throw new Error('There is no edition')
    return edition
  }

  /** The questions in all languages, dated today, with a line at their end. */
  async function faqs(words: (language: Language) => string): Promise<Record<string, string>> {
    const { files } = await newest()
    const day = new Date(office.nowMs).toISOString().slice(0, 10)
    return Object.fromEntries(
      LANGUAGES.map((language) => {
        const name = `pages/faq/${language}.md`
        const text = (files[name] ?? '').replace(/^(updated|translates): .*$/m, `$1: ${day}`)
        return [name, `${text.trimEnd()}\n\n${words(language)}\n`]
      }),
    )
  }

  async function publish(files: Record<string, string>): Promise<void> {
    const base = await newestId(office.db.queries)
    const { body: draft } = await content.post('/drafts', { title: 'A picture', base, files })
    await content.makeFresh()
    const wish = { version: draft.version, dueAt: null, reason: REASON }
    const { body } = await content.post(`/drafts/${draft.id}/publish`, wish)
    expect(body, JSON.stringify(body)).toMatchObject({ outcome: 'done' })
  }

  it('are stored as WebP without what a camera adds, at most 1600 pixels and 400 KB', async () => {
    const exif = { IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '50/1 27/1 0/1' } }
    const photo = await plainPicture(2_400, 1_200).withExif(exif).withIccProfile('p3').jpeg().toBuffer()
    const { status, body } = await send(photo)
    expect([status, body]).toEqual([
      200,
      { file: expect.any(String), width: 1_600, height: 800, bytes: expect.any(Number) },
    ])
    const answer = await shown(body.file)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    const text = (await textOf(body.file)) ?? ''
    const { format, width, ...rest } = await sharp(Buffer.from(text, 'base64')).metadata()
    expect([format, width, rest.exif, rest.icc, rest.xmp]).toEqual(['webp', 1_600, undefined, undefined, undefined])
    expect(body.bytes).toBe(Buffer.from(text, 'base64').length)
    // The same file is the same picture.
    expect((await send(photo)).body.file).toBe(body.file)
  })

  it('become smaller where they would be too heavy', async () => {
    const noise = Buffer.alloc(1_700 * 1_700 * 3)
    for (let at = 0; at < noise.length; at++) noise[at] = (at * 2_654_435_761) >>> 13
    const raw = { width: 1_700, height: 1_700, channels: 3 } as const
    const { status, body } = await send(await sharp(noise, { raw }).jpeg({ quality: 80 }).toBuffer())
    if (status === 200) expect(body.bytes).toBeLessThanOrEqual(SHOP_PICTURES.bytesMost)
    else expect(body.code).toMatch(/^picture-(?:heavy|large)$/)
  })

  it.each<readonly [name: string, file: () => Promise<Buffer>, code: string]>([
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture-kind'],
    ['a page', async () => Buffer.from('\xff\xd8\xff<html>', 'latin1'), 'picture-broken'],
    [
      'half a photograph',
      async () => (await plainPicture(400, 300).jpeg().toBuffer()).subarray(0, -200),
      'picture-broken',
    ],
    [
      'what moves',
      async () =>
        sharp([await plainPicture().png().toBuffer(), await plainPicture(40, 30, 'red').png().toBuffer()], {
          join: { animated: true },
        })
          .webp()
          .toBuffer(),
      'picture-moving',
    ],
  ])('are not %s', async (_name, file, code) => {
    expect((await send(await file())).body.code).toBe(code)
  })

  it('are no files of more than 5 MB', async () => {
    expect((await send(Buffer.alloc(PICTURE_BYTES_MOST + 1_000))).status).toBeGreaterThanOrEqual(400)
  })

  it('are added by who writes drafts, and looked at by who reads them', async () => {
    const file = await plainPicture().png().toBuffer()
    const name = (await send(file)).body.file
    const auditor = await office.member('auditor')
    expect([(await send(file, auditor)).status, (await shown(name, auditor)).status]).toEqual([403, 200])
    const support = await office.member('support')
    expect([(await send(file, support)).status, (await shown(name, support)).status]).toEqual([403, 403])
    expect((await send(file, office.guest())).status).toBe(401)
    expect([(await shown(UNKNOWN)).status, (await shown('cases.json')).status]).toEqual([404, 400])
  })

  it('are in the edition whose texts show them, and in none after', async () => {
    office.setRules({ secondPerson: false })
    const before = await newest()
    const { file } = (await send(await plainPicture(64, 48).png().toBuffer())).body
    expect((await newest()).files[file]).toBeUndefined()
    const files = await faqs((language) => `![${ALT[language]}](/${file})`)
    const check = await content.post('/drafts/check', { base: before.id, files })
    expect(check.body).toMatchObject({ faults: [], overtaken: [] })
    await publish(files)
    const edition = await newest()
    expect(edition.own).toContain(file)
    expect(edition.files[file]).toBe(await textOf(file))
    const { body: read } = await content.get(`/editions/${edition.id}`)
    expect(read.changes).toContain(`${file}: new`)
    expect(JSON.stringify(read)).not.toContain(edition.files[file]?.slice(0, 60))

    // Back to words alone: the picture is gone from the shop, and still there for an edition that shows it again.
    const old = Object.fromEntries(
      Object.keys(files).map((name) => [name, (files[name] ?? '').replace(/!\[.*\)\n/, '')]),
    )
    await publish(old)
    expect((await newest()).files[file]).toBeUndefined()
    expect((await newest()).own).not.toContain(file)
    await publish(files)
    expect((await newest()).files[file]).toBe(edition.files[file])
  })

  it('that do not exist are named at the line that shows them', async () => {
    const files = await faqs(() => `![CS2](/${UNKNOWN})`)
    const { body } = await content.post('/drafts/check', { base: await newestId(office.db.queries), files })
    const line = (files['pages/faq/ru.md'] ?? '').trimEnd().split('\n').length
    expect(body.faults).toContainEqual({
      file: 'pages/faq/ru.md',
      line,
      message: expect.stringContaining(`picture "/${UNKNOWN}" is not there`),
    })
  })

  it('are no files of drafts: nothing comes into the shop that was not encoded anew', async () => {
    const { file, text } = await madePicture()
    const base = await newestId(office.db.queries)
    const { status, body } = await content.post('/drafts', { title: 'A picture', base, files: { [file]: text } })
    expect([status, body.code]).toEqual([400, 'unknown-file'])
  })
})
