// The Markdown texts of the static pages, as files: for checks when a live site starts, and for the version of its terms.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeholdersInText } from './operator.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

const filesOf = (page: string): string[] =>
  readdirSync(join(FOLDER, page))
    .filter((name) => name.endsWith('.md'))
    .sort()

const textOf = (page: string, name: string): string => readFileSync(join(FOLDER, page, name), 'utf8')

/** Returns the placeholders in all pages, each with its file: `src/content/faq/en.md: [company]`. */
export function pagePlaceholders(): string[] {
  const pages = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return pages.flatMap(({ name: page }) =>
    filesOf(page).flatMap((file) =>
      placeholdersInText(textOf(page, file)).map((placeholder) => `src/content/${page}/${file}: ${placeholder}`),
    ),
  )
}

/**
 * Returns the version of the terms that a player agrees to: the day of the English text, and the beginning of the SHA-256 of the texts in
 * all languages and of the operator's details that they name. Whoever has the texts can compute it again.
 *
 * @example termsVersion() // '2026-11-23.5f0c2b9a41d7'
 */
export function termsVersion(): string {
  const page = 'terms-of-use'
  const hash = createHash('sha256')
  for (const name of filesOf(page)) hash.update(`${name}\n`).update(textOf(page, name))
  hash.update(readFileSync(join(FOLDER, 'operator.json')))
  const day = /^updated: (\d{4}-\d{2}-\d{2})$/m.exec(textOf(page, 'en.md'))?.[1]
  if (day === undefined) throw new Error('src/content/terms-of-use/en.md has no line such as updated: 2026-11-21')
  return `${day}.${hash.digest('hex').slice(0, 12)}`
}
