// Link previews: drawn with what the shop says now; for pages without one that of the home page.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { createDocuments } from '../../../src/server/documents/documents.ts'
import { createLinkPicture } from '../../../src/server/documents/link-pictures.ts'
import type { PictureOrder } from '../../../src/server/documents/picture-process.ts'
import { createTexts } from '../../support/shop/shop.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const root = join(import.meta.dirname, '../../..')
const home = '/assets/og/en/index.png'

const defaults = readDefaultTexts()
const texts = createTexts(defaults)
const orders: PictureOrder[] = []
const crate = '<svg xmlns="http://www.w3.org/2000/svg"/>'

let site: TestSite
let folder: string
/** The hue of the light behind the crate of `orion`, by its description. */
let hue: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const { cases } = JSON.parse(await readFile(join(root, 'data/cases.json'), 'utf8'))
  const { image, art } = cases.find(({ url }: { url: string }) => url === 'orion')
  hue = art.hue2
  await mkdir(join(folder, 'assets/img/cases'), { recursive: true })
  await writeFile(join(folder, 'assets/img/cases', image), crate)
  const draw = async (order: PictureOrder): Promise<Buffer> => {
    orders.push(order)
    return Buffer.from(`drawn ${orders.length}`)
  }
  site = await openTestSite(undefined, { assets: folder, texts, drawer: { draw, close: async () => undefined } })
})

afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  orders.length = 0
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

  it('has the words of its page, or the name, price, crate and light of its case', async () => {
    const orion = site.services.shop.caseAt('orion')
    if (orion === undefined) throw new Error('There is no case "orion"')
    for (const address of ['ru/faq.png', 'en/case/orion.png']) {
      const { status, headers, body } = await get(address)
      expect({ status, type: headers['content-type'], body }).toEqual({
        status: 200,
        type: 'image/png',
        body: `drawn ${orders.length}`,
      })
    }
    const { name, price } = orion
    expect(orders).toMatchObject([
      { kind: 'link', subject: { title: 'Вопросы и\u00a0ответы', brand: { name: defaults.brand.name } } },
      { kind: 'link', subject: { title: name.en, offer: { price: formatMoney(price) }, hue }, float: crate },
    ])
  })

  it('is drawn once for the same words', async () => {
    for (const address of ['uk/faq.png', 'en/contacts.png', 'uk/faq.png']) expect((await get(address)).status).toBe(200)
    expect(orders).toHaveLength(2)
  })

  it('is not there for what has none', async () => {
    for (const address of ['en/case/gone.png', 'en/user/1.png', 'xx/index.png', 'en/../faq.png']) {
      expect((await get(address)).headers['content-type'], address).not.toBe('image/png')
    }
  })

  it('has the words that a page has now, also of a page that the shop has added', async () => {
    const page = async () => ({ ...(await defaults.ownPage('faq', 'en')), title: 'Shipping', description: 'By trade.' })
    texts.replace({ ...defaults, page, pageNames: new Set([...defaults.pageNames, 'shipping']) })
    for (const address of ['en/faq.png', 'en/shipping.png']) expect((await get(address)).body).toBe('drawn 1')
    texts.replace(defaults)
    expect(orders).toMatchObject([{ subject: { title: 'Shipping', lead: 'By trade.' } }])
  })

  it('names the shop as it is called now', async () => {
    const before = (await get('en/faq.png')).body
    texts.replace({ ...defaults, brand: { ...defaults.brand, name: 'ORBITDROP' } })
    expect((await get('en/faq.png')).body).not.toBe(before)
    texts.replace(defaults)
    expect((await get('en/faq.png')).body).toBe(before)
    expect(orders.at(-1)).toMatchObject({ subject: { title: 'FAQ', brand: { name: 'ORBITDROP' } } })
  })
})
