// What journeys by the keyboard alone have in common: where the focus is, and what a key has bought.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** Calls that spend money or a chance: none may follow a key that the player pressed twice. */
const SPENDING =
  /\/api\/(case\/[^/]+\/open|free-case\/|wheel\/spin|upgrade$|contract$|battles|raffle\/|calendar\/|missions\/|user\/items\/)/

/** Records the calls of a page that spend; returns the paths so far. */
export function recordSpending(page: Page): () => readonly string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && SPENDING.test(pathname)) paths.push(pathname)
  })
  return () => [...paths]
}

/** Waits for two frames: what had the focus is gone in the first, and the focus is elsewhere in the second. */
function twoFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Presses a key on an element that the keyboard has reached. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus()
  await target.page().keyboard.press(key)
}

/**
 * Presses Tab until an element has the focus.
 *
 * @param most so many times at most
 * @param key the way: forward or back
 * @throws an error that names the stops on the way
 */
export async function tabTo(target: Locator, most: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await target.first().waitFor()
  const stops: string[] = []
  while (!(await target.evaluateAll((elements) => elements.some((element) => element === document.activeElement)))) {
    if (stops.length === most) throw new Error(`${most} stops, none of them ${target}: ${stops.join(', ')}`)
    await page.keyboard.press(key)
    stops.push(await focused(page))
  }
}

/** The focused element: its tag and its name. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? document.body
    const name = document.activeElement?.getAttribute('aria-label') ?? textContent.trim().slice(0, 40)
    return `${tagName.toLowerCase()} ${tagName === 'BODY' ? '' : name}`.trim()
  })
}

/** Stops the page's time, and returns what lets it go on: a busy machine presses no later than a person would. */
async function stopTime(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const at = performance.now()
    performance.now = () => at
  })
  return () => page.evaluate(() => Reflect.deleteProperty(performance, 'now')).then(() => undefined)
}

/**
 * Presses Enter once more, where the first has made its button disappear: the focus is on the page's own elements, before and after, and
 * nothing more is bought.
 */
export async function expectSecondEnterIsSafe(page: Page, spending: () => readonly string[]): Promise<void> {
  const before = spending()
  const goOn = await stopTime(page)
  for (let presses = 0; presses < 2; presses++) {
    await expect.poll(() => focused(page), { timeout: 3_000 }).not.toBe('body')
    await page.keyboard.press('Enter')
    await twoFrames(page)
  }
  await expect.poll(() => focused(page), { timeout: 3_000 }).not.toBe('body')
  await goOn()
  expect(spending()).toEqual(before)
}
