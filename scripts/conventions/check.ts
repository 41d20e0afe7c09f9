// Runs all checks of one working copy.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asvsFaults } from './asvs.ts'
import { brandNames } from './brand.ts'
import type { WorkingCopy } from './claims.ts'
import { dependencyFaults } from './dependencies.ts'
import { documentFaults } from './links.ts'
import { moneySigns } from './money-signs.ts'
import { moneyWrites } from './money-writes.ts'
import { officeTexts } from './office-texts.ts'
import { operatorFaults } from './operator-code.ts'
import { bareTexts } from './own-elements.ts'
import { runbookFaults } from './runbooks.ts'
import {
  astroImports,
  clientFaults,
  hiddenStates,
  mixedGradients,
  ownDates,
  pageScriptImports,
  rootHas,
  skippedTests,
  unfinishedNotes,
} from './sources.ts'
import { specificationFaults } from './specification.ts'
import { readTexts, textFaults, unusedTexts } from './texts.ts'
import { type Fault, readTree } from './tree.ts'

/** Extensions of files that people write. */
const WRITTEN = ['.ts', '.tsx', '.mjs', '.astro', '.css', '.sql', '.md']

/** Returns the files of a working copy. */
export function openWorkingCopy(root: string): WorkingCopy {
  return {
    exists: (path) => existsSync(join(root, path)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
  }
}

/** Checks the documents that make claims about the code: specification, security table, licences and runbooks, and the links of all. */
export function checkDocuments(root: string): Fault[] {
  const files = openWorkingCopy(root)
  const { read } = files
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort()
  return [
    ...dependencyFaults({
      manifest: read('package.json'),
      lock: read('package-lock.json'),
      page: read('docs/licences.md'),
    }),
    ...specificationFaults(read('docs/specification.md'), files),
    ...asvsFaults(read('docs/asvs.md'), files),
    ...runbookFaults(read('deploy/alerts.yml'), read('docs/runbooks.md')),
    ...documentFaults(
      documents.map((path) => ({ path, text: read(path) })),
      files,
    ),
  ]
}

/**
 * Checks texts and sources of a working copy.
 *
 * @param root its folder
 */
export async function checkConventions(root: string): Promise<Fault[]> {
  const [locales, sources, tests, scripts, data, publicFiles] = await Promise.all([
    readTree(root, 'src/i18n/locales', ['.json']),
    readTree(root, 'src', WRITTEN),
    readTree(root, 'tests', WRITTEN),
    readTree(root, 'scripts', WRITTEN),
    readTree(root, 'data', ['.json']),
    readTree(root, 'public', ['.json', '.svg', '.txt']),
  ])
  const { namespaces, faults } = readTexts(locales)
  const code = sources.filter(({ path }) => /\.(tsx?|astro)$/.test(path) && !path.endsWith('.d.ts'))
  const pages = sources.filter(({ path }) => path.endsWith('.astro'))
  const styles = sources.filter(({ path }) => /\.(css|astro)$/.test(path))
  return [
    ...faults,
    ...textFaults(namespaces),
    ...unusedTexts(namespaces, code),
    ...officeTexts(code),
    ...unfinishedNotes([...sources, ...tests, ...scripts]),
    ...skippedTests(tests.filter(({ path }) => /\.tsx?$/.test(path))),
    ...clientFaults(code),
    ...moneyWrites([...code, ...scripts]),
    ...moneySigns(code, locales),
    ...brandNames([...sources, ...locales, ...data, ...publicFiles]),
    ...hiddenStates(code),
    ...ownDates(code),
    ...bareTexts(code.filter(({ path }) => /^src\/(islands|office)\/.*\.tsx$/.test(path))),
    ...operatorFaults([...code, ...scripts]),
    ...mixedGradients(styles),
    ...rootHas(styles),
    ...astroImports(pages),
    ...pageScriptImports(pages),
  ]
}
