// Runs all checks of one working copy.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asvsFaults } from './asvs.ts'
import { dependencyFaults } from './dependencies.ts'
import { astroImports, clientFaults, mixedGradients, rootHas, skippedTests, unfinishedNotes } from './sources.ts'
import { readTexts, textFaults, unusedTexts } from './texts.ts'
import { type Fault, readTree } from './tree.ts'

/** Extensions of files that people write. */
const WRITTEN = ['.ts', '.tsx', '.mjs', '.astro', '.css', '.sql', '.md']

/** Checks the documents that make claims about the code: the security table and the licences. */
export async function checkDocuments(root: string): Promise<Fault[]> {
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
 * Checks texts and sources of a working copy.
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
  const styles = sources.filter(({ path }) => /\.(css|astro)$/.test(path))
  return [
    ...faults,
    ...textFaults(namespaces),
    ...unusedTexts(namespaces, code),
    ...unfinishedNotes([...sources, ...tests, ...scripts]),
    ...skippedTests(tests.filter(({ path }) => /\.tsx?$/.test(path))),
    ...clientFaults(code),
    ...mixedGradients(styles),
    ...rootHas(styles),
    ...astroImports(sources.filter(({ path }) => path.endsWith('.astro'))),
  ]
}
