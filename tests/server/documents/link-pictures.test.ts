// Link previews: shown while they exist and are up to date, otherwise the one of the home page.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../src/protocol/case.ts'
import { createDocuments } from '../../../src/server/documents/documents.ts'
import { openLinkPictures } from '../../../src/server/documents/link-pictures.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

let site: TestSite
let folder: string
let orion: CaseView

beforeAll(async () => {
  site = await openTestSite()
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const found = site.services.shop.caseAt('orion')
  if (found === undefined) throw new Error('There is no case "orion"')
  orion = found
  const { name, price, contents } = orion
  const files = {
    'en/index.png': '',
    'en/faq.png': '',
    'en/case/orion.png': '',
    'ru/case/orion.png': '',
    'en/case/gone.png': '',
    'cases.json': JSON.stringify({ orion: { name, price, items: contents.length }, gone: { name, price, items: 1 } }),
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'assets/og', file)), { recursive: true })
    await writeFile(join(folder, 'assets/og', file), text)
  }
})

afterAll(async () => {
  await rm(folder, { recursive: true })
  await site.close()
})

const home = '/assets/og/en/index.png'

describe('the link preview', () => {
  it('is the page’s own where the build drew one', async () => {
    const choose = await openLinkPictures(folder, site.services.shop)
    for (const own of ['/assets/og/en/faq.png', '/assets/og/en/case/orion.png', home])
      expect(choose(own, 'en')).toBe(own)
  })

  it('is the home page’s where there is none, or its case is gone', async () => {
    const choose = await openLinkPictures(folder, site.services.shop)
    for (const missing of [
      '/assets/og/en/case/new.png',
      '/assets/og/en/case/gone.png',
      '/assets/og/en/user/1.png',
      '',
    ]) {
      expect(choose(missing, 'en')).toBe(home)
    }
  })

  it('is the home page’s after the price, the name or the contents of a case changed', async () => {
    const changes: Partial<CaseView>[] = [
      { price: orion.price + 1 },
      { name: { ...orion.name, en: 'Other' } },
      { contents: orion.contents.slice(1) },
    ]
    for (const change of changes) {
      const choose = await openLinkPictures(folder, { ...site.services.shop, caseAt: () => ({ ...orion, ...change }) })
      expect(choose('/assets/og/en/case/orion.png', 'en'), JSON.stringify(change).slice(0, 40)).toBe(home)
      // Another language's name does not affect this picture.
      if (change.name !== undefined) expect(choose('/assets/og/ru/case/orion.png', 'ru')).toMatch(/orion/)
    }
  })

  it('has an absolute address in the document', async () => {
    const html = `<html lang="en"><meta property="og:url" content="/en/case/new"><meta property="og:image" content="/assets/og/en/case/new.png"></html>`
    const documents = createDocuments({
      hasPage: () => true,
      render: async () => ({ status: 200, html, isOnDemand: true }),
      linkPicture: await openLinkPictures(folder, site.services.shop),
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
