// The papers of the house are true: the security table, exact versions, licences. And the checks of them bite.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsFaults, REQUIREMENTS } from '../../scripts/conventions/asvs.ts'
import { dependencyFaults } from '../../scripts/conventions/dependencies.ts'
import { licenceFault, licencesPage, shippedIn } from '../../scripts/licences/shipped.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const there = (path: string): boolean => existsSync(join(root, path))
const faultsOf = (faults: readonly { fault: string }[]): string[] => faults.map(({ fault }) => fault)

describe('the security table', () => {
  const page = read('docs/security.md')

  it('has every requirement of the levels 1 and 2 once, with tests that exist', () => {
    expect(asvsFaults(page, there)).toEqual([])
    expect([...REQUIREMENTS.values()].filter((level) => level === '1')).toHaveLength(70)
    expect(REQUIREMENTS.size).toBe(253)
  })

  it('counts its rows rightly', () => {
    const count = (state: string): number => page.split(`| ${state} |`).length - 1
    expect(page).toContain(
      `253 requirements: ${count('held')} held, ${count('not applicable')} not applicable, ${count('open')} open.`,
    )
  })

  it.each([
    ['a row that is missing', (text: string) => text.replace(/^\| 4\.1\.3 .*\n/m, ''), '4.1.3 is missing'],
    [
      'a row that is there twice',
      (text: string) => text.replace(/^(\| 4\.1\.3 .*\n)/m, '$1$1'),
      '4.1.3 stands there twice',
    ],
    ['another level', (text: string) => text.replace('| 4.1.3 | 2 |', '| 4.1.3 | 1 |'), '4.1.3 is of level 2'],
    [
      'a number of level 3',
      (text: string) => text.replace('| 4.1.3 | 2 |', '| 4.1.4 | 2 |'),
      '4.1.4 is no requirement of the levels 1 and 2',
    ],
    [
      'a state of its own',
      (text: string) => text.replaceAll('| held |', '| fine |'),
      '1.1.1 is "fine", which is none of: held, not applicable, open',
    ],
    [
      'a test that is not there',
      (text: string) => text.replaceAll('fuzz.test.ts', 'gone.test.ts'),
      '1.1.1 names tests/security/gone.test.ts, which is not there',
    ],
    ['held without a test', (text: string) => text.replaceAll('`tests/', '`'), '1.1.1 is held, but names no test'],
  ])('is refused with %s', (_what, change, fault) => {
    expect(faultsOf(asvsFaults(change(page), there))).toContain(fault)
  })
})

describe('dependencies', () => {
  const files = { manifest: read('package.json'), lock: read('package-lock.json'), page: read('docs/licences.md') }
  const faults = (changes: Partial<typeof files>): string[] => faultsOf(dependencyFaults({ ...files, ...changes }))

  it('are exact, locked by hash, and under licences that we may hand on', () => {
    expect(faults({})).toEqual([])
  })

  it('are refused by a range, another locked version, or without a hash', () => {
    const { fastify } = JSON.parse(files.manifest).dependencies
    const asked = (version: string): string =>
      files.manifest.replace(`"fastify": "${fastify}"`, `"fastify": "${version}"`)
    for (const version of [`^${fastify}`, '~5.0.0', '*', 'latest', '5', 'file:../fastify']) {
      expect(faults({ manifest: asked(version) })).toContain(`fastify is asked for as "${version}": name one version`)
    }
    expect(faults({ manifest: asked('5.0.0') })).toContain(`holds fastify ${fastify}, package.json asks for 5.0.0`)
    expect(faults({ lock: files.lock.replace(/\n\s*"integrity": [^\n]*/, '') })[0]).toMatch(/ has no integrity$/)
  })

  it('are refused under licences that are not listed, or without any', () => {
    const one = { name: 'x', version: '1.0.0' }
    expect(licenceFault({ ...one, licence: 'MIT' })).toBeUndefined()
    for (const licence of ['GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x']) {
      expect(licenceFault({ ...one, licence })).toContain('which is not among the allowed licences')
    }
    expect(licenceFault({ ...one, licence: undefined })).toContain('does not say its licence')
  })

  it('stand in docs/licences.md, those of other machines too and those for development not', () => {
    const page = licencesPage(shippedIn(files.lock))
    expect(page).toBe(files.page)
    expect(page).toContain('| fastify | ')
    expect(page).not.toMatch(/\| (vitest|playwright|@biomejs\/biome) \| /)
    expect(faults({ page: `${page} ` })).toEqual(['is not true: run npm run licences'])
  })
})
