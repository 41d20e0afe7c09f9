// The checked documents are up to date: the specification, the security table, runbooks, links, exact versions, licences. Each check finds
// its mistakes.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsFaults, REQUIREMENTS } from '../../../scripts/conventions/asvs.ts'
import { checkDocuments, openWorkingCopy } from '../../../scripts/conventions/check.ts'
import { dependencyFaults } from '../../../scripts/conventions/dependencies.ts'
import { documentFaults } from '../../../scripts/conventions/links.ts'
import { runbookFaults } from '../../../scripts/conventions/runbooks.ts'
import { specificationFaults } from '../../../scripts/conventions/specification.ts'
import { licenceFault, licencesPage, shippedIn } from '../../../scripts/licences/shipped.ts'

const root = join(import.meta.dirname, '../../..')
const files = openWorkingCopy(root)
const { read } = files
const textsOf = (faults: readonly { fault: string }[]): string[] => faults.map(({ fault }) => fault)

describe('the security table', () => {
  const page = read('docs/asvs.md')

  it('has every requirement of the levels 1 and 2 once, with tests that exist', () => {
    expect(asvsFaults(page, files)).toEqual([])
    expect([...REQUIREMENTS.values()].filter((level) => level === '1')).toHaveLength(70)
    expect(REQUIREMENTS.size).toBe(253)
  })

  it('counts its rows correctly', () => {
    const count = (state: string): number => page.split(`| ${state} |`).length - 1
    expect(page).toContain(
      `253 requirements: ${count('held')} held, ${count('not applicable')} not applicable, ${count('open')} open.`,
    )
  })

  it.each([
    ['a missing row', (text: string) => text.replace(/^\| 4\.1\.3 .*\n/m, ''), '4.1.3 is missing'],
    ['a duplicate row', (text: string) => text.replace(/^(\| 4\.1\.3 .*\n)/m, '$1$1'), '4.1.3 has two rows'],
    ['another level', (text: string) => text.replace('| 4.1.3 | 2 |', '| 4.1.3 | 1 |'), '4.1.3 is of level 2'],
    [
      'a number of level 3',
      (text: string) => text.replace('| 4.1.3 | 2 |', '| 4.1.4 | 2 |'),
      '4.1.4 is no requirement of the levels 1 and 2',
    ],
    [
      'an unknown state',
      (text: string) => text.replaceAll('| held |', '| fine |'),
      '1.1.1 is "fine", expected one of: held, not applicable, open',
    ],
    [
      'a test that does not exist',
      (text: string) => text.replaceAll('fuzz.test.ts', 'gone.test.ts'),
      '1.1.1 names tests/security/gone.test.ts, which does not exist',
    ],
    ['held without a test', (text: string) => text.replaceAll('`tests/', '`'), '1.1.1 is held, but names no test'],
  ])('is refused with %s', (_what, change, fault) => {
    expect(textsOf(asvsFaults(change(page), files))).toContain(fault)
  })
})

describe('the specification', () => {
  const page = read('docs/specification.md')
  const withoutLine = (number: string) => (text: string) =>
    text.replace(new RegExp(`^\\| ${number.replace('.', '\\.')} .*\n`, 'm'), '')
  /** Changes the row of a number. */
  const inRow =
    (number: string, from: RegExp, to: string) =>
    (text: string): string =>
      text
        .split('\n')
        .map((line) => (line.startsWith(`| ${number} |`) ? line.replace(from, to) : line))
        .join('\n')

  it('names existing files and tests for each requirement', () => {
    expect(specificationFaults(page, files)).toEqual([])
  })

  it.each([
    ['a missing row', withoutLine('4.6'), '4.7 follows 4.5'],
    ['a row twice', (text: string) => text.replace(/^(\| 4\.6 .*\n)/m, '$1$1'), '4.6 follows 4.6'],
    ['a row of another section', inRow('5.1', /5\.1/, '4.1'), '4.1 is in section 5'],
    [
      'a section less',
      (text: string) => text.replace(/^## 6\. [\s\S]*?(?=^## 7\. )/m, ''),
      'section 7 follows section 5',
    ],
    [
      'no last section',
      (text: string) => text.replace(/^## 9\. [\s\S]*/m, ''),
      'ends with section 8, expected rows of 9',
    ],
    ['a section without rows', (text: string) => text.replaceAll(/^\| 6\..*\n/gm, ''), 'section 6 has no rows'],
    [
      'a file that does not exist',
      inRow('2.5', /index\.astro/, 'home.astro'),
      '2.5 names src/pages/[lang]/home.astro, which does not exist',
    ],
    [
      'a test file that does not exist',
      inRow('2.9', /upgrade\.test/, 'upgrading.test'),
      '2.9 names tests/e2e/games/upgrading.test.ts, which does not exist',
    ],
    [
      'a test that its file does not have',
      inRow('4.12', /“is pending/, '“is waiting'),
      '4.12 names “is waiting until the first response”, which is no test of tests/stores/live/live.test.ts',
    ],
    [
      'a title that is a part of another one',
      inRow('3.17', /“are at least 400, of all seven rarities”/, '“are at least 400”'),
      '3.17 names “are at least 400”, which is no test of tests/game/catalogue/catalogue.test.ts',
    ],
    ['no file', inRow('2.9', /`src[^|]*/, ''), '2.9 names no file'],
    ['no test', inRow('2.9', /`tests[^|]*/, ''), '2.9 names no test, and does not say why there is none'],
    ['no reason', inRow('2.9', /`tests[^|]*/, 'none: '), '2.9 names no test, and does not say why there is none'],
  ])('is refused with %s', (_what, change, fault) => {
    expect(change(page)).not.toBe(page)
    expect(textsOf(specificationFaults(change(page), files))).toContain(fault)
  })

  it('is refused with another count than its own', () => {
    const faults = textsOf(specificationFaults(withoutLine('9.23')(page), files))
    expect(faults).toEqual([expect.stringMatching(/^lacks its own count: \d+ requirements, \d+ with a deviation, /)])
  })
})

describe('the documents', () => {
  it('have no faults', () => {
    expect(checkDocuments(root)).toEqual([])
  })

  it.each([
    ['[a](docs/gone.md)', 'links to docs/gone.md, which does not exist'],
    ['[a](docs/operating.md#gone)', 'links to docs/operating.md#gone, which is no heading there'],
    ['[a](#gone)', 'links to #gone, which is no heading there'],
    ['Run `npm run gone`.', 'names “npm run gone”, which package.json does not have'],
  ])('are refused with %s', (text, fault) => {
    expect(documentFaults([{ path: 'README.md', text }], files)).toEqual([{ file: 'README.md', fault }])
  })

  it('may link to headings, files, other sites, and anything within code', () => {
    const text =
      '[a](docs/operating.md#go-live) [b](https://example.org/x#y) `[c](gone.md)` [d](docs/decisions/)\n```md\n[e](gone.md)\n```\n'
    expect(documentFaults([{ path: 'README.md', text }], files)).toEqual([])
  })
})

describe('the runbooks', () => {
  const alerts = read('deploy/alerts.yml')
  const page = read('docs/runbooks.md')

  it('have a part for each alert, to which it points', () => {
    expect(runbookFaults(alerts, page)).toEqual([])
    expect(textsOf(runbookFaults(alerts, page.replace('## StockLow', '## StockGone')))).toEqual([
      'has no part about the alert StockLow',
      'has a part about StockGone, which is no alert',
    ])
    const other = alerts.replace('docs/runbooks.md#stocklow', 'docs/runbooks.md#outofstock')
    expect(textsOf(runbookFaults(other, page))).toEqual(['StockLow needs runbook_url: docs/runbooks.md#stocklow'])
  })
})

describe('dependencies', () => {
  const sources = { manifest: read('package.json'), lock: read('package-lock.json'), page: read('docs/licences.md') }
  const faults = (changes: Partial<typeof sources>): string[] => textsOf(dependencyFaults({ ...sources, ...changes }))

  it('are exact, locked by hash, and under licences that allow distribution', () => {
    expect(faults({})).toEqual([])
  })

  it('are refused with a range, another locked version, or without a hash', () => {
    const { fastify } = JSON.parse(sources.manifest).dependencies
    const asked = (version: string): string =>
      sources.manifest.replace(`"fastify": "${fastify}"`, `"fastify": "${version}"`)
    for (const version of [`^${fastify}`, '~5.0.0', '*', 'latest', '5', 'file:../fastify']) {
      expect(faults({ manifest: asked(version) })).toContain(
        `fastify has the version "${version}": name one exact version`,
      )
    }
    expect(faults({ manifest: asked('5.0.0') })).toContain(`has fastify ${fastify}, package.json asks for 5.0.0`)
    expect(faults({ lock: sources.lock.replace(/\n\s*"integrity": [^\n]*/, '') })[0]).toMatch(/ has no integrity$/)
  })

  it('are refused when the lock file lacks a package, also one of another platform', () => {
    const without = (path: string): string => {
      const lock = JSON.parse(sources.lock)
      expect(lock.packages[path].integrity).toMatch(/^sha512-/)
      delete lock.packages[path]
      return JSON.stringify(lock)
    }
    expect(faults({ lock: without('node_modules/@biomejs/cli-darwin-arm64') })).toContain(
      'node_modules/@biomejs/biome asks for @biomejs/cli-darwin-arm64, which has no entry',
    )
    expect(faults({ lock: without('node_modules/@fastify/error') })).toContain(
      'node_modules/fastify asks for @fastify/error, which has no entry',
    )
  })

  it('are refused where one that the build bundles is no package for development', () => {
    const lock = JSON.parse(sources.lock)
    delete lock.packages['node_modules/js-cookie'].dev
    expect(faults({ lock: JSON.stringify(lock) })).toEqual([
      'BUNDLED names js-cookie, which is no package for development',
    ])
  })

  it('are refused under licences that are not listed, or without any', () => {
    const one = { name: 'x', version: '1.0.0' }
    expect(licenceFault({ ...one, licence: 'MIT' })).toBeUndefined()
    for (const licence of ['GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x']) {
      expect(licenceFault({ ...one, licence })).toContain('which is not among the allowed licences')
    }
    expect(licenceFault({ ...one, licence: undefined })).toContain('names no licence')
  })

  it('are listed in docs/licences.md, also those of other platforms, but not development tools', () => {
    const page = licencesPage(shippedIn(sources.lock))
    expect(page).toBe(sources.page)
    expect(page).toContain('| fastify | ')
    expect(page).toContain('| react-dom | ')
    expect(page).not.toMatch(/\| (vitest|playwright|@biomejs\/biome) \| /)
    expect(faults({ page: `${page} ` })).toEqual(['is out of date: run npm run licences'])
  })
})
