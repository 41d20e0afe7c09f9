// A shop that changes its name, its look and its pages while its site runs: the next visit shows it, without a build and without a restart.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFiles } from '../../../src/content/default-files.ts'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import {
  launchBrowser,
  type OwnSite,
  SCREENS,
  type ScreenName,
  startSite,
  visitCalmly,
} from '../../support/browsers/browser.ts'
import { byRun } from '../../support/runner/long-run.ts'

const NAME = 'ORBITDROP'
const ACCENT = '#ff9f1a'
const ACCENT_RGB = 'rgb(255, 159, 26)'
const MARK =
  '<svg viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#ff9f1a"/><path d="M9 16H23" stroke="#07080f" stroke-width="4"/></svg>'
const TAGLINE = { en: 'Cases in orbit', ru: 'Кейсы на орбите', uk: 'Кейси на орбіті' }

const DEFAULTS = readFiles()

/** The default shop with another brand, and another first answer. */
const CHANGED: ShopFiles = {
  ...DEFAULTS,
  'brand.json': JSON.stringify({ name: NAME, tagline: TAGLINE, accent: ACCENT, mark: MARK }),
  ...Object.fromEntries(
    LANGUAGES.map((language) => {
      const file = `pages/faq/${language}.md`
      return [file, (DEFAULTS[file] ?? '').replace(/(\{#age\}\n\n)/, `$1**${NAME}** 18+. `)]
    }),
  ),
}

/** Where pictures of the screens go, if anywhere. */
const PICTURES = process.env.SHOP_PICTURES

let site: OwnSite
let browser: Browser

beforeAll(async () => {
  site = await startSite({ SERVICE_WORKER: 'on' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const get = (path: string) => fetch(`${site.url}${path}`)
const textOf = async (path: string): Promise<string> => (await get(path)).text()

describe('a shop that was changed while its site ran', () => {
  it('answers anew wherever it is named and wherever its colour is seen', async () => {
    const paths = ['/en', '/en/faq', '/en/offline', '/en/nowhere', '/en/app.webmanifest', '/favicon.svg', '/sw.js']
    const pictures = ['/assets/og/en/faq.png', '/assets/img/app/icon-192.png', '/apple-touch-icon.png']
    const bytesOf = async (path: string): Promise<string> =>
      Buffer.from(await (await get(path)).arrayBuffer()).toString('base64')
    const before = new Map<string, string>()
    for (const path of [...paths, ...pictures]) before.set(path, await bytesOf(path))
    expect(await textOf('/en/faq')).not.toContain(NAME)

    await site.publish(CHANGED)
    for (const path of [...paths, ...pictures]) expect(await bytesOf(path), path).not.toBe(before.get(path))
    for (const path of ['/en', '/en/faq', '/en/nowhere', '/en/app.webmanifest']) {
      expect(await textOf(path), path).toContain(NAME)
      expect(await textOf(path), path).not.toContain('SPACEDROP')
    }
    expect(await textOf('/en/faq')).toContain(`<strong>${NAME}</strong> 18+.`)
    expect(await textOf('/en')).toContain(`<title>${NAME}\u00a0— ${TAGLINE.en}</title>`)
    expect((await (await get('/api/settings')).json()).sitename).toBe(NAME)
    for (const path of pictures) {
      const picture = await (await get(path)).arrayBuffer()
      expect((await sharp(Buffer.from(picture)).metadata()).format, path).toBe('png')
    }

    await site.publish(DEFAULTS)
    for (const path of [...paths, ...pictures]) expect(await bytesOf(path), path).toBe(before.get(path))
  })

  it.each(byRun<readonly ScreenName[]>(['phone'], ['phone', 'desktop']))(
    'looks like itself on a %s, in every language',
    async (screen) => {
      await site.publish(CHANGED)
      for (const language of LANGUAGES) {
        const { page, context, errors } = await visitCalmly(browser, site, language, screen)
        for (const path of ['/', '/faq', '/terms-of-use', '/offline']) {
          await page.goto(`${site.url}${path}`)
          expect(await page.title(), path).toContain(path === '/offline' ? '' : NAME)
          const signal = await page.evaluate(() =>
            getComputedStyle(document.documentElement).getPropertyValue('--signal'),
          )
          expect(signal).toBe(ACCENT)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(overflow, path).toBeLessThanOrEqual(0)
          if (PICTURES === undefined) continue
          await mkdir(PICTURES, { recursive: true })
          const name = path === '/' ? 'home' : path.slice(1)
          await page.screenshot({ path: join(PICTURES, `${name}-${language}-${SCREENS[screen].width}.png`) })
        }
        await page.goto(site.url)
        const button = page.locator('[data-open="login"]').first()
        if (await button.isVisible()) {
          expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(ACCENT_RGB)
        }
        expect(errors).toEqual([])
        await context.close()
      }
    },
  )
})
