// What blocks the page's main thread while it loads on a phone-class CPU, for a guest and for a signed-in player: what each task after the
// first paint has over 50 ms, in sum, as Lighthouse counts it, with Chromium slowed to a quarter. By the thread's own work, which other load
// of the machine changes less, and by the clock. Lighthouse (web.ts) has no signed-in player.
import { signIn } from '../../e2e/parts/player.ts'
import { launchBrowser, type RunningSite, startSite } from '../../support/browsers/browser.ts'
import { CASE_PAGE } from '../../support/browsers/weight.ts'
import { launchPlain, type PlainBrowser, type PlainCookie } from './plain-browser.ts'
import { type Task, tasksOver } from './trace.ts'

const RUNS = 9
const SLOWED = 4
const LONG_TASK_MS = 50
const GOAL_MS = 150
const PAGES = ['/', CASE_PAGE, '/faq'] as const
/** What follows the hydration: live drops, hints. */
const AFTER_MS = 3_000
/** What Chromium's trace calls the first paint. */
const PAINTED = 'firstContentfulPaint'
const ENDED = 'load-ended'

/** Returns the tasks over 50 ms by the clock, from the first paint of a page on. */
async function load(browser: PlainBrowser, url: string, cookies: readonly PlainCookie[]): Promise<readonly Task[]> {
  const events = await browser.load({ url, cookies, slowed: SLOWED, afterMs: AFTER_MS, endMark: ENDED })
  return tasksOver(LONG_TASK_MS, events, { begun: PAINTED, ended: ENDED, settleMs: 0 }).tasks
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Returns the median, over all loads, of what their tasks have over 50 ms in sum. */
function blockingMs(loads: readonly (readonly Task[])[], time: 'workMs' | 'clockMs'): number {
  return median(
    loads.map((tasks) => tasks.reduce((sum, { [time]: taskMs }) => sum + Math.max(0, taskMs - LONG_TASK_MS), 0)),
  )
}

/** Describes the task of all loads with the most work. */
function longest(loads: readonly (readonly Task[])[]): string {
  const [task] = loads.flat().sort((one, other) => other.workMs - one.workMs)
  if (task === undefined) return 'none'
  const parts = Object.entries(task.partsMs).map(([part, partMs]) => `${part} ${partMs.toFixed(0)}`)
  return `${task.workMs.toFixed(0)} (${parts.join(', ')})`
}

/** Returns the cookies of a player's session. */
export async function signedIn(site: RunningSite): Promise<readonly PlainCookie[]> {
  const browser = await launchBrowser()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(site.url)
  await signIn(page, site, 0)
  const cookies = await context.cookies()
  await browser.close()
  return cookies.map(({ name, value, domain, path, httpOnly }) => ({ name, value, domain, path, httpOnly }))
}

/** Prints a row for each visitor of a page: a guest, and the player with these cookies; true when none is over the goal. */
export async function measurePage(
  browser: PlainBrowser,
  { url }: Pick<RunningSite, 'url'>,
  path: string,
  player: readonly PlainCookie[],
): Promise<boolean> {
  let all = true
  for (const [name, cookies] of Object.entries({ guest: [], player })) {
    const loads: (readonly Task[])[] = []
    for (let run = 0; run < RUNS; run++) loads.push(await load(browser, `${url}${path}`, cookies))
    const [work, clock] = [blockingMs(loads, 'workMs'), blockingMs(loads, 'clockMs')]
    const held = work <= GOAL_MS
    all &&= held
    const cells = [work, clock].map((value) => value.toFixed(0).padStart(8)).join('')
    console.log(`${path.padEnd(16)}${name.padEnd(8)}${cells}   ${held ? 'holds ' : 'MISSED'}  ${longest(loads)}`)
  }
  return all
}

/** Prints what the rows of `measurePage` are. */
export function printHeads(): void {
  console.log(
    `Chromium slowed ${SLOWED} times, phone, median of ${RUNS} loads without a cache, in ms; goal ${GOAL_MS} at work`,
  )
  console.log(`\n${''.padEnd(24)}${'at work'.padStart(8)}${'clock'.padStart(8)}           longest task, at work`)
}

async function measureAll(browser: PlainBrowser, site: RunningSite): Promise<boolean> {
  const player = await signedIn(site)
  let all = true
  for (const path of PAGES) all = (await measurePage(browser, site, path, player)) && all
  return all
}

/** Prints what blocks each page; true when none is over the goal by its own work. */
export async function run(): Promise<boolean> {
  printHeads()
  const site = await startSite()
  const browser = await launchPlain()
  try {
    return await measureAll(browser, site)
  } finally {
    await browser.close()
    await site.stop()
  }
}
