// The accessibility rules of axe that a page breaks.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { byRun } from '../runner/long-run.ts'
import { SCREENS } from './browser.ts'

const isEnglish = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.lang === 'en')

/** The short form runs axe on the phone only. */
const ON_ALL_SCREENS = byRun(false, true)

/** In place of a part: the page without what all pages share around `main`. Unlike for a part, rules about the whole page run. */
export const WITHOUT_SHELL = Symbol('without shell')

/** A selector, or the page without its shell. */
type Part = string | typeof WITHOUT_SHELL

/**
 * Runs axe on a page, or on one part of it. No page has frames, so axe need not collect their results in its own page,
 * and it need not list the elements that pass: that takes a fourth of the time, with the same result.
 *
 * @returns the broken rules, each with the elements that break it
 */
export async function brokenRules(page: Page, part?: Part): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (part === WITHOUT_SHELL) axe.exclude('body > :not(main)')
  else if (part !== undefined) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Returns what makes a page wider than the screen: the tags and classes of the elements that end beyond it. */
export function elementsBeyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth,
    )
    return ['the page', ...beyond.map(({ tagName, className }) => `<${tagName.toLowerCase()} class="${className}">`)]
  })
}

/**
 * Runs axe on a page at the size of each screen, and checks whether it is wider than the screen. Loading a page takes
 * longer than resizing it. The short form of the tests runs axe in English and on the phone, the long one in each language and on
 * each screen: languages differ in texts, and whether those exist and fit the screen is checked in all of them.
 *
 * @param state names the state of the page in the result
 * @returns the findings, each with the state and the screen
 */
export async function auditOnEachScreen(page: Page, state: string, part?: Part): Promise<string[]> {
  const wrong: string[] = []
  const hasRules = byRun(await isEnglish(page), true)
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const beyond = await elementsBeyond(page)
    if (beyond.length > 0) wrong.push(`${state} on a ${screen}: wider than the screen by ${beyond.join(' ')}`)
    if (!hasRules || (screen !== 'phone' && !ON_ALL_SCREENS)) continue
    wrong.push(...(await brokenRules(page, part)).map((rule) => `${state} on a ${screen}: ${rule}`))
  }
  return wrong
}
