// A shop that offers some of the languages: the others have no address, no entry in lists of pages, and nobody is answered in them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import type { Language } from '../../../src/game/base/language.ts'
import { offeredLanguage } from '../../../src/i18n/text.ts'
import { createTexts } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const defaults = readDefaultTexts()
const texts = createTexts(defaults)
let site: TestSite

const offer = (...languages: Language[]): void =>
  texts.replace({ ...defaults, brand: { ...defaults.brand, languages } })

async function ask(url: string, headers: Readonly<Record<string, string>> = {}) {
  const { statusCode, headers: answered, body } = await site.app.inject({ url, headers })
  return { status: statusCode, language: answered['content-language'], cookie: answered['set-cookie'], body }
}

beforeAll(async () => {
  const drawer = { draw: async () => Buffer.from('drawn'), close: async () => undefined }
  site = await openTestSite(undefined, { texts, drawer })
})

beforeEach(() => texts.replace(defaults))

afterAll(async () => {
  texts.replace(defaults)
  await site.close()
})

describe('a language that is not offered', () => {
  it('has no pages, manifest and pictures, and has them again once it is offered', async () => {
    const addresses = ['/ru/faq', '/ru', '/ru/app.webmanifest', '/assets/og/ru/faq.png']
    for (const address of addresses) expect((await ask(address)).status, address).toBe(200)
    offer('en', 'uk')
    for (const address of addresses) expect((await ask(address)).status, address).toBe(404)
    for (const address of ['/uk/faq', '/en', '/uk/app.webmanifest', '/assets/og/uk/faq.png'])
      expect((await ask(address)).status, address).toBe(200)
    texts.replace(defaults)
    for (const address of addresses) expect((await ask(address)).status, address).toBe(200)
  })

  it('is answered in another one, whether a cookie or a browser asks for it', async () => {
    offer('en', 'uk')
    expect((await ask('/faq', { cookie: 'lang=RU' })).language).toBe('en')
    expect((await ask('/faq', { cookie: 'lang=RU', 'accept-language': 'ru,uk;q=0.5' })).language).toBe('uk')
    expect((await ask('/api/nowhere', { 'accept-language': 'ru' })).language).toBe('en')
    offer('uk')
    expect((await ask('/faq', { cookie: 'lang=EN' })).language).toBe('uk')
    expect((await ask('/nowhere', { 'accept-language': 'en' })).language).toBe('uk')
  })

  it('cannot be chosen', async () => {
    expect((await ask('/lang/ru?back=/faq')).cookie).toContain('lang=RU')
    offer('en', 'uk')
    const { status, cookie } = await ask('/lang/ru?back=/faq')
    expect({ status, cookie }).toEqual({ status: 303, cookie: undefined })
    expect((await ask('/lang/uk')).cookie).toContain('lang=UK')
  })

  it('is in no list of pages, and not in the settings', async () => {
    expect((await ask('/sitemap.xml')).body).toContain('hreflang="ru"')
    offer('ru', 'uk')
    const map = (await ask('/sitemap.xml')).body
    expect(map).not.toContain('hreflang="en"')
    expect(map).not.toMatch(/<loc>[^<]*\/en(\/|<)/)
    expect(map).toMatch(/hreflang="x-default" href="[^"]*\/ru\/faq"/)
    expect(JSON.parse((await ask('/api/settings')).body).languages).toEqual(['ru', 'uk'])
  })

  it('is another one for whoever had it, as for a device that gets messages', () => {
    expect(offeredLanguage('ru')).toBe('ru')
    offer('en', 'uk')
    expect(offeredLanguage('ru')).toBe('en')
    offer('uk')
    expect(offeredLanguage('ru')).toBe('uk')
  })
})
