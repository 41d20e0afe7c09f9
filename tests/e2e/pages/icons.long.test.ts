// Pictures that a sandbox imported, as visitors see them: Steam's photograph where it is available, our own drawing
// where it is not.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, type RunningSite, startSite, visitCalmly } from '../../support/browsers/browser.ts'
import { type IconListServer, iconListServer } from '../../support/outside/icon-list.ts'

const STEAM = 'https://community.akamai.steamstatic.com/'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let list: IconListServer
let site: RunningSite
let browser: Browser

beforeAll(async () => {
  list = await iconListServer()
  site = await startSite({ ICONS: 'on', ICONS_FROM: list.address })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await site.stop()
  await list[Symbol.asyncDispose]()
})

it.each([
  ['crescent-claw', 'karambit', 'karambit-2_B', true],
  ['first-step', 'ak-47-redline', 'redline-1_A', false],
])(
  'the page of %s requests the photograph of %s from Steam, and falls back to our drawing',
  async (url, skin, icon, isThere) => {
    const shown = async (): Promise<boolean> =>
      (await (await fetch(`${site.url}/api/case/${url}`)).text()).includes(icon)
    await expect.poll(shown).toBe(true)
    const { context, page, errors } = await visitCalmly(browser, site)
    const asked = page.waitForRequest((request) => request.url().startsWith(`${STEAM}economy/image/${icon}/`))
    await page.route(`${STEAM}**`, (route) =>
      isThere ? route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') }) : route.abort(),
    )
    await page.goto(`${site.url}/case/${url}`)
    const photo = page.locator(`img[data-photo][src*="${icon}"]`).last()
    await photo.scrollIntoViewIfNeeded()
    await asked
    const own = page.locator(`img[src="/assets/img/items/${skin}.svg"]`).last()
    await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const opacity = (): Promise<string> => photo.evaluate((image) => getComputedStyle(image).opacity)
    await expect.poll(opacity).toBe(isThere ? '1' : '0')
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
    await context.close()
  },
)

it.each(['/', '/case/first-step'])('without a picture, our drawing is shown on %s without a frame', async (path) => {
  const { context, page } = await visitCalmly(browser, site)
  await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue()))
  await page.goto(site.url + path)
  const failed = page.locator('main img[data-failed]').first()
  await failed.waitFor({ state: 'attached' })
  // A browser draws a frame where a picture has failed without a fallback.
  const framed = (): Promise<string[]> =>
    page.locator('img').evaluateAll((images) =>
      images
        .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement)
        .filter((image) => image.complete && image.naturalWidth === 0 && image.currentSrc !== '')
        .filter((image) => !getComputedStyle(image).content.startsWith('url("data:'))
        .map((image) => image.src),
    )
  await expect.poll(framed).toEqual([])
  await context.close()
})
