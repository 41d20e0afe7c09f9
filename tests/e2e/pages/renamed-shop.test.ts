// A shop that is renamed and gets another colour while its site runs: a crawl of every page, file and answer finds the old name and the old colour
// nowhere, in any language.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../../src/content/default-files.ts'
import { DEFAULT_ACCENT } from '../../../src/game/base/accent.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { type OwnSite, startSite } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { byRun } from '../../support/runner/long-run.ts'

const DEFAULTS = readFiles()
const BRAND = JSON.parse(DEFAULTS['brand.json'] ?? '')
const OLD_NAME: string = BRAND.name
const NAME = 'ORBITDROP'
const ACCENT = '#ff9f1a'
const TAGLINE = { en: 'Cases in orbit', ru: 'Кейсы на орбите', uk: 'Кейси на орбіті' }

/** The accent as texts may write it. */
const OLD_COLOUR = new RegExp(`${DEFAULT_ACCENT.slice(1)}|198[ ,]+255[ ,]+61`, 'i')
const OLD_PIXEL = [198, 255, 61] as const
/** What the encoder may change of a colour, and how many such pixels mean nothing. */
const NEAR = 8
const PIXELS_MOST = 4

const officePort = await freePort()
let site: OwnSite

beforeAll(async () => {
  site = await startSite({ OFFICE_PORT: String(officePort), SERVICE_WORKER: 'on' })
  // What is looked for is there before.
  expect(oldIn(await read('/ru/faq'))).toEqual([OLD_NAME, expect.any(String)])
  expect(oldIn(await read('/favicon.svg'))).toEqual([DEFAULT_ACCENT.slice(1)])
  expect(await oldPixels('/assets/og/ru/faq.png')).toBeGreaterThan(PIXELS_MOST)
  await site.publish({
    'brand.json': JSON.stringify({ ...BRAND, name: NAME, tagline: TAGLINE, accent: ACCENT }),
  })
})

afterAll(() => site?.stop())

/** Returns what of the old brand a text has. */
const oldIn = (text: string): string[] => [
  ...[OLD_NAME, `${OLD_NAME[0]}${OLD_NAME.slice(1).toLowerCase()}`].filter((name) => text.includes(name)),
  ...(OLD_COLOUR.exec(text) ?? []).slice(0, 1),
  ...Object.values<string>(BRAND.tagline).filter((tagline) => text.includes(tagline)),
]

const read = async (path: string): Promise<string> => (await fetch(new URL(path, site.url))).text()

/** Counts the pixels of a picture that have the old colour. */
async function oldPixels(path: string): Promise<number> {
  const answer = await fetch(new URL(path, site.url))
  expect(answer.status, path).toBe(200)
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    if (OLD_PIXEL.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) <= NEAR)) count++
  }
  return count
}

describe('a renamed shop', () => {
  it('is named as it is now on every page in every language', async () => {
    const map = await read('/sitemap.xml')
    const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
    // Pages of cases are one template: the short form reads some.
    const cases = listed.filter((path) => path.includes('/case/'))
    const some = cases.filter((_, index) => index % byRun(40, 1) === 0)
    const own = LANGUAGES.flatMap((language) =>
      [...PAGES, '/offline'].map((path) => `/${language}${path === '/' ? '' : path}`),
    )
    const paths = new Set([...listed.filter((path) => !path.includes('/case/')), ...some, ...own])
    expect(paths.size).toBeGreaterThan(60)
    for (const path of paths) {
      const html = await read(path)
      expect(oldIn(html), path).toEqual([])
      expect(html.includes(ACCENT), path).toBe(true)
      if (!path.endsWith('/offline')) expect(html.includes(NAME), path).toBe(true)
    }
  })

  it('has it in files and answers for programs', async () => {
    const manifests = LANGUAGES.map((language) => `/${language}/app.webmanifest`)
    for (const path of [...manifests, '/api/settings', '/api/docs/json']) {
      const text = await read(path)
      expect(oldIn(text), path).toEqual([])
      expect(text.includes(NAME), path).toBe(true)
    }
    for (const path of ['/favicon.svg', '/sw.js', '/robots.txt', '/api/nowhere', '/health', '/sandbox/social/x']) {
      expect(oldIn(await read(path)), path).toEqual([])
    }
    expect(await read('/favicon.svg')).toContain(ACCENT)
  })

  it('has the name in no script, style sheet or text of the build', async () => {
    const html = await read('/en')
    const scripts = [...html.matchAll(/(?:src|href|component-url|renderer-url)="(\/[^"]+\.(?:js|css))"/g)]
    const files = new Set(scripts.map(([, path = '']) => path))
    expect(files.size).toBeGreaterThan(3)
    for (const path of files) expect(await read(path), path).not.toContain(OLD_NAME)
  })

  it('has no pixel of the old colour in icons and pictures of links', async () => {
    const icons = ['apple-touch-icon.png', ...['icon', 'maskable'].map((name) => `assets/img/app/${name}-192.png`)]
    const links = LANGUAGES.flatMap((language) => ['index', 'faq'].map((page) => `assets/og/${language}/${page}.png`))
    for (const path of [...icons, 'assets/img/app/shortcut-cases-96.png', ...links])
      expect(await oldPixels(`/${path}`), path).toBeLessThanOrEqual(PIXELS_MOST)
  })

  it('is the shop of its office', async () => {
    const office = `http://localhost:${officePort}`
    const html = await (await fetch(office)).text()
    expect(html).toContain(`content="${NAME}"`)
    expect(html).toContain(`--signal:${ACCENT}`)
    expect(oldIn(html)).toEqual([])
    const icon = await (await fetch(`${office}/favicon.svg`)).text()
    expect(icon).toContain(ACCENT)
    expect(oldIn(icon)).toEqual([])
    const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    expect(scripts.length).toBeGreaterThan(0)
    for (const path of scripts) expect(await (await fetch(`${office}${path}`)).text(), path).not.toContain(OLD_NAME)
  })
})
