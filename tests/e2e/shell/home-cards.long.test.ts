// The cards of the home page in a real browser: quick opening by mouse, keyboard and long press, and that only a tap opens anything.
import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/i18n/format.ts'
import { textFor } from '../../../src/i18n/text.ts'
import type { CaseReply, OwnCasesReply } from '../../../src/protocol/case.ts'
import type { UserReply } from '../../../src/protocol/user.ts'
import { type Visitor, visitCalmly } from '../../support/browsers/browser.ts'
import { openForFile } from '../parts/file-site.ts'
import { CASE, CASE_PRICE, call, signIn } from '../parts/player.ts'

const { site, browser } = await openForFile()

const balanceOf = async (page: Page): Promise<number> => (await call<UserReply>(page, site, '/user/get')).user.balance
async function openedCases(page: Page): Promise<string[]> {
  const { opened } = await call<OwnCasesReply>(page, site, '/user/cases')
  return opened.map(({ url }) => url)
}

const boxOf = (page: Page) => page.locator('[data-box]').filter({ has: page.locator(`[data-case="${CASE}"]`) })
const quickOf = (page: Page) => page.locator(`[data-quick="${CASE}"]`)
const opacityOf = (page: Page): Promise<string> => quickOf(page).evaluate((button) => getComputedStyle(button).opacity)

/** Scrolls a card to the centre of the screen; returns its own centre once the page has stopped moving. */
function centreOf(card: Locator): Promise<{ readonly x: number; readonly y: number }> {
  return card.evaluate(async (box) => {
    const STILL_FRAMES = 10
    for (let still = 0, last = Number.NaN; still < STILL_FRAMES; ) {
      box.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const { top } = box.getBoundingClientRect()
      still = top === last ? still + 1 : 0
      last = top
    }
    const { x, y, width, height } = box.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
}

describe('the crates that load at once', () => {
  it.each([
    ['phone', 'four', 2 * 4],
    ['desktop', 'all of the first category', undefined],
  ] as const)('are, on a %s, %s', async (screen, _which, expected) => {
    const { page, context } = await visitCalmly(browser, site, 'en', screen)
    await page.goto(`${site.url}/en`)
    const first = page.locator('[data-category]').first().locator('[data-crate] .part')
    const eager = page.locator('#case-list [data-crate] .part[loading="eager"]')
    expect(await eager.count()).toBe(expected ?? (await first.count()))
    await context.close()
  })
})

async function visitAs(player: number, screen: 'desktop' | 'phone'): Promise<Visitor> {
  const visitor = await visitCalmly(browser, site, 'en', screen)
  await signIn(visitor.page, site, player)
  await visitor.page.goto(`${site.url}/en`)
  // The player is known.
  await visitor.page.locator('#own-cases[data-own="none"]').waitFor({ state: 'attached' })
  return visitor
}

describe('the pictures of the cards', () => {
  it.each(['desktop', 'phone'] as const)(
    'load as rasters on a %s: drawings would block its main thread',
    async (screen) => {
      const { page, context, errors } = await visitCalmly(browser, site, 'en', screen)
      const pictures: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
      })
      await page.goto(`${site.url}/en`)
      await page.waitForLoadState('networkidle')
      const ofCards = pictures.filter((path) => /^\/assets\/img\/(cases|items)\//.test(path))
      expect(ofCards.length).toBeGreaterThan(10)
      expect(ofCards.filter((path) => !path.endsWith('.webp'))).toEqual([])
      // The items that a card shows load when they are needed.
      await boxOf(page).hover()
      await expect.poll(() => pictures.filter((path) => path.startsWith('/assets/img/items/')).length).toBe(3)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('open the lid on hover and on focus', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en`)
    const lid = boxOf(page).locator('img[src$=".lid.webp"]')
    const transformOfLid = (): Promise<string> => lid.evaluate((picture) => getComputedStyle(picture).transform)
    const closed = await transformOfLid()
    await boxOf(page).hover()
    await expect.poll(transformOfLid).not.toBe(closed)
    await page.mouse.move(0, 0)
    await expect.poll(transformOfLid).toBe(closed)
    await page.keyboard.press('Tab')
    await boxOf(page).locator('a').focus()
    await expect.poll(transformOfLid).not.toBe(closed)
    await context.close()
  })
})

describe('quick opening', () => {
  it('opens the case by one click, on its page, for the price on the button, once', async () => {
    const { page, context, errors } = await visitAs(0, 'desktop')
    const before = await balanceOf(page)
    expect(await opacityOf(page)).toBe('0')
    await boxOf(page).hover()
    await expect.poll(() => opacityOf(page)).toBe('1')
    const name = textFor('en', 'home')('card.quick', { price: formatMoney(CASE_PRICE) })
    expect(await quickOf(page).textContent()).toContain(name)
    await quickOf(page).click()
    await page.waitForURL(`**/case/${CASE}`)
    await page
      .getByRole('link', { name: textFor('en', 'case')('result.proof') })
      .first()
      .waitFor()
    expect(await openedCases(page)).toEqual([CASE])
    expect(await page.evaluate(() => sessionStorage.getItem('spacedrop:quick-open'))).toBeNull()
    const after = await balanceOf(page)
    expect(after).toBe(before - CASE_PRICE)
    // Neither a reload nor the history opens again.
    await page.reload()
    await page.goBack()
    await page.goForward()
    await page.locator('main [class*="_large_"]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await balanceOf(page)).toBe(after)
    // The row on the home page has it now.
    await page.goto(`${site.url}/en`)
    await page.locator('#own-cases').scrollIntoViewIfNeeded()
    await page.locator('#own-cases a').first().waitFor()
    expect(await page.locator('#own-cases a').count()).toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('is there for the keyboard', async () => {
    const { page, context } = await visitAs(1, 'desktop')
    await page.locator(`[data-box] a[data-case="${CASE}"]`).focus()
    await page.keyboard.press('Shift')
    await page.keyboard.press('Tab')
    await expect.poll(() => opacityOf(page)).toBe('1')
    await page.keyboard.press('Tab')
    expect(await quickOf(page).evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/case/${CASE}`)
    await expect.poll(() => openedCases(page)).toEqual([CASE])
    await context.close()
  })

  it('appears by a long press, which follows no link; a finger that moves scrolls', async () => {
    const { page, context } = await visitAs(2, 'phone')
    const finger = await context.newCDPSession(page)
    const at = await centreOf(boxOf(page))
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: (typeof at)[]): Promise<unknown> =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [at])
    await touch('touchMove', [{ x: at.x, y: at.y - 40 }])
    await touch('touchEnd', [])
    expect(await page.locator('[data-held]').count()).toBe(0)
    await touch('touchStart', [await centreOf(boxOf(page))])
    await expect.poll(() => page.locator('[data-held]').count()).toBe(1)
    await touch('touchEnd', [])
    await expect.poll(() => opacityOf(page)).toBe('1')
    expect(new URL(page.url()).pathname).toBe('/en')
    await quickOf(page).tap()
    await page.waitForURL(`**/case/${CASE}`)
    await expect.poll(() => openedCases(page)).toEqual([CASE])
    await context.close()
  })

  it('spends nothing by an address, by a wish that is not the page’s, or for another player', async () => {
    const { page, context } = await visitAs(4, 'desktop')
    const before = await balanceOf(page)
    const { user } = await call<UserReply>(page, site, '/user/get')
    const wish = { url: CASE, price: CASE_PRICE, player: user.id, at: Date.now() }
    const wishes = [
      { ...wish, price: CASE_PRICE - 1 },
      { ...wish, url: 'first-step' },
      { ...wish, player: user.id + 1 },
      { ...wish, at: wish.at - 120_000 },
      { ...wish, at: 'now' },
    ]
    const wishIn = (text: string): Promise<void> =>
      page.evaluate((stored) => sessionStorage.setItem('spacedrop:quick-open', stored), text)
    const settle = async (): Promise<void> => {
      await page.locator('main [class*="_large_"]').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => sessionStorage.getItem('spacedrop:quick-open'))).toBeNull()
      expect(await balanceOf(page)).toBe(before)
    }
    for (const one of wishes) {
      await page.goto(`${site.url}/en`)
      await wishIn(JSON.stringify(one))
      await page.locator(`[data-box] a[data-case="${CASE}"]`).click()
      await page.waitForURL(`**/case/${CASE}`)
      await settle()
    }
    // A valid wish, but the page was opened by its address.
    await wishIn(JSON.stringify({ ...wish, at: Date.now() }))
    await page.goto(`${site.url}/en/case/${CASE}?open=1`)
    await settle()
    await context.close()
  })

  it('leads a guest to the case, and opens nothing', async () => {
    const { page, context } = await visitCalmly(browser, site)
    await page.goto(`${site.url}/en`)
    await boxOf(page).hover()
    await quickOf(page).click()
    await page.waitForURL(`**/case/${CASE}`)
    const reply = await call<CaseReply>(page, site, `/case/${CASE}`)
    expect(reply.success).toBe(true)
    expect(await page.evaluate(() => sessionStorage.getItem('spacedrop:quick-open'))).toBeNull()
    await context.close()
  })
})
