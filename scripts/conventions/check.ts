// All conventions of one working copy.
import { astroImports, leftOut, leftOver } from './sources.ts'
import { readTexts, textFaults, unusedTexts } from './texts.ts'
import { type Fault, readTree } from './tree.ts'

/** Endings of what people write here, of everything that may hold a note. */
const WRITTEN = ['.ts', '.tsx', '.mjs', '.astro', '.css', '.sql', '.md']

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
