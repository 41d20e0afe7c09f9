// Documents through the whole app: their language, their form, and when a browser need not load them again.
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemRasterFile } from '../../../src/art/finish.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { itemPictureRoute, openAssets } from '../../../src/server/documents/assets.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})

afterAll(() => site.close())

/** A request whose body is read as bytes. */
async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const response = await site.app.inject({ method, url, headers: { 'accept-encoding': 'identity', ...headers } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, text: response.body }
}

const page = (language: string, path: string): string =>
  `<!DOCTYPE html><html data-mode="sandbox" lang="${language}"><script>1</script>/${language}${path}</html>`

describe('the language of a document', () => {
  it.each([
    ['English without any preference', {}, 'en'],
    ['the browser’s preference', { 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.8' }, 'uk'],
    ['the best of the browser’s preferences', { 'accept-language': 'xx, en;q=0.3, ru;q=0.7' }, 'ru'],
    ['English for unsupported languages', { 'accept-language': 'xx,yy' }, 'en'],
    ['the cookie’s, before the one that the browser prefers', { cookie: 'lang=RU', 'accept-language': 'uk' }, 'ru'],
    ['the browser’s when the cookie is invalid', { cookie: 'lang=XX', 'accept-language': 'uk' }, 'uk'],
  ] as const)('is %s', async (_what, headers, language) => {
    const answer = await ask('/faq', headers)
    expect(answer.text).toBe(page(language, '/faq'))
    expect(answer.headers['content-language']).toBe(language)
  })

  it.each(LANGUAGES)('is %s under its own address, with any cookie', async (language) => {
    const headers = { cookie: 'lang=UK', 'accept-language': 'ru' }
    expect((await ask(`/${language}/faq`, headers)).text).toBe(page(language, '/faq'))
    expect((await ask(`/${language}`, headers)).text).toBe(page(language, ''))
    expect((await ask(`/${language}/case/orion`, headers)).text).toBe(page(language, '/case/orion'))
    expect((await ask(`/${language}/nowhere`, headers)).text).toBe(page(language, '/404'))
  })

  it.each(['/xx', '/xx/faq', '/EN/faq', '/en/ru/faq', '/eng/faq'])(
    'is none at %s, which does not exist',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )

  it('is declared to caches', async () => {
    for (const path of ['/', '/faq', '/nowhere', '/ru/faq']) {
      expect(String((await ask(path)).headers.vary)).toMatch(/Cookie, Accept-Language/)
      expect((await ask(path)).headers['cache-control']).toBe('private, no-cache')
    }
  })
})

describe('an address without a page', () => {
  it.each([
    ['/ru/unknown', 'ru'],
    ['/case%2Forion', 'uk'],
    ['/%2Ffaq', 'uk'],
    ['/en%2Ffaq', 'uk'],
    [`/${'a'.repeat(8000)}`, 'uk'],
    [`/ru/${'a/'.repeat(4000)}b`, 'ru'],
    ['/en/faq%00', 'en'],
  ])('such as %s is answered with the 404 page in %s', async (path, language) => {
    const answer = await ask(path, { cookie: 'lang=UK' })
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(page(language, '/404'))
    expect(answer.headers['content-language']).toBe(language)
  })
})

describe('the form of a document', () => {
  it('is loaded once: its ETag is answered with 304, and changes with the language', async () => {
    const first = await ask('/faq')
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `"other", ${etag}`, `${etag},"other"`, `W/${etag}`, `W/"other" , W/${etag}`, '*']) {
      const again = await ask('/faq', { 'if-none-match': known })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers).toMatchObject({ etag, vary: first.headers.vary, 'content-language': 'en' })
    }
    expect((await ask('/faq', { 'if-none-match': etag, cookie: 'lang=RU' })).status).toBe(200)
    expect((await ask('/faq', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('of the 404 page is always answered with 404', async () => {
    const first = await ask('/nowhere')
    expect((await ask('/nowhere', { 'if-none-match': String(first.headers.etag) })).status).toBe(404)
  })

  it('is the same for HEAD, without a body', async () => {
    const [get, head] = [await ask('/faq'), await ask('/faq', {}, 'HEAD')]
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    for (const name of ['etag', 'content-type', 'content-language', 'content-length', 'vary']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
    expect((await ask('/nowhere', {}, 'HEAD')).status).toBe(404)
  })

  it.each(['/faq/', '/case/orion/', '/ru/faq/', '/nowhere/'])(
    'of %s is the one without the trailing slash',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(301)
      expect(answer.headers.location).toBe(path.slice(0, -1))
    },
  )

  it.each([
    'x=1',
    'q=a%20b&sort=price',
    'next=/faq/?y=2',
    'to=//evil.example',
    'a?b?c',
    'x=1&&x=1&',
    'x=%D0%B0+%2B%%zz%',
    'x=%2F..%2f..%5C',
    'x=;,:@!$*()~',
  ])('without the trailing slash keeps the query ?%s byte for byte', async (query) => {
    for (const path of ['/faq', '/ru/faq', '/case/orion']) {
      const { status, headers } = await ask(`${path}/?${query}`)
      expect([status, headers.location]).toEqual([301, `${path}?${query}`])
    }
  })

  it.each(['//evil.example/', '/\\evil.example/', '/%2f%2fevil.example/'])(
    'never redirects %s elsewhere',
    async (path) => {
      const answer = await ask(path)
      expect(String(answer.headers.location ?? '/')).toMatch(/^\/(?![/\\])/)
    },
  )
})

describe('files', () => {
  const PICTURE = '/favicon.svg'

  it('have the same bytes in every form', async () => {
    const plain = await ask(PICTURE)
    const brotli = await ask(PICTURE, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await ask(PICTURE, { 'accept-encoding': 'gzip' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    for (const { headers } of [plain, brotli, gzip]) {
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'image/svg+xml' })
    }
  })

  it('have an ETag for each form, and any of them matches the file', async () => {
    const forms = ['identity', 'gzip', 'br']
    const etags = await Promise.all(
      forms.map(async (form) => String((await ask(PICTURE, { 'accept-encoding': form })).headers.etag)),
    )
    expect(new Set(etags).size).toBe(3)
    for (const form of forms) {
      for (const etag of etags) {
        expect((await ask(PICTURE, { 'accept-encoding': form, 'if-none-match': etag })).status).toBe(304)
      }
    }
    const longer = String(etags[0]).replace(/"$/, '-zip"')
    expect((await ask(PICTURE, { 'if-none-match': longer })).status).toBe(200)
  })

  it.each(['br;q=0', 'br;q=0.0, identity', 'xbr', ''])('are not sent as brotli for %j', async (accepts) => {
    expect((await ask(PICTURE, { 'accept-encoding': accepts })).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['gzip, br', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0.2, identity;q=0.8', undefined],
    ['gzip;q=nonsense', undefined],
    ['identity;q=0', undefined],
  ])('are sent for %j as %s', async (accepts, encoding) => {
    const answer = await ask(PICTURE, { 'accept-encoding': accepts })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding)
  })

  it('are answered with 304 to a matching ETag', async () => {
    const { headers } = await ask(PICTURE)
    expect((await ask(PICTURE, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  it('of items are drawn for every skin of the catalogue, and differ', async () => {
    const skins = [...site.catalogue.current.catalogue.skins.keys()].slice(0, 20)
    const drawn = await Promise.all(skins.map((id) => ask(`/assets/img/items/${id}.svg`)))
    for (const { status, headers, text } of drawn) {
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('image/svg+xml')
      expect(text).toMatch(/^<svg/)
    }
    expect(new Set(drawn.map(({ text }) => text)).size).toBe(skins.length)
    expect((await ask(`/assets/img/items/${skins[0]}.png`)).status).toBe(404)
  })

  it('of items are rasters where they are small', async () => {
    const [skin] = site.catalogue.current.catalogue.skins.values()
    if (skin === undefined) throw new Error('The catalogue has no skins')
    const { status, headers } = await ask(`/assets/img/items/${skin.id}.webp`)
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    for (const file of [itemRasterFile(skin), 'none.webp'])
      expect((await ask(`/assets/img/items/${file}`)).status, file).toBe(404)
  })

  it('of items are drawings where a skin has no raster as it is described', async () => {
    const [skin] = site.catalogue.current.catalogue.skins.values()
    if (skin === undefined) throw new Error('The catalogue has no skins')
    const assets = await openAssets(join(import.meta.dirname, '../../../public'))
    const app = fastify()
    itemPictureRoute(app, assets, (id) => (id === skin.id ? { ...skin, model: 'karambit' } : undefined))
    const { headers, payload } = await app.inject(`/assets/img/items/${skin.id}.webp`)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(payload).toMatch(/^<svg/)
    await app.close()
  })
})

describe('a link to another language', () => {
  it.each([
    ['ru', 'RU'],
    ['UK', 'UK'],
    ['en', 'EN'],
  ])('sets the cookie to %s and redirects back', async (code, value) => {
    const answer = await ask(`/lang/${code}?back=/faq`)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/faq')
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`^lang=${value}; Max-Age=31536000; Path=/; SameSite=Lax$`),
    )
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/api/user/logout',
    '',
  ])('does not redirect to %j', async (back) => {
    const { headers } = await ask(`/lang/ru?back=${encodeURIComponent(back)}`)
    expect(new URL(String(headers.location), 'http://site.example').origin).toBe('http://site.example')
    expect(headers.location).not.toMatch(/^\/api/)
  })

  it('sets nothing for an unknown language', async () => {
    const answer = await ask('/lang/xx?back=/faq')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers.location).toBe('/faq')
  })

  it('works with a repeated parameter, or none', async () => {
    for (const query of ['', '?back=/faq&back=//evil.example', '?back[]=/faq']) {
      const answer = await ask(`/lang/ru${query}`)
      expect(answer.status, query).toBe(303)
      expect(answer.headers.location).toBe('/')
    }
  })
})
