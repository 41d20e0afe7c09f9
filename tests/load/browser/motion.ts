// Smoothness of animations on a phone-class CPU: a case opened, an upgrade played, a contract signed, a battle of six seats
// watched, with Chromium slowed to a quarter. A trace lists every task of the page's main thread over 50 ms from the click to a second after
// the result: by the clock, and by the thread's own work, in parts, beside the work of all tasks, and how many frames the compositor showed
// and dropped. Script, style, layout and paint (the list of what is to be drawn) are the page's own work; the drawing itself runs in parallel, on
// the same processors where there is no graphics card, and a task that waits for one of them is long only by the clock.
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Browser, Page } from 'playwright'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { BattleMoveReply } from '../../../src/protocol/battle.ts'
import { createByCall } from '../../e2e/battles/battle-calls.ts'
import { balanceIs, CASE, CASE_PRICE, call, openByCall, signIn } from '../../e2e/parts/player.ts'
import { launchBrowser, type RunningSite, startSite, visit } from '../../support/browsers/browser.ts'
import { atRest, told } from './page-state.ts'
import {
  countFrames,
  FRAME_CATEGORIES,
  type Frames,
  startTrace,
  type Task,
  TRACE_CATEGORIES,
  tasksOver,
} from './trace.ts'

const LONG_TASK_MS = 50
/** The balance of a new player, in cents. */
const START = 10_000
/** The budget of the click itself before the animation starts. */
const SETTLE_MS = 300
/** What follows the result: its price counts up, and its light fades in. */
const AFTER_MS = 1200
/** A battle is drawn and shown in a fraction of this. */
const BATTLE_MS = 60_000

/** An animation on a screen. */
interface Motion {
  readonly name: string
  readonly lastedMs: number
  /** How long the page's main thread was at work. */
  readonly workMs: number
  /** Tasks that lasted over 50 ms by the clock. */
  readonly tasks: readonly Task[]
  readonly frames: Frames
}

/** The speed of this processor in the browser, as Lighthouse measures it. */
async function speedOf(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const index = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  await page.close()
  return index
}

const [BEGUN, ENDED] = ['motion-begun', 'motion-ended']

interface Stage {
  readonly screen: string
  /** The factor by which the processor is slowed. */
  readonly slowed: number
}

/** Measures from a moment after `begin` until a moment after `end` has resolved, with the CPU slowed. */
async function measure(
  page: Page,
  { name, slowed }: { name: string; slowed: number },
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<Motion> {
  await atRest(page)
  const devtools = await page.context().newCDPSession(page)
  const stopTrace = await startTrace(devtools, [...TRACE_CATEGORIES, ...FRAME_CATEGORIES])
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await begin()
  await page.evaluate((mark) => performance.mark(mark), BEGUN)
  await end()
  await page.evaluate(
    ([mark, afterMs]) =>
      new Promise<void>((resolve) => setTimeout(() => resolve(void performance.mark(mark)), afterMs)),
    [ENDED, AFTER_MS] as const,
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const marks = { begun: BEGUN, ended: ENDED, settleMs: SETTLE_MS }
  const events = await stopTrace()
  return { name, ...tasksOver(LONG_TASK_MS, events, marks), frames: countFrames(events, marks) }
}

/** The start of an opening, in ms after the press. */
interface Start {
  readonly lidMs: number
  readonly answerMs: number
  readonly reelMs: number
}

/** Runs in the page: measures from the next press to the first frames in which the lid is raised, and in which the reel has moved. */
function watchStart(): Promise<Start> {
  return new Promise((resolve) => {
    const onPress = ({ timeStamp: pressMs }: MouseEvent): void => {
      let lidMs: number | undefined
      let startsAt: number | undefined
      let reelMs: number | undefined
      requestAnimationFrame(function look(nowMs) {
        if (document.querySelector('[data-opening]') !== null) lidMs ??= nowMs - pressMs
        const left = document.querySelector('[data-track]')?.getBoundingClientRect().left
        startsAt ??= left
        if (left !== undefined && startsAt !== undefined && Math.abs(left - startsAt) >= 1) reelMs ??= nowMs - pressMs
        // The reel may move before the answer is there.
        const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const answer = calls.findLast(({ name, startTime }) => name.endsWith('/open') && startTime >= pressMs)
        if (lidMs === undefined || reelMs === undefined || answer === undefined) requestAnimationFrame(look)
        else resolve({ lidMs, answerMs: answer.responseEnd - pressMs, reelMs })
      })
    }
    document.addEventListener('click', onPress, { once: true, capture: true })
  })
}

/** Measures the start of several openings, slowed. */
async function measureStarts(page: Page, site: RunningSite, { screen, slowed }: Stage): Promise<void> {
  const t = textFor('en', 'case')
  await page.goto(`${site.url}/case/${CASE}`)
  const devtools = await page.context().newCDPSession(page)
  const price = formatMoney(CASE_PRICE)
  for (const button of [t('open', { price }), t('again', { price }), t('again', { price })]) {
    await atRest(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    const start = page.evaluate(watchStart)
    await page.getByRole('button', { name: button }).click()
    const { lidMs, answerMs, reelMs } = await start
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const parts = [`lid ${lidMs.toFixed(0)} ms`, `answer ${answerMs.toFixed(0)} ms`, `reel ${reelMs.toFixed(0)} ms`]
    console.log(`${screen}: after the press`.padEnd(32), parts.join(', '))
    // To its end: on a busy machine the button that skips may be gone before a press arrives.
    await told(page)
  }
}

async function open(page: Page, site: RunningSite, { screen, slowed }: Stage): Promise<Motion> {
  const t = textFor('en', 'case')
  await page.goto(`${site.url}/case/${CASE}`)
  await page.getByRole('radio', { name: '1', exact: true }).press('Space')
  const skip = page.getByRole('button', { name: t('skip') })
  return measure(
    page,
    { name: `${screen}: opening a case`, slowed },
    async () => {
      const price = formatMoney(CASE_PRICE)
      await page.getByRole('button', { name: t('open', { price }) }).click()
      await skip.waitFor()
    },
    () => told(page),
  )
}

async function upgrade(page: Page, site: RunningSite, { screen, slowed }: Stage): Promise<Motion> {
  const t = textFor('en', 'upgrade')
  await page.goto(`${site.url}/upgrade`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('textbox', { name: t('mine.balance') }).fill('1')
  // On a phone the two lists are tabs.
  const targets = page.getByRole('radio', { name: t('targets.title'), exact: true })
  if (await targets.isVisible()) await targets.press('Space')
  await page.getByRole('button', { name: '×3', exact: true }).click()
  const go = page.getByRole('button', { name: t('go', { stake: formatMoney(100) }) })
  await go.waitFor()
  return measure(
    page,
    { name: `${screen}: an upgrade`, slowed },
    () => go.click(),
    () => told(page),
  )
}

async function sign(page: Page, site: RunningSite, { screen, slowed }: Stage): Promise<Motion> {
  const t = textFor('en', 'contract')
  await page.goto(`${site.url}/contracts`)
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
  await page.getByRole('button', { name: t('tools.fill') }).click()
  const bar = page.getByRole('region', { name: t('controls') })
  const button = bar.getByRole('button', { name: /^Sign \d+ items/ })
  await button.and(page.locator(':enabled:not([aria-busy])')).waitFor()
  return measure(
    page,
    { name: `${screen}: signing a contract`, slowed },
    // A pointer would have to hold it.
    () => button.press('Enter'),
    () => told(page),
  )
}

/** The seats of the battle: one for the player of the page, the others for bots. */
const SEATS = [1, 2, 3, 4, 5, 6] as const

/** Measures a battle with a reel in each of six seats, from the last seat that is taken to the winner. */
async function battle(page: Page, site: RunningSite, { screen, slowed }: Stage): Promise<Motion> {
  const rounds = [CASE, CASE]
  const { id } = await createByCall(page, site, { format: '1v1v1v1v1v1', rounds, price: rounds.length * CASE_PRICE })
  const [, ...free] = SEATS
  const last = free.at(-1)
  const seat = (slot: number | undefined): Promise<BattleMoveReply> => call(page, site, `/battles/${id}/bot`, { slot })
  for (const slot of free.slice(0, -1)) await seat(slot)
  await page.goto(`${site.url}/battles/${id}`)
  await page.getByRole('button', { name: textFor('en', 'battle')('action.cancel') }).waitFor()
  const isWon = (): boolean => document.querySelector('[data-step="winner"], [data-step="over"]') !== null
  return measure(
    page,
    { name: `${screen}: a battle of six`, slowed },
    async () => void (await seat(last)),
    async () => void (await page.waitForFunction(isWon, undefined, { polling: 250, timeout: BATTLE_MS })),
  )
}

/** Describes a task: duration by the clock and at work, and the work, greatest first. */
function taskLine({ atMs, clockMs, workMs, partsMs, rasterMs }: Task): string {
  const parts = Object.entries(partsMs)
    .filter(([, ms]) => ms >= 1)
    .sort(([, one], [, other]) => other - one)
    .map(([part, ms]) => `${part} ${ms.toFixed(0)}`)
  return [
    `    ${clockMs.toFixed(0)} ms by the clock, ${workMs.toFixed(0)} at work, ${(atMs / 1000).toFixed(1)} s after the press:`,
    `${parts.join(', ')}; drawing meanwhile ${rasterMs.toFixed(0)}`,
  ].join(' ')
}

function lines({ name, lastedMs, workMs, tasks, frames }: Motion): string[] {
  const count = tasks.length === 0 ? 'no task' : `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`
  return [
    [
      `${name.padEnd(32)} ${(lastedMs / 1000).toFixed(1)} s  ${frames.shown} frames shown, ${frames.dropped} dropped;`,
      `${(workMs / 1000).toFixed(1)} s at work, ${count} over ${LONG_TASK_MS} ms`,
    ].join(' '),
    ...tasks.map(taskLine),
  ]
}

/** Ten items for the player of a page, and live drops that show the first of them: only a new site has none. */
async function tenItems(page: Page, site: RunningSite): Promise<void> {
  await openByCall(page, site, 10)
  const strip = page.getByRole('region', { name: textFor('en', 'live')('label') })
  await strip.locator('li:not([data-placeholder])').first().waitFor()
}

/** Measures the animations on both screens; returns true when no task worked for over 50 ms. */
export async function run(slowed: number): Promise<boolean> {
  const site = await startSite()
  const browser = await launchBrowser()
  const motions: Motion[] = []
  try {
    const speed = await speedOf(browser)
    console.log(
      [
        `Chromium on a processor of index ${speed}, slowed ${slowed} times to ${Math.round(speed / slowed)}, without a graphics card;`,
        `every task of the page's main thread over ${LONG_TASK_MS} ms:`,
      ].join('\n'),
    )
    for (const [player, screen] of (['desktop', 'phone'] as const).entries()) {
      const { page, context } = await visit(browser, site, 'en', screen)
      await signIn(page, site, player)
      await page.goto(`${site.url}/case/${CASE}`)
      await balanceIs(page, START)
      await tenItems(page, site)
      // The case comes last: by then the live drops have shown the ten.
      for (const moment of [upgrade, sign, battle, open]) {
        const motion = await moment(page, site, { screen, slowed })
        for (const said of lines(motion)) console.log(said)
        motions.push(motion)
      }
      await measureStarts(page, site, { screen, slowed })
      await context.close()
    }
    return motions.every(({ tasks }) => tasks.every(({ workMs }) => workMs <= LONG_TASK_MS))
  } finally {
    await browser.close()
    await site.stop()
  }
}
