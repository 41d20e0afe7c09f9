// Text at twice its size on a phone: no page is wider than the screen, nothing is cut, and results are not behind their buttons.
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { PAGES } from '../../support/browsers/pages.ts'
import { amountField, pick, resultOf } from '../games/upgrader.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, openByCall, signIn } from '../parts/player.ts'

const LANGUAGE = 'ru'

const { site, browser } = await openForFile()

/** A signed-in player on a phone whose text is twice as large. */
async function reader(player: number): Promise<Visitor> {
  const visitor = await visitCalmly(browser, site, LANGUAGE, 'phone')
  await signIn(visitor.page, site, player)
  await visitor.page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '32px'))
  })
  return visitor
}

/** Returns the texts of elements that are wider than the nearest element of a selector, or that break within a word. */
function beyond(page: Page, texts: string, box: string): Promise<string[]> {
  return page.evaluate(
    ([textsIn, boxOf]) => {
      const range = document.createRange()
      return [...document.querySelectorAll(textsIn)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          range.selectNodeContents(element)
          const [inner, outer] = [range.getBoundingClientRect(), element.closest(boxOf)?.getBoundingClientRect()]
          return outer === undefined || inner.left < outer.left - 1 || inner.right > outer.right + 1
        })
        .map(({ textContent }) => textContent)
    },
    [texts, box] as const,
  )
}

/** Returns the words of an element that are in more than one line. */
function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate((element) => {
    const text = element.firstChild as Text
    const range = document.createRange()
    return [...text.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1
      })
      .map(([word]) => word)
  })
}

describe('text at twice its size', () => {
  it('makes no page wider than a phone, and cuts nothing', async () => {
    const { page, context } = await reader(1)
    await openByCall(page, site, 2)
    const wrong: string[] = []
    for (const path of PAGES) {
      await page.goto(site.url + path)
      await page.locator('header section[aria-busy="false"]').first().waitFor()
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      if (beyond > 0) wrong.push(`${path} is ${beyond} px wider than the screen`)
      wrong.push(...(await cutTexts(page)).map((text) => `${path} cuts ${text}`))
    }
    expect(wrong).toEqual([])
    await context.close()
  })

  it('leaves the name of the site free of the balance, and each price of ten results in its tile', async () => {
    const t = textFor(LANGUAGE, 'case')
    const { page, context } = await reader(0)
    await page.goto(`${site.url}/case/${CASE}`)
    await page.getByRole('radio', { name: '10', exact: true }).press('Space')
    const price = formatMoney(10 * CASE_PRICE)
    await page.getByRole('button', { name: t('open', { price }) }).press('Enter')
    await page.getByRole('button', { name: t('again', { price }) }).waitFor()
    expect(await page.locator('[data-count="10"] > li').count()).toBe(10)
    expect(await beyond(page, '[data-count="10"] .price', 'li')).toEqual([])
    const [word, bell] = await Promise.all([
      page.locator('header .word').boundingBox(),
      page.locator('header button:has(use[href$="#bell"]) svg').boundingBox(),
    ])
    expect((word?.x ?? 0) + (word?.width ?? 0)).toBeLessThanOrEqual(bell?.x ?? 0)
    await context.close()
  })

  it('leaves the facts of an upgrade free of its bar', async () => {
    const { page, context } = await reader(4)
    await page.goto(`${site.url}/upgrade`)
    const bar = page.locator('main [data-dock]')
    expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
    await context.close()
  })

  it('leaves the result of an upgrade free of its buttons', async () => {
    const { page, context } = await reader(2)
    await page.goto(`${site.url}/upgrade`)
    await amountField(page, LANGUAGE).fill('1')
    await (await pick(page, LANGUAGE, 'phone', '×2')).press('Enter')
    const ring = page.locator('[data-stage]')
    expect(await beyond(page, '[data-stage] [class*="_percent_"]', '[class*="_ring_"]')).toEqual([])
    await resultOf(page, LANGUAGE)
    await ring.scrollIntoViewIfNeeded()
    const isFree = await ring.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height - 24)
      return hit !== null && element.contains(hit)
    })
    expect(isFree).toBe(true)
    await context.close()
  })

  it('breaks no word of the deposit dialog’s title, and keeps the hub of the wheel legible', async () => {
    const { page, context } = await reader(3)
    await page.goto(`${site.url}/faq`)
    await page.locator('header a[data-open="payment"]').click()
    await page.locator('dialog[open] .deposit-tile img').first().waitFor()
    expect(await brokenWords(page, 'dialog[open] h2')).toEqual([])
    await page.goto(`${site.url}/wheel`)
    await page.locator('[class*="_spinPrice_"]').waitFor()
    expect(await beyond(page, '[class*="_spinPrice_"]', '[class*="_hub_"]')).toEqual([])
    await context.close()
  })
})

/** Returns the parts of a page whose text is higher or wider than their box, and the buttons that their panel cuts. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The nearest ancestor that does not show what is beyond its box. */
    const panelOf = (element: Element): Element | null => {
      const parent = element.parentElement
      if (parent === null || getComputedStyle(parent).overflowX !== 'visible') return parent
      return panelOf(parent)
    }
    const isBeyondPanel = (element: Element): boolean => {
      const panel = panelOf(element)
      if (panel === null || getComputedStyle(panel).overflowX === 'auto') return false
      return element.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1
    }
    return [
      ...document.querySelectorAll<HTMLElement>('main :is(button, h1, h2, h3, th, fieldset, [class*="_button_"])'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        if (overflowX === 'auto' || overflowY === 'auto' || element.offsetWidth <= 1) return false
        const isCut = element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 6
        return isCut || (element.tagName === 'BUTTON' && isBeyondPanel(element))
      })
      .map((element) => `<${element.tagName.toLowerCase()}> ${element.textContent.trim().slice(0, 40)}`)
  })
}
