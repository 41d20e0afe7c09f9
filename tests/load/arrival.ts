// When a page is painted and its shell works on the network of a phone, 1.6 Mbit/s and 150 ms, with a slowed processor: as it is served, and
// without the preloads of what its scripts import. Loads of both in turn.
import { createServer, request, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { launchBrowser, type RunningSite, startSite } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { CASE_PAGE } from '../support/weight.ts'

const LOADS = 7
const SLOWED = 4
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 } as const
const PAGES = ['/en', CASE_PAGE, '/en/faq'] as const
/** Preloads may not make the shell later. */
const GOAL = 1

type Way = 'served' | 'plain'

interface Arrival {
  /** Milliseconds from the start of the navigation. */
  readonly painted: number
  readonly shell: number
}

/** Returns a page without its preloads. */
const withoutPreloads = (html: string): string => html.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')

/** Passes requests on to a site; pages asked for with `?plain` have no preloads. */
async function listenBefore(site: RunningSite): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const isPage = asked.headers.accept?.includes('text/html') === true
    const headers = isPage ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const passed = request(`${site.url}${asked.url}`, { method: asked.method, headers }, (response) => {
      const { statusCode = 502 } = response
      if (!isPage) {
        answer.writeHead(statusCode, response.headers)
        response.pipe(answer)
        return
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const html = Buffer.concat(chunks).toString()
        const body = gzipSync(asked.url?.endsWith('?plain') ? withoutPreloads(html) : html)
        answer.writeHead(statusCode, {
          ...response.headers,
          'content-length': body.length,
          'content-encoding': 'gzip',
        })
        answer.end(body)
      })
    })
    asked.pipe(passed)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { url: `http://localhost:${port}`, server }
}

async function load(browser: Browser, url: string): Promise<Arrival> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.documentElement?.dataset.shell !== 'ready') return
      observer.disconnect()
      performance.mark('shell')
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('html[data-shell="ready"]').waitFor()
  const arrival = await page.evaluate(() => {
    const at = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    return { painted: at('first-contentful-paint'), shell: at('shell') }
  })
  await context.close()
  return arrival
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Measures a page both ways; true when preloads do not make its shell later. */
async function compare(browser: Browser, url: string, path: string): Promise<boolean> {
  const loads: Record<Way, Arrival[]> = { served: [], plain: [] }
  for (let round = 0; round < LOADS; round++) {
    loads.plain.push(await load(browser, `${url}${path}?plain`))
    loads.served.push(await load(browser, `${url}${path}`))
  }
  const of = (way: Way, what: keyof Arrival): number => median(loads[way].map((arrival) => arrival[what]))
  const ratio = of('served', 'shell') / of('plain', 'shell')
  const cells = (['painted', 'shell'] as const).flatMap((what) => [of('plain', what), of('served', what)])
  console.log(
    `${path.padEnd(16)}${cells.map((ms) => ms.toFixed(0).padStart(10)).join('')}${ratio.toFixed(2).padStart(10)}`,
  )
  return ratio <= GOAL
}

/** Prints the medians of all pages; true when preloads make no shell later. */
export async function run(): Promise<boolean> {
  console.log(`Chromium at 1.6 Mbit/s, 150 ms and a quarter of the processor; medians of ${LOADS} loads, in ms\n`)
  const heads = ['paint', 'served', 'shell', 'served', 'ratio']
  console.log(`${''.padEnd(16)}${heads.map((head) => head.padStart(10)).join('')}`)
  const site = await startSite()
  const browser = await launchBrowser()
  const { url, server } = await listenBefore(site)
  try {
    let all = true
    for (const path of PAGES) all = (await compare(browser, url, path)) && all
    return all
  } finally {
    await browser.close()
    server.close()
    await site.stop()
  }
}
