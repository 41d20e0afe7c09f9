// Every room of the office, with and without a selection, in each language, on a desktop and on a phone: axe is clean, nothing is wider than the
// screen, and no text is cut. The rooms are those of the frame, so that a new one is walked too.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { ROOMS } from '../../../src/office/app/rooms.ts'
import { brokenRules, elementsBeyond } from '../../support/browsers/accessibility.ts'
import { visitCalmly } from '../../support/browsers/browser.ts'
import { freePort } from '../../support/runner/free-port.ts'
import { openForFile } from '../parts/file-site.ts'

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** Addresses beside the rooms. */
const OTHER_PATHS = ['/passkeys', '/announcements?write=new', '/nowhere']

const port = await freePort()
const office = `http://localhost:${port}`
const { site, browser } = await openForFile({ OFFICE_PORT: String(port) })

/** Waits until a page has its title and what it loads. */
async function isThere(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  // Rooms fill themselves by calls.
  await page.waitForLoadState('networkidle')
}

/** Returns texts that their own box hides in part. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && hasText(element))
      .filter((element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
        // What is for screen readers alone, what is scrolled, and what says by three dots that it goes on.
        if (element.offsetWidth <= 1 || overflowX === 'auto' || overflowY === 'auto' || textOverflow === 'ellipsis')
          return false
        const isBeyond =
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4
        return (
          isBeyond &&
          getComputedStyle(element).display !== 'inline' &&
          (overflowX !== 'visible' || element.tagName === 'BUTTON')
        )
      })
      .map((element) => `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 40)}`)
  })
}

/** What is wrong with a page as it is, on both screens. */
async function faultsOf(page: Page, state: string): Promise<string[]> {
  const faults: string[] = []
  for (const [screen, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const found = [
      ...(await elementsBeyond(page)).map((element) => `wider than the screen: ${element}`),
      ...(await cutTexts(page)).map((text) => `cut: ${text}`),
      ...(await brokenRules(page)),
    ]
    faults.push(...found.map((fault) => `${state}, ${screen}: ${fault}`))
  }
  return faults
}

/** Calls the office from its page. */
function call(page: Page, method: string, path: string, body: object): Promise<number> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'x-office': '1', 'content-type': 'application/json' }
      return (await fetch(`/office/api${path}`, { method, headers, body: JSON.stringify(body) })).status
    },
    [method, path, body] as const,
  )
}

describe('the rooms of the office', () => {
  it.each(LANGUAGES)('fit a desktop and a phone, and are clean by axe: %s', async (language: Language) => {
    const { context, page, errors } = await visitCalmly(browser, site)
    await page.goto(office)
    await page.getByRole('button').first().waitFor()
    const faults = await faultsOf(page, 'signing in')
    expect(await call(page, 'POST', '/session/sandbox', {})).toBe(200)
    expect(await call(page, 'PUT', '/session/language', { language })).toBe(200)
    // Rows of a list: what the owner did, and one who is invited.
    const invited = { name: `Anastasia ${language}`, role: 'support', reason: 'a second pair of eyes' }
    expect(await call(page, 'POST', '/staff/invitations', invited)).toBe(200)
    const text = { en: 'Games pause', ru: 'Игры прервутся', uk: 'Ігри зупиняться' }
    const announcement = {
      place: 'bar',
      title: text,
      words: text,
      link: '/faq',
      dismissible: true,
      from: null,
      until: null,
    }
    expect(await call(page, 'POST', '/announcements', announcement)).toBe(200)
    for (const path of [...ROOMS.map((room) => room.path), ...OTHER_PATHS]) {
      await page.goto(office + path)
      await isThere(page)
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language)
      faults.push(...(await faultsOf(page, path)))
      const row = page.locator('main table tbody a[href]').first()
      if ((await row.count()) === 0) continue
      await row.click()
      await page.locator('main section header :is(h2, h3)').first().waitFor()
      await isThere(page)
      faults.push(...(await faultsOf(page, `${path} with a selection`)))
    }
    expect(faults).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
