// What a change of a page has the browser compute again: a live drop or a balance that counts must not restyle the rest of the page.
import { expect, it } from 'vitest'
import { startTrace } from '../../load/browser/trace.ts'
import { visit, waitForHydration } from '../../support/browsers/browser.ts'
import { CASE_PAGE } from '../../support/browsers/weight.ts'
import { openForFile } from '../parts/file-site.ts'

const { site, browser } = await openForFile()

/** The card itself, and what its neighbours may share with it. */
const FEW = 40

it.each(['/', CASE_PAGE, '/battles/new'])('a card in the live drops of %s restyles few elements', async (path) => {
  const { page, context, errors } = await visit(browser, site, 'en', 'phone')
  await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
  await waitForHydration(page)
  const all = await page.evaluate(() => document.querySelectorAll('body *').length)
  const stopTrace = await startTrace(await context.newCDPSession(page))
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const list = document.querySelector('[data-live-strip] ul')
        const card = document.createElement('li')
        card.append('A text', document.createElement('span'))
        requestAnimationFrame(() => {
          list?.append(card)
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        })
      }),
  )
  const counts = (await stopTrace()).flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? [args?.elementCount ?? 0] : [],
  )
  expect(counts.some((count) => count > 0)).toBe(true)
  expect(all).toBeGreaterThan(10 * FEW)
  expect(Math.max(...counts)).toBeLessThan(FEW)
  expect(errors).toEqual([])
  await context.close()
})

/** Returns the names of the animations that run without an end. */
function endlessAnimations(): string[] {
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity)
    .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'by script'))
}

it.each(['/', CASE_PAGE, '/raffle', '/wheel', '/upgrade', '/battles'])(
  'nothing moves for ever on %s, which would have the screen drawn sixty times a second',
  async (path) => {
    const { page, context, errors } = await visit(browser, site, 'en', 'phone')
    await page.goto(`${site.url}${path}`)
    await expect.poll(() => page.evaluate(endlessAnimations)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  },
)
