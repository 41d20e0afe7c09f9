// All texts that a shop may edit, read and checked: its brand, its operator's details and its static pages.
import type { Language } from '../game/base/language.ts'
import { type Brand, readBrand } from './brand/brand.ts'
import { checkPages, inOrder } from './check-pages.ts'
import { SOURCE_LANGUAGE } from './front-matter.ts'
import { termsVersion } from './page-texts.ts'
import { readPictures, type ShopPictures } from './pictures.ts'
import type { Details } from './read-page.ts'
import type { Languages } from './read-pages.ts'
import { type ReplyWords, readReplyWords } from './reply-words.ts'
import { OWN_PAGES, type OwnPage, PROTECTION_TOOLS } from './routes.ts'
import { type FileFault, pageFile, type ShopFiles } from './shop-files.ts'
import { type PageText, renderPage, type StaticPage } from './static-page.ts'

export interface ShopTexts {
  readonly brand: Brand
  /** The names of the static pages, which are their addresses. */
  readonly pageNames: ReadonlySet<string>
  /** Returns a static page, rendered once; undefined where there is none of that name. */
  page(name: string, language: Language): Promise<StaticPage | undefined>
  /** Returns a static page that each shop has. */
  ownPage(name: OwnPage, language: Language): Promise<StaticPage>
  /** What pages name as `{{name}}`: the operator's details, and numbers of the rules with their units. */
  readonly details: Readonly<Record<Language, Details>>
  /** The pictures that pages show. */
  readonly pictures: ShopPictures
  /** The shop's own words of answers and messages. */
  readonly replies: ReplyWords
  /** The version of the terms that a sign-in agrees to. */
  readonly termsVersion: string
}

/** The texts, or what is wrong with the files. */
export type ReadTexts = { readonly texts: ShopTexts } | { readonly faults: readonly FileFault[] }

/** Returns a fault for each page that the site links to and that is not there, and for each heading that one of them needs. */
function ownPageFaults(pages: ReadonlyMap<string, Languages>): FileFault[] {
  const missing = OWN_PAGES.filter((name) => !pages.has(name)).map((name) => ({
    file: pageFile(name, SOURCE_LANGUAGE),
    line: 1,
    fault: `is missing: the site links to /${name}`,
  }))
  const protection = pages.get('protection')?.get(SOURCE_LANGUAGE)
  if (protection === undefined) return missing
  const ids = new Set(protection.read.headings.filter(({ level }) => level === 2).map(({ id }) => id))
  const lacking = PROTECTION_TOOLS.filter((id) => !ids.has(id)).map((id) => ({
    file: protection.file,
    line: 1,
    fault: `heading ## {#${id}} is missing: the page has a control below it`,
  }))
  return [...missing, ...lacking]
}

/** Returns the texts of a page that were read without faults. */
function textsOf(languages: Languages): ReadonlyMap<Language, PageText> {
  return new Map(
    [...languages.values()].flatMap(({ language, text, read: { front } }) =>
      front === undefined ? [] : [[language, { language, text, front }] as const],
    ),
  )
}

/** Reads the texts of a shop from its files; nothing is taken where anything is wrong. */
export function readShopTexts(files: ShopFiles): ReadTexts {
  const read = checkPages(files)
  const brand = readBrand(files)
  const replies = readReplyWords(files)
  const { pictures, faults: wrongPictures } = readPictures(files)
  const faults = [
    ...('faults' in brand ? brand.faults : []),
    ...('faults' in replies ? replies.faults : []),
    ...read.faults,
    ...wrongPictures,
  ]
  if (read.pages.size > 0 || read.faults.length === 0) faults.push(...ownPageFaults(read.pages))
  if ('faults' in brand || 'faults' in replies || faults.length > 0) return { faults: inOrder(faults) }
  const pages = new Map([...read.pages].map(([name, languages]) => [name, textsOf(languages)]))
  const rendered = new Map<string, Promise<StaticPage>>()
  const page = async (name: string, language: Language): Promise<StaticPage | undefined> => {
    const text = pages.get(name)?.get(language)
    if (text === undefined) return undefined
    const key = pageFile(name, language)
    const rendering = rendered.get(key) ?? renderPage(text, read.details[language], pictures)
    rendered.set(key, rendering)
    return rendering
  }
  const texts: ShopTexts = {
    brand: brand.brand,
    pageNames: new Set(pages.keys()),
    page,
    ownPage: async (name, language) => {
      const own = await page(name, language)
      if (own === undefined) throw new Error(`${pageFile(name, language)} is missing, which the check has let pass`)
      return own
    },
    details: read.details,
    pictures,
    replies: replies.words,
    termsVersion: termsVersion(files),
  }
  return { texts }
}

/** The texts of a site while it runs. */
export interface TextsSource {
  readonly current: ShopTexts
  /** Calls a listener after each change; returns what ends it. */
  onChange(listener: () => void): () => void
}
