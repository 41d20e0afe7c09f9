// What the pictures of links say: those of pages their titles, those of cases their names and prices.
import { logoMark, type PictureBrand } from '../../art/logo.ts'
import type { ShopTexts } from '../../content/shop-texts.ts'
import type { StaticPage } from '../../content/static-page.ts'
import type { Language } from '../../game/base/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { type Namespace, RESOURCES } from '../../i18n/resources.ts'
import { RULE_NUMBERS } from '../../i18n/rule-numbers.ts'
import { textFor } from '../../i18n/text.ts'
import type { LinkDrawing } from './draw-link-picture.ts'
import { INDEXED_PAGES } from './search.ts'

/** The hue of the site. */
export const SITE_HUE = 226

/** Pages whose texts have another name than their path. */
const TEXTS_OF: Readonly<Record<string, string>> = {
  '/': 'cases',
  '/battles/new': 'battleNew',
  '/terms-of-use': 'terms',
}

type PageTexts = (typeof RESOURCES)['en'][Extract<Namespace, 'pages'>]

/** Pages with a title and a description. */
type Pictured = {
  [Name in keyof PageTexts]: PageTexts[Name] extends { title: string; description: string } ? Name : never
}[keyof PageTexts]

/** Returns the name under which a page has its title and description. */
function pageNameOf(path: string): Pictured {
  const name = TEXTS_OF[path] ?? path.slice(1)
  const page = (Object.keys(RESOURCES.en.pages) as Pictured[]).find((one) => one === name)
  if (page === undefined) throw new Error(`${path} has no texts`)
  return page
}

/** Tells whether a page has a picture of its own. */
export function hasPicture(path: string, { pageNames }: Pick<ShopTexts, 'pageNames'>): boolean {
  return (INDEXED_PAGES as readonly string[]).includes(path) || pageNames.has(path.slice(1))
}

/** What a title begins with before its page's own words. */
const BEFORE_TITLE = /^\s*[—-]\s*/

/** The words of a page of the shop's texts. */
export type PageWords = Pick<StaticPage, 'title' | 'description'>

/**
 * Returns the picture of a page, without the name of the shop in its title: that is beside the logo.
 *
 * @param own its words, where it is one of the shop's texts
 */
export function pageDrawing(path: string, language: Language, brand: PictureBrand, own?: PageWords): LinkDrawing {
  const float = logoMark(brand)
  if (own !== undefined) return { subject: { brand, title: own.title, lead: own.description, hue: SITE_HUE }, float }
  const t = textFor(language, 'pages')
  const page = pageNameOf(path)
  const title = t(`${page}.title`, { brand: '' }).replace(BEFORE_TITLE, '')
  const lead = t(`${page}.description`, RULE_NUMBERS)
  return { subject: { brand, title, lead, hue: SITE_HUE }, float }
}

/** What the picture of a case says. */
export interface PicturedCase {
  readonly name: Readonly<Record<Language, string>>
  /** In cents. */
  readonly price: number
  readonly items: number
  /** The hue of the light behind its crate. */
  readonly hue: number
}

/** Returns the picture of a case. */
export function caseDrawing(
  { name, price, items, hue }: PicturedCase,
  crate: string,
  language: Language,
  brand: PictureBrand,
): LinkDrawing {
  const offer = { price: formatMoney(price), words: textFor(language, 'common')('items', { count: items }) }
  return { subject: { brand, title: name[language], lead: '', offer, hue }, float: crate }
}
