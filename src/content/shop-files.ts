// The texts that a shop may edit, as files by their names, wherever they are kept; and what can be wrong with one of them.

/**
 * Texts by name: `brand.json`, the drawing that it names, `operator.json`, `rewards.json`, `payments.json`, `pages/{page}/{language}.md`, and the
 * pictures of pages in base64, `pictures/{hash}.webp`.
 */
export type ShopFiles = Readonly<Record<string, string>>

export const BRAND_FILE = 'brand.json'
export const OPERATOR_FILE = 'operator.json'
/** A shop's own words of messages; most have none. */
export const REPLIES_FILE = 'replies.json'
/** The files with the numbers of the rules that pages name. */
export const RULE_FILES = ['payments.json', 'rewards.json'] as const

const PAGES = 'pages'

/** Something wrong in a text; the line counts from 1. */
export interface TextFault {
  readonly line: number
  /** The name of a detail that is unknown: it is reported once for all pages. */
  readonly detail?: string
  readonly fault: string
}

/** A fault with the name of the file that has it. */
export interface FileFault extends TextFault {
  readonly file: string
}

/** Formats a fault: `pages/faq/ru.md:3: what is wrong`. */
export function formatFault({ file, line, fault }: FileFault): string {
  return `${file}:${line}: ${fault}`
}

/** Returns the name of a page's text; `language` may be none of the site. */
export function pageFile(page: string, language: string): string {
  return `${PAGES}/${page}/${language}.md`
}

/** A Markdown file of a page. */
export interface PageFile {
  readonly file: string
  readonly page: string
  /** What it is named after, whether or not it is a language of the site. */
  readonly language: string
}

/** Returns the Markdown files of pages, in the order of their names. */
export function pageFiles(files: ShopFiles): PageFile[] {
  return Object.keys(files)
    .sort()
    .flatMap((file) => {
      const [, page, language] = /^pages\/([^/]+)\/([^/]+)\.md$/.exec(file) ?? []
      return page === undefined || language === undefined ? [] : [{ file, page, language }]
    })
}
