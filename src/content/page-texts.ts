// What a site has to know of the texts of its pages besides showing them: placeholders that are left in them, and the version of its terms.
import { createHash } from 'node:crypto'
import { placeholdersInText } from './operator.ts'
import { OPERATOR_FILE, pageFile, pageFiles, type ShopFiles } from './shop-files.ts'

/** Returns the placeholders in all pages, each with its file: `pages/faq/en.md: [company]`. */
export function pagePlaceholders(files: ShopFiles, nameOf: (file: string) => string = (file) => file): string[] {
  return pageFiles(files).flatMap(({ file }) =>
    placeholdersInText(files[file] ?? '').map((placeholder) => `${nameOf(file)}: ${placeholder}`),
  )
}

/** Returns the operator's details as they are written; undefined where they are no JSON, which the check of the texts reports. */
export function operatorIn(files: ShopFiles): unknown {
  try {
    return JSON.parse(files[OPERATOR_FILE] ?? '')
  } catch {
    return undefined
  }
}

/**
 * Returns the version of the terms that a player agrees to: the day of the English text, and the beginning of the SHA-256 of the texts in
 * all languages and of the operator's details that they name. Whoever has the texts can compute it again.
 *
 * @example termsVersion(files) // '2026-11-23.5f0c2b9a41d7'
 */
export function termsVersion(files: ShopFiles): string {
  const hash = createHash('sha256')
  const terms = pageFiles(files).filter(({ page }) => page === 'terms-of-use')
  for (const { file, language } of terms) hash.update(`${language}.md\n`).update(files[file] ?? '')
  hash.update(files[OPERATOR_FILE] ?? '')
  const english = pageFile('terms-of-use', 'en')
  const day = /^updated: (\d{4}-\d{2}-\d{2})$/m.exec(files[english] ?? '')?.[1]
  if (day === undefined) throw new Error(`${english} has no line such as updated: 2026-11-21`)
  return `${day}.${hash.digest('hex').slice(0, 12)}`
}
