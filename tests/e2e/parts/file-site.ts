// The site and the browser of a test file.
import type { Browser } from 'playwright'
import { afterAll } from 'vitest'
import { launchBrowser, type OwnSite, startSite } from '../../support/browsers/browser.ts'

/**
 * Starts a site and a browser, and ends both after the tests of the file.
 *
 * @param environment as `startSite` takes it
 */
export async function openForFile(
  environment: Record<string, string> = {},
): Promise<{ site: OwnSite; browser: Browser }> {
  const site = await startSite(environment)
  const browser = await launchBrowser()
  afterAll(async () => {
    await browser.close()
    await site.stop()
  })
  return { site, browser }
}
