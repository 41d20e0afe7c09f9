// When each island of the shell is hydrated, from the `load` event of its page on, for a guest and for a player, with and without a slowed
// processor; and what each has in the document.
import type { Browser, BrowserContext } from 'playwright'
import { signIn } from '../../e2e/parts/player.ts'
import { launchBrowser, type RunningSite, startSite } from '../../support/browsers/browser.ts'
import { CASE_PAGE } from '../../support/browsers/weight.ts'

const LOADS = 5
const PAGES = ['/en/faq', '/en', CASE_PAGE] as const
/** The latest hydration after `load`, in ms, by the factor by which the processor is slowed. */
const GOALS = { 1: 2_000, 4: 5_000 } as const

type Slowed = keyof typeof GOALS

interface Hydration {
  readonly name: string
  /** Characters of its HTML, with its element. */
  readonly size: number
  /** Milliseconds after `load`; less than 0 before it. */
  readonly atMs: number
}

/** Runs in the page before its scripts: notes when each island of the shell has its handlers. */
function noteHydrations(): void {
  const noted: { name: string; size: number; at: number }[] = []
  Object.assign(window, { hydrations: noted })
  const note = (island: Element, size: number): void => {
    const first = island.firstElementChild
    if (first !== null && !Object.keys(first).some((key) => key.startsWith('__react')))
      setTimeout(note, 5, island, size)
    else noted.push({ name: island.getAttribute('component-export') ?? '', size, at: performance.now() })
  }
  const onHydrate = ({ target }: Event): void => {
    const island = target as Element
    if (island.getAttribute('client') === 'shell') note(island, island.outerHTML.length)
  }
  addEventListener('astro:hydrate', onHydrate, true)
}

/** Runs in the page: returns what was noted once all islands are hydrated and the page is loaded, and null before. */
function readHydrations(): Hydration[] | null {
  const islands = document.querySelectorAll('astro-island[client="shell"]').length
  const noted = Reflect.get(window, 'hydrations') as { name: string; size: number; at: number }[]
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loadedAt = navigation?.loadEventStart ?? 0
  if (noted.length < islands || loadedAt === 0) return null
  return noted.map(({ name, size, at }) => ({ name, size, atMs: at - loadedAt }))
}

async function load(context: BrowserContext, url: string, slowed: Slowed): Promise<readonly Hydration[]> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(noteHydrations)
  await page.goto(url)
  const read = await page.waitForFunction(readHydrations, undefined, { polling: 100 })
  const hydrations = (await read.jsonValue()) as Hydration[]
  await page.close()
  return hydrations
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Prints a row for each island; true when the last one is in time. */
async function measure(context: BrowserContext, url: string, visitor: string): Promise<boolean> {
  const rows = new Map<string, { size: number; at: Record<Slowed, number[]> }>()
  for (const slowed of [1, 4] as const) {
    for (let round = 0; round < LOADS; round++) {
      const seen = new Map<string, number>()
      for (const { name, size, atMs } of await load(context, url, slowed)) {
        const number = (seen.get(name) ?? 0) + 1
        seen.set(name, number)
        const id = number === 1 ? name : `${name} ${number}`
        const row = rows.get(id) ?? { size, at: { 1: [], 4: [] } }
        row.at[slowed].push(atMs)
        rows.set(id, row)
      }
    }
  }
  let all = true
  for (const [name, { size, at }] of rows) {
    const isInTime = ([1, 4] as const).every((slowed) => median(at[slowed]) <= GOALS[slowed])
    all &&= isInTime
    const cells = [size, median(at[1]), median(at[4])].map((value) => value.toFixed(0).padStart(10)).join('')
    console.log(`${visitor.padEnd(8)}${name.padEnd(20)}${cells}   ${isInTime ? 'holds' : 'MISSED'}`)
  }
  return all
}

async function measureAll(browser: Browser, site: RunningSite): Promise<boolean> {
  const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }
  let all = true
  for (const path of PAGES) {
    console.log(`\n${path}`)
    for (const visitor of ['guest', 'player'] as const) {
      const context = await browser.newContext(phone)
      if (visitor === 'player') {
        const page = await context.newPage()
        await page.goto(site.url)
        await signIn(page, site, 0)
        await page.close()
      }
      all = (await measure(context, `${site.url}${path}`, visitor)) && all
      await context.close()
    }
  }
  return all
}

/** Prints the moments of all islands; true when each is in time. */
export async function run(): Promise<boolean> {
  console.log(
    `Chromium, phone, medians of ${LOADS} loads without a cache; ms after load, goals ${GOALS[1]} and ${GOALS[4]}\n`,
  )
  console.log(`${''.padEnd(28)}${['HTML', '1 x', '4 x'].map((head) => head.padStart(10)).join('')}`)
  const site = await startSite()
  const browser = await launchBrowser()
  try {
    return await measureAll(browser, site)
  } finally {
    await browser.close()
    await site.stop()
  }
}
