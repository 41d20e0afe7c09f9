// What every step of the smoke journey gets, and the actions that several steps share.
import { textFor } from '../../src/i18n/text.ts'
import type { RunningSite } from '../support/browsers/browser.ts'
import type { EnginePage, Target } from '../support/engines/engine.ts'

export interface Actor {
  readonly page: EnginePage
  readonly site: RunningSite
  /** Which of the six players of the sandbox they sign in as. */
  readonly player: number
  /** Measures the screen that is open, for the comparison with Chromium. */
  measure(screen: string): Promise<void>
}

export const shell = textFor('en', 'shell')
export const login = textFor('en', 'login')

/** Runs in the page: tells whether the element that opens something has the focus. */
const hasFocus = (opener: string): boolean => document.activeElement?.matches(opener) ?? false

/** Presses an element by key instead of a tap. */
export async function pressOn({ page }: Actor, target: Target, key: 'Enter' | 'Space'): Promise<void> {
  await page.focus(target)
  await page.press(key)
}

/** Runs in the page: tells whether the choice that has the focus is taken. */
const isTaken = (): boolean => document.activeElement?.matches(':checked, [aria-checked="true"]') ?? false

/** Takes a choice by key, and again where the press was ignored: a game ignores those that come right after its animation. */
export async function choose(actor: Actor, name: string): Promise<void> {
  do await pressOn(actor, { role: 'radio', name }, 'Space')
  while (!(await actor.page.evaluate(isTaken)))
}

/** Opens something by its opener and closes it by Escape, by key and by tap; the opener gets the focus back. */
export async function openAndClose(actor: Actor, opener: string, opened: string): Promise<void> {
  const { page } = actor
  for (const way of ['key', 'tap']) {
    if (way === 'key') await pressOn(actor, opener, 'Enter')
    else await page.click(opener)
    await page.see(opened)
    await page.press('Escape')
    await page.miss(opened)
    await page.until(`the focus back at ${opener}`, hasFocus, opener)
  }
}

/** Opens a menu by tap and closes it by a tap beside it. */
export async function closeBeside({ page }: Actor, opener: string, menu: string, x: number, y: number): Promise<void> {
  await page.click(opener)
  await page.see(menu)
  await page.clickAt(x, y)
  await page.miss(menu)
}

/** Opens a page of the site and measures it. */
export async function arrive({ page, site, measure }: Actor, path: string, seen: Target): Promise<void> {
  await page.goto(site.url + path)
  await page.see(seen)
  await measure(path)
}
