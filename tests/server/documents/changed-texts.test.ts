// A shop that changes its texts while its site runs: every answer that names it or looks like it is another one, without a restart.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { readAccent } from '../../../src/game/base/accent.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { PictureOrder } from '../../../src/server/documents/picture-process.ts'
import { createTexts } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const defaults = readDefaultTexts()
const texts = createTexts(defaults)
const orders: PictureOrder[] = []
let site: TestSite

const ORANGE = readAccent('#ff9f1a')
if (typeof ORANGE === 'string') throw new Error(ORANGE)
const MARK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M4 4H60V60Z" fill="#abcdef"/></svg>'

const changed = (brand: Partial<typeof defaults.brand>) => ({ ...defaults, brand: { ...defaults.brand, ...brand } })
const get = (address: string) => site.guest().get(address)

beforeAll(async () => {
  const draw = async (order: PictureOrder): Promise<Buffer> => {
    orders.push(order)
    return Buffer.from('drawn')
  }
  site = await openTestSite(undefined, { texts, drawer: { draw, close: async () => undefined } })
})

beforeEach(() => {
  texts.replace(defaults)
  orders.length = 0
})

afterAll(() => site.close())

it('the manifest and the settings have the name', async () => {
  for (const name of [defaults.brand.name, 'ORBITDROP']) {
    texts.replace(changed({ name }))
    for (const language of LANGUAGES) {
      const { headers, body } = await get(`/${language}/app.webmanifest`)
      expect(headers['content-type']).toBe('application/manifest+json')
      expect(JSON.parse(String(body))).toMatchObject({ name, short_name: name, lang: language })
    }
    expect((await get('/api/settings')).body.sitename).toBe(name)
  }
})

it('texts of the server have the name and the tagline', () => {
  const tagline = { en: 'Cases in orbit', ru: 'Кейсы на орбите', uk: 'Кейси на орбіті' }
  texts.replace(changed({ name: 'ORBITDROP', tagline }))
  for (const language of LANGUAGES) {
    expect(textFor(language, 'pages')('cases.title')).toBe(`ORBITDROP\u00a0— ${tagline[language]}`)
  }
  texts.replace(defaults)
  expect(textFor('en', 'pages')('cases.title')).toBe(`${defaults.brand.name}\u00a0— Best CS2 cases`)
})

it('icons are those of the build until the accent or the mark is another one', async () => {
  const built = (await get('/favicon.svg')).body
  expect(built).toContain('#c6ff3d')
  texts.replace(changed({ accent: ORANGE }))
  expect((await get('/favicon.svg')).body).toContain('#ff9f1a')
  texts.replace(changed({ mark: MARK }))
  const marked = await get('/favicon.svg')
  expect(marked.headers['content-type']).toBe('image/svg+xml')
  expect(marked.body).toContain('M4 4H60V60Z')
  texts.replace(defaults)
  expect((await get('/favicon.svg')).body).toBe(built)
})

it('icons in pixels are drawn once for each look', async () => {
  const address = '/assets/img/app/maskable-512.png'
  expect((await get(address)).headers['content-type']).toBe('image/png')
  expect(orders).toEqual([])
  texts.replace(changed({ accent: ORANGE }))
  for (let time = 0; time < 2; time++) {
    const { headers, body } = await get(address)
    expect({ type: headers['content-type'], body }).toEqual({ type: 'image/png', body: 'drawn' })
  }
  expect(orders).toEqual([{ kind: 'icon', svg: expect.stringContaining('#ff9f1a'), pixels: 512 }])
  await get('/apple-touch-icon.png')
  await get('/assets/img/app/shortcut-cases-96.png')
  expect(orders.slice(1)).toMatchObject([{ pixels: 180 }, { pixels: 96, svg: expect.stringContaining('#ff9f1a') }])
})

it('the wordmark is a picture while there is one, and is in pictures of links', async () => {
  expect((await get('/wordmark.svg')).status).toBe(404)
  const wordmark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 64"><path d="M1 1H190V60Z"/></svg>'
  texts.replace(changed({ wordmark }))
  const { headers, body } = await get('/wordmark.svg')
  expect({ type: headers['content-type'], body }).toEqual({ type: 'image/svg+xml', body: wordmark })
  await get('/assets/og/en/faq.png')
  expect(orders).toMatchObject([{ kind: 'link', subject: { brand: { wordmark } } }])
})

it('the document of the calls has the name', async () => {
  const titleOf = async (): Promise<string> => (await get('/api/docs/json')).body.info.title
  expect(await titleOf()).toBe(defaults.brand.name)
  texts.replace(changed({ name: 'ORBITDROP' }))
  expect(await titleOf()).toBe('ORBITDROP')
})

it('the settings have the accounts of the brand, and what deposits begin with', async () => {
  const settings = async () => (await get('/api/settings')).body
  expect(await settings()).toMatchObject({ social: { telegram: '', x: '' }, defaultCurrency: { en: 'RUB', uk: 'UAH' } })
  texts.replace(changed({ social: { telegram: 'https://t.me/shop' }, currency: { en: 'USD' } }))
  expect(await settings()).toMatchObject({
    social: { instagram: '', tiktok: '', telegram: 'https://t.me/shop', x: '' },
    defaultCurrency: { en: 'USD', ru: 'RUB', uk: 'UAH' },
  })
  const player = await site.newPlayer()
  const bonuses = async () => (await player.get('/api/bonuses')).body
  expect((await bonuses()).social.links).toEqual([{ network: 'telegram', url: 'https://t.me/shop' }])
  texts.replace(defaults)
  expect((await bonuses()).social.links).toEqual([])
  expect((await player.post('/api/bonuses/social', { opened: ['telegram'] })).body.code).toBe('social-off')
})

it('documents without the built pages have the accent', async () => {
  expect((await get('/sandbox/social/x')).body).toContain('--signal: #c6ff3d;')
  texts.replace(changed({ accent: ORANGE }))
  const { body } = await get('/sandbox/social/x')
  expect(body).toContain('--signal: #ff9f1a;')
  expect(body).not.toContain('c6ff3d')
})
