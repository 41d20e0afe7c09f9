// Faults of the site in WebKit, each seen there before it was mended.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canDriveWebkit } from '../../scripts/webkit-tools.mjs'
import { type RunningSite, type ScreenName, startSite } from '../support/browsers/browser.ts'
import { createPage, type Engine, type EnginePage } from '../support/engines/engine.ts'
import { launchWebkit } from '../support/engines/webkit.ts'

/** Resolves with the number of frames once they are drawn. */
async function drawFrames(count: number): Promise<number> {
  for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  return count
}

describe.skipIf(!canDriveWebkit())('in WebKit', () => {
  let site: RunningSite
  let webkit: Engine

  beforeAll(async () => {
    site = await startSite({ DATABASE_URL: '' })
    webkit = await launchWebkit()
  })

  afterAll(async () => {
    await webkit?.close()
    await site?.stop()
  })

  async function visit(path: string, screen: ScreenName): Promise<EnginePage> {
    const page = createPage(await webkit.open(screen))
    await page.goto(site.url + path)
    return page
  }

  const isOpen = (page: EnginePage): Promise<boolean> =>
    page.evaluate(() => document.querySelector('#side-menu')?.matches(':popover-open') ?? false)

  it.each(['Escape', 'a tap beside it'])('the side menu closes by %s, and the page goes on', async (way) => {
    const page = await visit('/en', 'phone')
    await page.click('[popovertarget="side-menu"]')
    await expect.poll(() => isOpen(page)).toBe(true)
    if (way === 'Escape') await page.press('Escape')
    else await page.clickAt(4, 400)
    await expect.poll(() => isOpen(page)).toBe(false)
    // Two seconds of frames: the page hung a moment after it had closed the menu.
    expect(await page.evaluate(drawFrames, 120)).toBe(120)
  })

  it.each(['language-menu', 'settings-menu'])('%s opens where it can be seen', async (id) => {
    const page = await visit('/en/faq', 'desktop')
    await page.click(`[popovertarget="${id}"]`)
    const menu = () =>
      page.evaluate((wanted: string) => {
        const element = document.getElementById(wanted)
        const box = element?.getBoundingClientRect()
        const opener = document.querySelector(`[popovertarget="${wanted}"]`)?.getBoundingClientRect()
        if (!element || !box || !opener) return null
        const isInside = box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
        return { opacity: getComputedStyle(element).opacity, isInside, isBelow: box.top >= opener.bottom }
      }, id)
    await expect.poll(menu).toEqual({ opacity: '1', isInside: true, isBelow: true })
  })

  it('pictures of items fill their place', async () => {
    const page = await visit('/en/case/first-step', 'phone')
    const ratios = await page.evaluate(() =>
      [...document.querySelectorAll('[class*="_own_"]')].slice(0, 20).map((picture) => {
        const place = picture.parentElement?.getBoundingClientRect().width ?? 0
        return place === 0 ? null : picture.getBoundingClientRect().width / place
      }),
    )
    const shown = ratios.filter((ratio) => ratio !== null)
    expect(shown.length).toBeGreaterThan(3)
    for (const ratio of shown) expect(ratio).toBeCloseTo(1, 1)
  })

  it('the last cards of a reel are felt, and then its stop', async () => {
    const page = await visit('/en/case/first-step', 'phone')
    await page.evaluate(() => {
      const root = document.documentElement
      navigator.vibrate = (pattern) => {
        root.dataset.felt = `${root.dataset.felt ?? ''}${pattern} `
        return true
      }
    })
    await page.click('[data-hint="demo"]')
    const felt = () => page.evaluate(() => document.documentElement.dataset.felt ?? '')
    // Three or four by where the reel stops; one that is late by a card is one with the next.
    await expect.poll(felt).toMatch(/^(8 ){2,4}18 /)
  })

  it('a scrolled page stays where it is when the network goes and comes back', async () => {
    const page = await visit('/en/faq', 'phone')
    const places = await page.evaluate(async () => {
      const frames = async (): Promise<void> => {
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const read = (): number => Math.round(document.querySelector('#main')?.getBoundingClientRect().top ?? 0)
      const setOnline = async (isOnline: boolean): Promise<void> => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
        await frames()
      }
      scrollTo(0, 400)
      await frames()
      const before = read()
      await setOnline(false)
      const isSaid = document.querySelector('#page-status')?.checkVisibility()
      const during = read()
      await setOnline(true)
      return { isSaid, moved: [during - before, read() - before] }
    })
    expect(places).toEqual({ isSaid: true, moved: [0, 0] })
  })
})
