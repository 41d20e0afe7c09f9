// How a page looks where the reader's own colours replace its grounds and shadows: what only they drew is gone.
import type { Page } from 'playwright'

/** Where something is typed or chosen from a list. */
export const FIELDS = 'main :is(input, select, textarea):not([type="checkbox"], [type="radio"])'

/** Names of the fields in sight whose edge is gone with them: neither they nor what is around them has a line of its own. */
export async function fieldsWithoutEdge(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  return page.evaluate((fields) => {
    const hasEdge = (element: Element | null): boolean => {
      if (element === null) return false
      const { outlineStyle, borderBlockEndStyle, borderBlockEndWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' || (borderBlockEndStyle !== 'none' && borderBlockEndWidth !== '0px')
    }
    return [...document.querySelectorAll(fields)]
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => !hasEdge(field) && !hasEdge(field.parentElement))
      .map((field) => field.getAttribute('aria-label') ?? (field.id || field.outerHTML.slice(0, 80)))
  }, FIELDS)
}
