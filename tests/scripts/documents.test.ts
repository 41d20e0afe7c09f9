// The checked documents are up to date: the security table, exact versions, licences. Each check finds its mistakes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsFaults, REQUIREMENTS } from '../../scripts/conventions/asvs.ts'
import { dependencyFaults } from '../../scripts/conventions/dependencies.ts'
import { licenceFault, licencesPage, shippedIn } from '../../scripts/licences/shipped.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const exists = (path: string): boolean => existsSync(join(root, path))
const textsOf = (faults: readonly { fault: string }[]): string[] => faults.map(({ fault }) => fault)

describe('the security table', () => {
  const page = read('docs/security.md')

  it('has every requirement of the levels 1 and 2 once, with tests that exist', () => {
    expect(asvsFaults(page, exists)).toEqual([])
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
    expect(textsOf(asvsFaults(change(page), exists))).toContain(fault)
  })
})

describe('dependencies', () => {
  const files = { manifest: read('package.json'), lock: read('package-lock.json'), page: read('docs/licences.md') }
  const faults = (changes: Partial<typeof files>): string[] => textsOf(dependencyFaults({ ...files, ...changes }))

  it('are exact, locked by hash, and under licences that allow distribution', () => {
    expect(faults({})).toEqual([])
  })

  it('are refused with a range, another locked version, or without a hash', () => {
    const { fastify } = JSON.parse(files.manifest).dependencies
    const asked = (version: string): string =>
      files.manifest.replace(`"fastify": "${fastify}"`, `"fastify": "${version}"`)
    for (const version of [`^${fastify}`, '~5.0.0', '*', 'latest', '5', 'file:../fastify']) {
      expect(faults({ manifest: asked(version) })).toContain(
        `fastify has the version "${version}": name one exact version`,
      )
    }
    expect(faults({ manifest: asked('5.0.0') })).toContain(`has fastify ${fastify}, package.json asks for 5.0.0`)
    expect(faults({ lock: files.lock.replace(/\n\s*"integrity": [^\n]*/, '') })[0]).toMatch(/ has no integrity$/)
  })

  it('are refused when the lock file lacks a package, also one of another platform', () => {
    const without = (path: string): string => {
      const lock = JSON.parse(files.lock)
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
    const lock = JSON.parse(files.lock)
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
    const page = licencesPage(shippedIn(files.lock))
    expect(page).toBe(files.page)
    expect(page).toContain('| fastify | ')
    expect(page).toContain('| react-dom | ')
    expect(page).not.toMatch(/\| (vitest|playwright|@biomejs\/biome) \| /)
    expect(faults({ page: `${page} ` })).toEqual(['is out of date: run npm run licences'])
  })
})
