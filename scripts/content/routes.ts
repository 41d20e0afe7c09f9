// Reads the addresses of the site from the tree of its pages.
import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'

/** Tells whether an address without a language, such as `/faq` or `/case/orion`, leads to a page. */
export type IsRoute = (path: string) => boolean

/** Pages that no link leads to, and the one whose addresses are the folders of src/content. */
const NOT_LINKED = ['404.astro', '[page].astro']

const PARAMETER = /\[[^\]]+\]/g

/**
 * Reads the routes.
 *
 * @param folder of the pages in one language, `src/pages/[lang]`
 */
export async function siteRoutes(folder: string): Promise<IsRoute> {
  const files = await readdir(folder, { recursive: true })
  const patterns = files
    .filter((file) => file.endsWith('.astro') && !NOT_LINKED.includes(file))
    .map((file) =>
      file
        .split(sep)
        .join('/')
        .replace(/(^|\/)index\.astro$|\.astro$/, ''),
    )
    .map((path) => new RegExp(`^/${path.replaceAll(PARAMETER, '[\\w-]+')}$`))
  return (path) => patterns.some((pattern) => pattern.test(path))
}
