// The addresses of the site, read from the tree of its pages.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Whether an address without a language, such as `/faq` or `/case/orion`, leads to a page. */
export type IsRoute = (path: string) => boolean

/** Screens that one file with a parameter lists in its getStaticPaths. */
const LISTED = /\bscreen: '([\w-]+)'/g
const PARAMETER = /\[[^\]]+\]/g

/**
 * Reads the routes.
 *
 * @param folder the one that stands for the language, `src/pages/[lang]`
 */
export async function siteRoutes(folder: string): Promise<IsRoute> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const exact = new Set<string>()
  const patterns: RegExp[] = []
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.astro')) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`.replace(/(\/index)?\.astro$/, '')
    if (/^\/\[[^\]/]+\]$/.test(path)) {
      // One parameter alone would match any address: only the screens that it lists are pages.
      for (const [, screen = ''] of (await readFile(file, 'utf8')).matchAll(LISTED)) exact.add(`/${screen}`)
    } else if (path.includes('[')) patterns.push(new RegExp(`^${path.replaceAll(PARAMETER, '[\\w-]+')}$`))
    else if (path !== '/404') exact.add(path === '' ? '/' : path)
  }
  return (path) => exact.has(path) || patterns.some((pattern) => pattern.test(path))
}
