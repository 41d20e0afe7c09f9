// Link previews: files of the build while what they say is true, else drawn; for pages without one that of the home page.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { createDocuments } from '../../../src/server/documents/documents.ts'
import { createLinkPicture, drawingDigest } from '../../../src/server/documents/link-pictures.ts'
import { caseDrawing, pageDrawing } from '../../../src/server/documents/link-subjects.ts'
import type { PictureOrder } from '../../../src/server/documents/picture-process.ts'
import { createTexts } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const BUILT = 'drawn by the build'
const home = '/assets/og/en/index.png'

const defaults = readDefaultTexts()
const texts = createTexts(defaults)
const orders: PictureOrder[] = []

let site: TestSite
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const first = await openTestSite()
  const found = first.services.shop.caseAt('orion')
  await first.close()
  if (found === undefined) throw new Error('There is no case "orion"')
  const { name, price, contents, image } = found
  const { accent, mark, wordmark, name: brandName } = defaults.brand
  const brand = { name: brandName, accent, mark, wordmark }
  const crate = await readFile(join(import.meta.dirname, '../../../public/assets/img/cases', image), 'utf8')
  const orion = { name, price, items: contents.length, hue: 12 }
  const drawings = {
    'en/index.png': pageDrawing('/', 'en', brand),
    'en/faq.png': pageDrawing('/faq', 'en', brand, await defaults.page('faq', 'en')),
    'en/case/orion.png': caseDrawing(orion, crate, 'en', brand),
    'en/case/quasar.png': caseDrawing({ ...orion, hue: 13 }, crate, 'en', brand),
    'en/case/gone.png': caseDrawing(orion, crate, 'en', brand),
  }
  const pictures = Object.entries(drawings).map(([file, drawing]) => [file, drawingDigest(drawing)])
  const files = {
    ...Object.fromEntries(Object.keys(drawings).map((file) => [file, BUILT])),
    'drawn.json': JSON.stringify({ pictures: Object.fromEntries(pictures), hues: { orion: 12, quasar: 13 } }),
  }
  await mkdir(join(folder, 'assets/img/cases'), { recursive: true })
  await writeFile(join(folder, 'assets/img/cases', image), crate)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'assets/og', file)), { recursive: true })
    await writeFile(join(folder, 'assets/og', file), text)
  }
  const draw = async (order: PictureOrder): Promise<Buffer> => {
    orders.push(order)
    return Buffer.from('drawn now')
  }
  site = await openTestSite(undefined, { assets: folder, texts, drawer: { draw, close: async () => undefined } })
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

describe('the link preview of a page', () => {
  it('is its own where it has one', () => {
    const choose = createLinkPicture({ shop: site.services.shop, texts })
    for (const own of ['/assets/og/en/faq.png', '/assets/og/en/case/orion.png', '/win/x/en-wide.jpg', home])
      expect(choose(own, 'en')).toBe(own)
  })

  it('is the home page’s where there is none, or its case is gone', () => {
    const choose = createLinkPicture({ shop: site.services.shop, texts })
    for (const missing of [
      '/assets/og/en/case/new.png',
      '/assets/og/en/case/gone.png',
      '/assets/og/en/user/1.png',
      '',
    ]) {
      expect(choose(missing, 'en')).toBe(home)
    }
  })

  it('has an absolute address in the document', async () => {
    const html = `<html lang="en"><meta property="og:url" content="/en/case/new"><meta property="og:image" content="/assets/og/en/case/new.png"></html>`
    const documents = createDocuments({
      hasPage: () => true,
      render: async () => ({ status: 200, html, showsCatalogue: true }),
      linkPicture: createLinkPicture({ shop: site.services.shop, texts }),
      mode: 'live',
      realtimePort: null,
      serviceWorker: false,
      push: false,
      siteUrl: 'https://shop.example',
      realtimeOrigins: [],
    })
    const app = fastify()
    await app.register(cookie)
    const limits = { pages: async () => undefined, searches: async () => undefined }
    app.setNotFoundHandler((request, reply) => documents.answer(request, reply, limits))
    const { body } = await app.inject('/case/new')
    expect(body).toContain(`<meta property="og:image" content="https://shop.example${home}">`)
    expect(body).toContain(`<meta property="og:url" content="https://shop.example/en/case/new">`)
    await app.close()
  })
})

describe('the picture', () => {
  const get = (address: string) => site.guest().get(`/assets/og/${address}`)

  it('is the build’s while the brand, the name, the price and the contents are the same', async () => {
    for (const address of ['en/index.png', 'en/faq.png', 'en/case/orion.png']) {
      const { status, headers, body } = await get(address)
      expect({ status, type: headers['content-type'], body }).toEqual({ status: 200, type: 'image/png', body: BUILT })
    }
    expect(orders).toEqual([])
  })

  it('is drawn, once, where the build has none or another price', async () => {
    for (const address of ['ru/faq.png', 'en/case/quasar.png', 'ru/faq.png']) {
      const { status, headers, body } = await get(address)
      expect({ status, type: headers['content-type'], body }).toEqual({
        status: 200,
        type: 'image/png',
        body: 'drawn now',
      })
    }
    expect(orders).toMatchObject([
      { kind: 'link', subject: { title: 'Вопросы и\u00a0ответы', brand: { name: defaults.brand.name } } },
      { kind: 'link', subject: { title: site.services.shop.caseAt('quasar')?.name.en, hue: 13 } },
    ])
  })

  it('is not there for what has none', async () => {
    for (const address of ['en/case/gone.png', 'en/user/1.png', 'xx/index.png', 'drawn.json', 'en/../faq.png']) {
      expect((await get(address)).headers['content-type'], address).not.toBe('image/png')
    }
  })

  it('has the words that a page has now, also of a page that the shop has added', async () => {
    orders.length = 0
    const page = async () => ({ ...(await defaults.ownPage('faq', 'en')), title: 'Shipping', description: 'By trade.' })
    texts.replace({ ...defaults, page, pageNames: new Set([...defaults.pageNames, 'shipping']) })
    for (const address of ['en/faq.png', 'en/shipping.png']) expect((await get(address)).body).toBe('drawn now')
    texts.replace(defaults)
    expect(orders).toMatchObject([{ subject: { title: 'Shipping', lead: 'By trade.' } }])
  })

  it('names the shop as it is called now', async () => {
    orders.length = 0
    texts.replace({ ...defaults, brand: { ...defaults.brand, name: 'ORBITDROP' } })
    expect((await get('en/faq.png')).body).toBe('drawn now')
    texts.replace(defaults)
    expect((await get('en/faq.png')).body).toBe(BUILT)
    expect(orders).toMatchObject([{ subject: { title: 'FAQ', brand: { name: 'ORBITDROP' } } }])
  })
})
