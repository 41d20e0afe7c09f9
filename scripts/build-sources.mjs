// What a build is made from: the files that its scripts and pages import, found by their imports, and the folders that are read whole. Plain
// JavaScript for Node 18, like steps.mjs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What a build runs, besides the pages in `src`. */
export const ENTRIES = ['astro.config.mjs', 'vite.office.config.mjs', 'scripts/check-build.ts', 'scripts/typefaces.ts']

/** Read by the build without being imported. */
const READ_WHOLE = ['src', 'public', 'data', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Only what the build imports of it. */
const NOT_BUILT = /^src\/server\//

const SCRIPT = /\.(mjs|ts|tsx|astro)$/
/** A relative import; one of types alone is erased. */
const IMPORT =
  /^[ \t]*(?:import|export)\s+(?!type\b)(?:[^'"()]*?\bfrom\s*)?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm

/** Returns the paths of the files at and below a path of the project, sorted. */
export function filesBelow(path, root = ROOT) {
  const full = posix.join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, root))
}

/** Returns the files of the project that a script imports, as paths of the project. */
export function importsOf(path, text) {
  if (!SCRIPT.test(path)) return []
  const specifiers = [...text.matchAll(IMPORT)].map(([, written, lazy]) => written ?? lazy)
  return specifiers.map((specifier) => posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')))
}

/**
 * Returns the files that a build is made from and their texts, by path, sorted.
 *
 * @param {string} [root] the folder of the project
 * @returns {Map<string, Buffer>}
 */
export function buildSources(root = ROOT) {
  const texts = new Map()
  const waiting = [
    ...READ_WHOLE.flatMap((path) => filesBelow(path, root)).filter((path) => !NOT_BUILT.test(path)),
    ...ENTRIES,
  ]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // The build itself reports an import that leads nowhere; the example of a comment is none.
    if (texts.has(path) || !existsSync(posix.join(root, path))) continue
    const text = readFileSync(posix.join(root, path))
    texts.set(path, text)
    waiting.push(...importsOf(path, SCRIPT.test(path) ? text.toString() : ''))
  }
  return new Map([...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns a digest of all that a build is made from. */
export function sourceDigest(root = ROOT) {
  const hash = createHash('sha256')
  for (const [path, text] of buildSources(root)) hash.update(path).update('\0').update(text).update('\0')
  return hash.digest('hex')
}
