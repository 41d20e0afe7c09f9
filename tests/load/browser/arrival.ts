// When a page is painted, loaded and all its islands answer, on the network of a phone, 1.6 Mbit/s and 150 ms, with a slowed processor.
import type { Browser } from 'playwright'
import { isHydrated, launchBrowser, startSite } from '../../support/browsers/browser.ts'
import { CASE_PAGE } from '../../support/browsers/weight.ts'

const LOADS = 7
const SLOWED = 4
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } as const
const PAGES = ['/en', CASE_PAGE, '/en/faq'] as const
/** The latest hydration of the last island after the `load` event of its page. */
const GOAL_MS = 5_000

/** Milliseconds from the start of the navigation. */
interface Arrival {
  readonly painted: number
  readonly loaded: number
  readonly hydrated: number
}

/** Runs in the page, after each hydration: marks the moment from which on all islands answer. */
function markHydrated(isReady: () => boolean): void {
  if (performance.getEntriesByName('hydrated').length > 0) return
  if (isReady()) performance.mark('hydrated')
  // Handlers follow the event within a task or two, the last island's too.
  else if (document.querySelector('astro-island[ssr]:not([client="visible"])') === null)
    setTimeout(markHydrated, 5, isReady)
}

async function load(browser: Browser, url: string): Promise<Arrival> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.addInitScript(
    `${markHydrated}; addEventListener('astro:hydrate', () => markHydrated(${isHydrated}), true)`,
  )
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0, undefined, { polling: 100 })
  await page.waitForFunction(() => document.readyState === 'complete', undefined, { polling: 100 })
  const arrival = await page.evaluate(() => {
    const at = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return {
      painted: at('first-contentful-paint'),
      loaded: navigation?.loadEventStart ?? Number.NaN,
      hydrated: at('hydrated'),
    }
  })
  await context.close()
  return arrival
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Measures a page; true when its islands are hydrated in time. */
async function measure(browser: Browser, url: string, path: string): Promise<boolean> {
  const loads: Arrival[] = []
  for (let round = 0; round < LOADS; round++) loads.push(await load(browser, `${url}${path}`))
  const [painted, loaded, hydrated] = (['painted', 'loaded', 'hydrated'] as const).map((what) =>
    median(loads.map((arrival) => arrival[what])),
  ) as [number, number, number]
  const isInTime = hydrated - loaded <= GOAL_MS
  const cells = [painted, loaded, hydrated].map((ms) => ms.toFixed(0).padStart(10)).join('')
  console.log(
    `${path.padEnd(16)}${cells}${(hydrated / loaded).toFixed(2).padStart(10)}   ${isInTime ? 'holds' : 'MISSED'}`,
  )
  return isInTime
}

/** Prints the medians of all pages; true when the islands of each are hydrated in time. */
export async function run(): Promise<boolean> {
  console.log(`Chromium at 1.6 Mbit/s, 150 ms and a quarter of the processor; medians of ${LOADS} loads, in ms\n`)
  const heads = ['paint', 'load', 'hydrated', 'ratio']
  console.log(`${''.padEnd(16)}${heads.map((head) => head.padStart(10)).join('')}`)
  const site = await startSite()
  const browser = await launchBrowser()
  try {
    let all = true
    for (const path of PAGES) all = (await measure(browser, site.url, path)) && all
    return all
  } finally {
    await browser.close()
    await site.stop()
  }
}
