// A journey of taps through the site: a case opened and sold, menus and tabs while a reel runs, a search, a battle joined and one made, another
// language. Each tap is made by the pointer of its screen, and only counts when it had its effect.
import { setTimeout as pass } from 'node:timers/promises'
import type { CDPSession, Locator, Page } from 'playwright'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { CASE, CASE_PRICE, escaped, startingWith } from '../../e2e/parts/player.ts'
import type { RunningSite, ScreenName } from '../../support/browsers/browser.ts'
import { forgetInteractions, LEAST_MS, type Timing, takeInteractions } from './event-timing.ts'
import { atRest, told } from './page-state.ts'
import { type StageFrames, watchStage } from './stage-frames.ts'

/** After a tap nothing is asked of the page for so long: a question would be in its way. */
const QUIET_MS = 900
/** A reel runs for six seconds: a tap into it is made in this first part. */
const IN_REEL_MS = 3_500
/** A guest waits for what a call or the next page brings. */
const DONE_MS = 60_000
/** What moves within this time is not pressed: it would have moved on before the press arrives. */
const REST_MS = 100
/** A message that covers what is pressed goes by itself within this time. */
const UNCOVERED_MS = 15_000

/** An interaction of the journey. */
export interface Answer {
  readonly name: string
  readonly timing: Timing
}

interface JourneyOptions {
  readonly page: Page
  readonly site: RunningSite
  readonly screen: ScreenName
  /** The number of times that the processor is slowed. */
  readonly slowed: number
  /** Makes a battle of another player, whose free seat is joined; returns its id. */
  makeBattle(): Promise<string>
  /** Is told of each interaction once it is measured. */
  onAnswer(answer: Answer): void
}

interface Press {
  readonly name: string
  readonly target: Locator
  /** Waits for the effect. */
  done(): Promise<unknown>
}

const t = textFor('en', 'case')
const battles = textFor('en', 'battles')
const battleNew = textFor('en', 'battleNew')
const parts = textFor('en', 'battleParts')

/** Runs in the page: names what a press there reaches instead of an element; null where it reaches the element. */
function coverAt(element: Element, [x, y]: readonly [number, number]): string | null {
  const hit = document.elementFromPoint(x, y)
  if (hit === null) return 'nothing, as it is out of sight'
  const isHit = element.contains(hit) || hit.closest('label')?.contains(element) === true
  return isHit ? null : `${hit.tagName} ${hit.className}: ${hit.textContent?.slice(0, 60)}`
}

/** Runs in the page: tells whether a reel runs. */
function isSpinning(): boolean {
  return document.querySelector('#main [data-track]:not([data-rested])') !== null
}

/** The journey of a player on a screen. */
export class Journey {
  readonly #options: JourneyOptions
  readonly #page: Page
  readonly #devtools: CDPSession
  #openedMs = Number.NEGATIVE_INFINITY

  constructor(options: JourneyOptions, devtools: CDPSession) {
    this.#options = options
    this.#page = options.page
    this.#devtools = devtools
  }

  async #goTo(path: string): Promise<void> {
    await this.#slow(1)
    await this.#page.goto(`${this.#options.site.url}${path}`)
    await atRest(this.#page)
    await this.#slow(this.#options.slowed)
  }

  #slow(rate: number): Promise<unknown> {
    return this.#devtools.send('Emulation.setCPUThrottlingRate', { rate })
  }

  /** Returns the middle of an element that has come to rest, scrolled to where nothing covers it, once a message that covers it has gone. */
  async #middleOf({ name, target }: Press): Promise<readonly [number, number]> {
    await target.scrollIntoViewIfNeeded()
    const untilMs = performance.now() + UNCOVERED_MS
    for (;;) {
      const before = await target.boundingBox()
      await pass(REST_MS)
      const box = await target.boundingBox()
      if (box === null) throw new Error(`${name}: there is nothing to press`)
      const point = [box.x + box.width / 2, box.y + box.height / 2] as const
      if (before === null || before.x !== box.x || before.y !== box.y) {
        if (performance.now() > untilMs) throw new Error(`${name}: it does not come to rest`)
        continue
      }
      const cover = await target.evaluate(coverAt, point)
      if (cover === null) return point
      if (performance.now() > untilMs) throw new Error(`${name}: a press reaches ${cover}`)
      await target.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
      await pass(250)
    }
  }

  /** Presses the middle of an element with the pointer of the screen. */
  async #press(press: Press): Promise<void> {
    const point = await this.#middleOf(press)
    await forgetInteractions(this.#page)
    if (this.#options.screen === 'phone') await this.#page.touchscreen.tap(...point)
    else await this.#page.mouse.click(...point)
    await this.#note(press.name, press.done)
  }

  async #key(name: string, key: string, done: () => Promise<unknown>): Promise<void> {
    await forgetInteractions(this.#page)
    await this.#page.keyboard.press(key)
    await this.#note(name, done)
  }

  /** Waits for the effect, and notes the interaction that took longest until it was handled: a press is one or two. */
  async #note(name: string, done: () => Promise<unknown>): Promise<void> {
    await pass(QUIET_MS)
    await done()
    const timings = await takeInteractions(this.#page)
    // What is not reported was handled and shown within the least duration.
    const unreported: Timing = { delayMs: 0, processingMs: LEAST_MS, presentationMs: 0 }
    const handledMs = ({ delayMs, processingMs }: Timing): number => delayMs + processingMs
    const timing = [...timings].sort((one, other) => handledMs(other) - handledMs(one))[0] ?? unreported
    this.#options.onAnswer({ name, timing })
  }

  async #open(count: number, name: string): Promise<void> {
    const price = formatMoney(count * CASE_PRICE)
    const button = this.#page.getByRole('button', {
      name: new RegExp(`^(${escaped(t('open', { price }))}|${escaped(t('again', { price }))})$`),
    })
    const skip = this.#page.getByRole('button', { name: t('skip') })
    this.#openedMs = performance.now()
    await this.#press({ name, target: button, done: () => skip.waitFor({ timeout: DONE_MS }) })
  }

  /** Presses something while a reel runs: in the one that is there, or in a new one. */
  async #pressInReel(press: Press): Promise<void> {
    if (performance.now() - this.#openedMs > IN_REEL_MS || !(await this.#page.evaluate(isSpinning))) {
      await told(this.#page)
      await this.#open(1, 'open a case again')
    }
    // On a busy machine it may be over before the press.
    const isInReel = await this.#page.evaluate(isSpinning)
    await this.#press({ ...press, name: isInReel ? `${press.name}, reel running` : press.name })
  }

  /** Opens a popover, and closes it. */
  async #menus(): Promise<void> {
    const [id, isPhone] =
      this.#options.screen === 'phone' ? (['side-menu', true] as const) : (['language-menu', false] as const)
    const menu = this.#page.locator(`#${id}:popover-open`)
    const opener = this.#page.locator(isPhone ? `nav.bar [popovertarget="${id}"]` : `header [popovertarget="${id}"]`)
    const closer = isPhone ? this.#page.locator(`#${id} [popovertargetaction="hide"]`) : opener
    const name = isPhone ? 'side menu' : 'language menu'
    await this.#pressInReel({ name: `open the ${name}`, target: opener, done: () => menu.waitFor() })
    await this.#press({ name: `close the ${name}`, target: closer, done: () => menu.waitFor({ state: 'hidden' }) })
  }

  async #caseAndMenus(): Promise<void> {
    const page = this.#page
    await this.#goTo(`/case/${CASE}`)
    await this.#open(1, 'open a case')
    await this.#menus()
    const tab = page.locator('[data-live-strip] button[data-tab]:enabled')
    const other = await tab.getAttribute('data-tab')
    await this.#pressInReel({
      name: 'another tab of the live drops',
      target: tab,
      done: () => page.locator(`[data-live-strip] button[data-tab="${other}"]:disabled`).waitFor(),
    })
    const quick = page.getByRole('button', { name: t('quick'), exact: true })
    const isQuick = (pressed: boolean): Promise<unknown> =>
      quick.and(page.locator(`[aria-pressed="${pressed}"]`)).waitFor()
    await this.#pressInReel({ name: 'turn quick results on', target: quick, done: () => isQuick(true) })
    await this.#press({ name: 'turn quick results off', target: quick, done: () => isQuick(false) })
    const skip = page.getByRole('button', { name: t('skip') })
    await this.#pressInReel({ name: 'skip', target: skip, done: () => told(page) })
    const sell = page.getByRole('button', { name: startingWith(t('result.sell', { price: '' })) })
    const sold = page.getByText(t('result.sold'), { exact: true })
    await this.#press({ name: 'sell', target: sell.first(), done: () => sold.first().waitFor() })
  }

  /** Opens ten at once, and sells them; returns the frames of the reel. */
  async #ten(): Promise<StageFrames> {
    const page = this.#page
    const ten = page.getByRole('radio', { name: '10', exact: true })
    await this.#press({
      name: 'choose ten',
      target: this.#labelOf(ten),
      done: () => ten.and(page.locator(':checked')).waitFor(),
    })
    await atRest(page)
    const watched = watchStage(page, t('stage'))
    await this.#open(10, 'open ten')
    const frames = await watched
    const sell = page.getByRole('button', { name: startingWith(t('result.sellAll', { price: '' })) })
    const sold = page.getByText(t('result.sold'), { exact: true })
    await this.#press({ name: 'sell all ten', target: sell, done: () => sold.nth(9).waitFor() })
    return frames
  }

  #labelOf(choice: Locator): Locator {
    return this.#page.locator('label').filter({ has: choice })
  }

  async #search(): Promise<void> {
    const page = this.#page
    await this.#goTo('/en')
    const field = page.getByLabel(textFor('en', 'home')('search.label'))
    const focused = page.locator('input[name="q"]:focus')
    await this.#press({ name: 'the search field', target: field, done: () => focused.waitFor() })
    await this.#key('type a letter into it', 'a', () => page.waitForURL(/[?&]q=a/))
    await page.keyboard.press('Backspace')
    await page.waitForURL((url) => !url.searchParams.has('q'))
    const price = page.locator('[name="price"][value="under-2"]')
    await this.#press({
      name: 'cases of a price',
      target: this.#labelOf(price),
      done: () => page.waitForURL(/price=under-2/),
    })
  }

  async #battles(): Promise<void> {
    const page = this.#page
    const id = await this.#options.makeBattle()
    await this.#goTo('/battles')
    for (const tab of ['running', 'open'] as const) {
      await this.#press({
        name: `battles: ${tab}`,
        target: this.#labelOf(page.getByRole('radio', { name: battles(`tab.${tab}`), exact: true })),
        done: () =>
          page
            .locator('main section[aria-busy="false"]')
            .getByText(battles(`heading.${tab}`))
            .waitFor({ state: 'attached' }),
      })
    }
    const price = formatMoney(CASE_PRICE)
    const row = page.locator(`article:has(a[href="/battles/${id}"])`)
    const dialog = page.getByRole('dialog', { name: parts('join.title') })
    await this.#press({
      name: 'a free seat',
      target: row.getByRole('button', { name: battles('join', { price }) }),
      done: () => dialog.waitFor(),
    })
    const join = dialog.getByRole('button', { name: parts('join.action', { price }) })
    await this.#press({
      name: 'join',
      target: join,
      done: () => page.waitForURL(`**/battles/${id}`, { timeout: DONE_MS }),
    })
  }

  async #newBattle(): Promise<void> {
    const page = this.#page
    await this.#goTo('/battles/new')
    const add = page.getByRole('button', {
      name: startingWith(battleNew('cases.add', { name: '|', price: '', count: 0 }).split('|')[0] ?? ''),
    })
    const rounds = (count: number): Locator => page.getByText(battleNew('rounds.count', { count, most: 50 }))
    await this.#press({ name: 'add a case', target: add.first(), done: () => rounds(1).waitFor() })
    await this.#press({ name: 'add another case', target: add.nth(1), done: () => rounds(2).waitFor() })
    const rush = page.getByRole('radio', { name: parts('modes.rush.name') })
    await this.#press({
      name: 'a mode',
      target: this.#labelOf(rush),
      done: () => rush.and(page.locator(':checked')).waitFor(),
    })
  }

  async #language(): Promise<void> {
    const page = this.#page
    await this.#goTo('/en/faq')
    const isPhone = this.#options.screen === 'phone'
    const id = isPhone ? 'side-language-menu' : 'language-menu'
    if (isPhone) {
      const menu = page.locator('#side-menu:popover-open')
      await this.#press({
        name: 'open the side menu',
        target: page.locator('nav.bar [popovertarget="side-menu"]'),
        done: () => menu.waitFor(),
      })
    }
    const menu = page.locator(`#${id}:popover-open`)
    await this.#press({
      name: 'open the languages',
      target: page.locator(`[popovertarget="${id}"]`),
      done: () => menu.waitFor(),
    })
    await this.#press({
      name: 'switch language',
      target: page.locator(`#${id} [data-language="uk"]`),
      done: () => page.locator('html[lang="uk"]').waitFor({ state: 'attached', timeout: DONE_MS }),
    })
  }

  /** Makes all interactions; returns the frames of ten at once. */
  async run(): Promise<StageFrames> {
    await this.#caseAndMenus()
    const frames = await this.#ten()
    await this.#search()
    await this.#newBattle()
    await this.#battles()
    await this.#language()
    return frames
  }
}
