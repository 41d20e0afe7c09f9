// All conventions of one working copy.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asvsFaults } from './asvs.ts'
import { dependencyFaults } from './dependencies.ts'
import { astroImports, leftOut, leftOver } from './sources.ts'
import { readTexts, textFaults, unusedTexts } from './texts.ts'
import { type Fault, readTree } from './tree.ts'

/** Endings of what people write here, of everything that may hold a note. */
const WRITTEN = ['.ts', '.tsx', '.mjs', '.astro', '.css', '.sql', '.md']

/** What the papers of the house say of it: the security table and the licences. */
export async function checkPapers(root: string): Promise<Fault[]> {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')
  const [manifest, lock, page, security] = await Promise.all(
    ['package.json', 'package-lock.json', 'docs/licences.md', 'docs/security.md'].map(read),
  )
  return [
    ...dependencyFaults({ manifest: manifest ?? '', lock: lock ?? '', page: page ?? '' }),
    ...asvsFaults(security ?? '', (path) => existsSync(join(root, path))),
  ]
}

/**
 * Everything in a working copy that breaks a convention.
 *
 * @param root its folder
 */
export async function checkConventions(root: string): Promise<Fault[]> {
  const [locales, sources, tests, scripts] = await Promise.all([
    readTree(root, 'src/i18n/locales', ['.json']),
    readTree(root, 'src', WRITTEN),
    readTree(root, 'tests', WRITTEN),
    readTree(root, 'scripts', WRITTEN),
  ])
  const { namespaces, faults } = readTexts(locales)
  const code = sources.filter(({ path }) => /\.(tsx?|astro)$/.test(path) && !path.endsWith('.d.ts'))
  return [
    ...faults,
    ...textFaults(namespaces),
    ...unusedTexts(namespaces, code),
    ...leftOver([...sources, ...tests, ...scripts]),
    ...leftOut(tests.filter(({ path }) => /\.tsx?$/.test(path))),
    ...astroImports(sources.filter(({ path }) => path.endsWith('.astro'))),
  ]
}
