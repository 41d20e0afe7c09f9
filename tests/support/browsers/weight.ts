// The weight of a page: what a real browser receives for it until it is idle, as transferred.
import type { Browser, Response } from 'playwright'
import { isHydrated, type RunningSite } from './browser.ts'

/** Bytes of bodies as they were transferred, compressed. */
export interface Weight {
  readonly html: number
  readonly scripts: number
  readonly styles: number
  readonly fonts: number
  /** Scripts by the path of their file. */
  readonly byScript: ReadonlyMap<string, number>
}

/** Smaller bodies are sent uncompressed. */
const SMALL_BYTES = 256

/** Weighs a page as a new visitor loads it, including what it loads at idle. */
export async function weigh(browser: Browser, site: RunningSite, path: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(`${site.url}${path}`, { waitUntil: 'load' })
  // Islands of the shell wait for an idle moment, and load their code then.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
  await page.waitForLoadState('networkidle')
  const sums = { document: 0, script: 0, stylesheet: 0, font: 0 }
  const byScript = new Map<string, number>()
  for (const response of responses) {
    const type = response.request().resourceType()
    if (!response.ok() || !(type in sums)) continue
    const { responseBodySize } = await response.request().sizes()
    sums[type as keyof typeof sums] += responseBodySize
    if (type !== 'script') continue
    const encoding = await response.headerValue('content-encoding')
    if (encoding !== 'br' && responseBodySize > SMALL_BYTES) throw new Error(`${response.url()} is not brotli`)
    byScript.set(new URL(response.url()).pathname, responseBodySize)
  }
  await context.close()
  return { html: sums.document, scripts: sums.script, styles: sums.stylesheet, fonts: sums.font, byScript }
}

/**
 * All scripts of a page together, in bytes. Static and case pages: goals of the design. Other screens are the house's own goal: the upgrade
 * weighs 158,200, contracts 156,200, player protection 140,400.
 */
export const SCRIPT_GOALS = { static: 112_000, case: 138_000, screen: 160_000 } as const

/** Goal of the design for the HTML of every page, in bytes. */
export const HTML_GOAL = 30_000

/** Fonts of a page, in bytes: Latin letters only, and with Cyrillic ones. */
export const FONT_GOALS = { latin: 40_000, cyrillic: 70_000 } as const

export const CASE_PAGE = '/case/orion'
