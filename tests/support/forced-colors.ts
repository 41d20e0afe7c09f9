// The look of a page with forced colours, which replace its backgrounds and shadows: what only those drew is invisible.
import type { Page } from 'playwright'

/** Elements where the reader types or selects from a list. A slider has a track of its own in their place. */
export const FIELDS = 'main :is(input, select, textarea):not([type="checkbox"], [type="radio"], [type="range"])'

/** Returns the names of visible fields without a border: neither they nor their surroundings have one. */
export async function fieldsWithoutBorder(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  return page.evaluate((fields) => {
    const hasBorder = (element: Element | null): boolean => {
      if (element === null) return false
      const { outlineStyle, borderBlockEndStyle, borderBlockEndWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' || (borderBlockEndStyle !== 'none' && borderBlockEndWidth !== '0px')
    }
    return [...document.querySelectorAll(fields)]
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => !hasBorder(field) && !hasBorder(field.parentElement))
      .map((field) => field.getAttribute('aria-label') ?? (field.id || field.outerHTML.slice(0, 80)))
  }, FIELDS)
}

/** Returns the addresses of visible payment pictures without a dark ground of their own: they are light, and so may be the page. */
export async function paymentPicturesWithoutGround(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img[src*="/payments/"]')]
      .filter((picture) => {
        const { backgroundColor, forcedColorAdjust } = getComputedStyle(picture)
        return forcedColorAdjust !== 'none' || backgroundColor === 'rgba(0, 0, 0, 0)'
      })
      .map(({ src }) => src),
  )
}

/** Returns the parents of visible icons with a colour of their own, which may be light on a light page: browsers leave that of SVG as it is. */
export async function iconsWithOwnColour(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  return page.evaluate(() =>
    [...document.querySelectorAll('svg')]
      .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
      .filter((icon) => {
        const parent = icon.parentElement
        return parent !== null && getComputedStyle(icon).color !== getComputedStyle(parent).color
      })
      .map((icon) => icon.parentElement?.outerHTML.slice(0, 80) ?? ''),
  )
}
