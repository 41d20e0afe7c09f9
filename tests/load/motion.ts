// How the moments move on a phone-class CPU: a case opened, an upgrade played, a contract signed, with Chromium slowed to a quarter.
// A trace counts the tasks of the page's main thread over 50 ms while the animation runs: by the clock, and by the time that the thread
// itself was at work. Without a graphics card frames are painted by the same processors that the page runs on, so that a task waits for
// its turn: the work is what a phone would do, the clock what this machine did.
import type { CDPSession, Page } from 'playwright'
import { formatMoney } from '../../src/i18n/format.ts'
import { textFor } from '../../src/i18n/text.ts'
import { balanceIs, CASE, CASE_PRICE, openAndSkip, signIn } from '../e2e/player.ts'
import { launchBrowser, type RunningSite, startSite, visit } from '../support/browser.ts'

const SLOWED = 4
const LONG_TASK_MS = 50
/** What a new player has, in cents. */
const START = 10_000
/** What a click itself may cost before anything moves. */
const SETTLE_MS = 300

/** An event of a trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Time that the thread was at work within `dur`. */
  readonly tdur?: number
}

interface Task {
  /** Since the press. */
  readonly atMs: number
  readonly clockMs: number
  readonly workMs: number
}

interface Motion {
  readonly name: string
  readonly lastedMs: number
  /** Tasks that lasted over 50 ms by the clock. */
  readonly longTasks: readonly Task[]
}

const [BEGUN, ENDED] = ['motion-begun', 'motion-ended']

async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing']
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  return async () => {
    const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
    await devtools.send('Tracing.end')
    await complete
    return events
  }
}

/** The tasks of the page's main thread between the two marks. */
function readTrace(name: string, events: readonly TraceEvent[]): Motion {
  const begun = events.find((event) => event.name === BEGUN)
  const ended = events.find((event) => event.name === ENDED)
  if (begun === undefined || ended === undefined) throw new Error('The trace holds no marks')
  const from = begun.ts + SETTLE_MS * 1000
  const within = events.filter(
    ({ pid, tid, ts }) => pid === begun.pid && tid === begun.tid && ts >= from && ts <= ended.ts,
  )
  const tasks = within.filter((event) => event.ph === 'X' && /RunTask$/.test(event.name))
  return {
    name,
    lastedMs: (ended.ts - from) / 1000,
    longTasks: tasks
      .map(({ ts, dur = 0, tdur = dur }) => ({
        atMs: (ts - begun.ts) / 1000,
        clockMs: dur / 1000,
        workMs: tdur / 1000,
      }))
      .filter(({ clockMs }) => clockMs > LONG_TASK_MS),
  }
}

/** Measures from a moment after `begin` until `end` resolves, with the CPU slowed. */
async function measure(
  page: Page,
  name: string,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<Motion> {
  const devtools = await page.context().newCDPSession(page)
  const stopTrace = await startTrace(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await begin()
  await page.evaluate((mark) => performance.mark(mark), BEGUN)
  await end()
  await page.evaluate((mark) => performance.mark(mark), ENDED)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return readTrace(name, await stopTrace())
}

async function open(page: Page): Promise<Motion> {
  const t = textFor('en', 'case')
  const skip = page.getByRole('button', { name: t('skip') })
  return measure(
    page,
    'opening a case',
    async () => {
      const price = formatMoney(CASE_PRICE)
      await page.getByRole('button', { name: t('open', { price }) }).click()
      await skip.waitFor()
    },
    () => skip.waitFor({ state: 'hidden' }),
  )
}

async function upgrade(page: Page, site: RunningSite): Promise<Motion> {
  const t = textFor('en', 'upgrade')
  await page.goto(`${site.url}/upgrade`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('textbox', { name: t('mine.balance') }).fill('1')
  await page.getByRole('button', { name: '×3', exact: true }).click()
  const go = page.getByRole('button', { name: t('go', { stake: formatMoney(100) }) })
  await go.waitFor()
  const proof = page.locator('#main').getByRole('link', { name: t('result.proof'), exact: true })
  return measure(
    page,
    'an upgrade',
    () => go.click(),
    () => proof.waitFor(),
  )
}

async function sign(page: Page, site: RunningSite): Promise<Motion> {
  const t = textFor('en', 'contract')
  await page.goto(`${site.url}/contracts`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('button', { name: t('tools.fill') }).click()
  const bar = page.getByRole('region', { name: t('controls') })
  const button = bar.getByRole('button', { name: /^Sign \d+ items/ })
  await button.and(page.locator(':enabled:not([aria-busy])')).waitFor()
  const proof = page.getByRole('region', { name: t('stage') }).getByRole('link', { name: t('result.proof') })
  return measure(
    page,
    'signing a contract',
    () => button.click(),
    () => proof.waitFor(),
  )
}

function line({ name, lastedMs, longTasks }: Motion): string {
  const tasks = longTasks.map(
    ({ atMs, clockMs, workMs }) => `${clockMs.toFixed(0)} (${workMs.toFixed(0)}) at ${(atMs / 1000).toFixed(1)} s`,
  )
  return [
    name.padEnd(20),
    `${(lastedMs / 1000).toFixed(1)} s`.padStart(6),
    `  tasks over ${LONG_TASK_MS} ms by the clock (and at work): ${tasks.length === 0 ? 'none' : tasks.join(', ')}`,
  ].join(' ')
}

/** Measures the three moments; true when none has a task that was at work for over 50 ms. */
export async function run(): Promise<boolean> {
  const site = await startSite()
  const browser = await launchBrowser()
  try {
    const { page } = await visit(browser, site, 'en', 'desktop')
    await page.goto(`${site.url}/case/${CASE}`)
    await signIn(page, 'en', 0)
    await balanceIs(page, START)
    await openAndSkip(page, 'en', 10)
    await balanceIs(page, START - 10 * CASE_PRICE)
    await page.goto(`${site.url}/case/${CASE}`)
    await balanceIs(page, START - 10 * CASE_PRICE)
    const motions = [await open(page), await upgrade(page, site), await sign(page, site)]
    console.log(`Chromium slowed ${SLOWED} times:`)
    for (const motion of motions) console.log(line(motion))
    return motions.every(({ longTasks }) => longTasks.every(({ workMs }) => workMs <= LONG_TASK_MS))
  } finally {
    await browser.close()
    await site.stop()
  }
}
