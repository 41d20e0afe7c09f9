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

/**
 * Returns the empty shapes of a page that only a background or a shadow draws, and that are gone with forced colours: slots, dots, bars,
 * places. What holds a text or a picture is still there without its ground.
 */
export async function lostShapes(page: Page): Promise<string[]> {
  const LEAST = 6
  const MOST = 400
  await page.emulateMedia({ forcedColors: 'none' })
  const count = await page.evaluate(
    ([least, most]) => {
      const drawn = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        if (width < least || height < least || width > most || height > most) return false
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
        if (element.closest('[aria-busy="true"], svg, [data-horizon], [hidden]') !== null) return false
        if (element.textContent.trim() !== '' || element.querySelector('img, svg, canvas, input') !== null) return false
        if (element.matches('img, input, br, canvas, picture, source')) return false
        const { backgroundColor, backgroundImage, boxShadow, borderRadius } = getComputedStyle(element)
        const hasGround = !/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== 'none' || boxShadow !== 'none'
        return hasGround && borderRadius !== '0px'
      })
      for (const element of drawn) element.dataset.testShape = ''
      return drawn.length
    },
    [LEAST, MOST] as const,
  )
  await page.emulateMedia({ forcedColors: 'active' })
  if (count === 0) return []
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-test-shape]')]
      .filter((element) => {
        const { outlineStyle, borderTopStyle, borderBottomStyle, forcedColorAdjust, backgroundColor } =
          getComputedStyle(element)
        const page = getComputedStyle(document.documentElement).backgroundColor
        const isFilled = backgroundColor !== page && !/^rgba\(.*, 0\)$/.test(backgroundColor)
        const before = getComputedStyle(element, '::before')
        const styles = [
          outlineStyle,
          borderTopStyle,
          borderBottomStyle,
          before.content === 'none' ? 'none' : before.borderTopStyle,
        ]
        const hasEdge = styles.some((style) => style !== 'none')
        return !hasEdge && !isFilled && forcedColorAdjust !== 'none'
      })
      .map((element) => `${element.tagName.toLowerCase()} ${element.className} in ${element.parentElement?.className}`),
  )
}
