// A browser requests what the scripts of a page import together with them.
import { expect, it } from 'vitest'
import { CASE_PAGE } from '../support/weight.ts'
import { openForFile } from './file-site.ts'

const { site, browser } = await openForFile()

it.each(['/en/faq', '/en', CASE_PAGE, '/en/leaderboard'])('the scripts of %s and their imports', async (path) => {
  const page = await browser.newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  // The page's own scripts never arrive, so that what they import is requested by its preloads alone.
  await page.route('**/js/*.astro_astro_type_script*', () => undefined)
  await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
  const preloads = page.locator('link[rel="modulepreload"]')
  await preloads.first().waitFor({ state: 'attached' })
  const files = await preloads.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(files.some((file) => file.startsWith('/js/early.'))).toBe(true)
  await expect.poll(() => files.filter((file) => !requested.includes(file))).toEqual([])
  await page.close()
})
