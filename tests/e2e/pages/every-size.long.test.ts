// All pages on screens and for hands of every kind: nothing sticks to a low screen, and a thumb hits everything.
import { expect, it } from 'vitest'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { targetsBelow44 } from '../../support/browsers/targets.ts'
import { openForFile } from '../parts/file-site.ts'
import { openByCall, signIn } from '../parts/player.ts'

const { site, browser } = await openForFile()

const OWN_PAGES = ['/battles/new', '/dashboard?tab=settings', '/dashboard?tab=history', '/dashboard?tab=games'] as const

/** Runs in the page: what sticks to the screen or lies over the page, except layers that the player has opened. */
function stuck(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
    .filter((element) => !element.matches('.skip, dialog, [popover]') && element.closest('.Toastify') === null)
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0)
    .map((element) => `${element.tagName.toLowerCase()} ${element.className}`)
}

it.each([
  ['a phone on its side', 844, 390],
  ['a desktop at 200 % of zoom', 720, 450],
  ['a wide and low window', 1440, 480],
])('nothing sticks to the screen of %s', async (_, width, height) => {
  const { page, context } = await visitCalmly(browser, site)
  await signIn(page, site, 0)
  await page.setViewportSize({ width, height })
  const wrong: string[] = []
  for (const path of [...PAGES, ...OWN_PAGES]) {
    await page.goto(site.url + path)
    await page.locator('header section[aria-busy="false"]').first().waitFor()
    wrong.push(...(await page.evaluate(stuck)).map((part) => `${path} ${part}`))
    // All of it can be reached: the links of the bar are at the end of the page.
    const isReached = await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
      const bar = document.querySelector('nav.bar')?.getBoundingClientRect()
      return bar === undefined || bar.height === 0 || bar.bottom <= innerHeight + 1
    })
    if (!isReached) wrong.push(`${path} hides the bar`)
  }
  expect(wrong).toEqual([])
  await context.close()
})

it('everything that is tapped is 44 px high and wide on a phone', async () => {
  const { page, context } = await visitCalmly(browser, site, 'ru', 'phone')
  await signIn(page, site, 1)
  await openByCall(page, site, 5)
  const wrong: string[] = []
  for (const path of [...PAGES, ...OWN_PAGES]) {
    await page.goto(site.url + path)
    await page.locator('header section[aria-busy="false"]').first().waitFor()
    wrong.push(...(await targetsBelow44(page)).map((target) => `${path} ${target}`))
  }
  expect(wrong).toEqual([])
  await context.close()
})
