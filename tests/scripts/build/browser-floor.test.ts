// The oldest browsers that the site is built for: build targets, and what the checks of scripts and styles refuse.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import browserslist from 'browserslist'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTargets, scriptFaults } from '../../../scripts/browser-floor.mjs'

const root = join(import.meta.dirname, '../../..')

describe('build targets', () => {
  it('are the oldest version of each browser', () => {
    expect(buildTargets(['chrome 130', 'chrome 9', 'chrome 120', 'ios_saf 17.0-17.1', 'ios_saf 17.2'])).toEqual([
      'chrome9',
      'ios17.0',
    ])
  })

  it('are those of package.json', () => {
    expect(new Set(buildTargets(browserslist(undefined, { path: root })))).toEqual(
      new Set(['chrome120', 'edge120', 'firefox125', 'ios17.0', 'safari17.0']),
    )
  })

  it('are not guessed for another browser', () => {
    expect(() => buildTargets(['kaios 3.1'])).toThrow('no build target for kaios')
  })
})

describe('the check of scripts', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'floor-'))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  function faultsOf(code: string): readonly string[] {
    writeFileSync(join(folder, 'part.js'), code)
    return scriptFaults([join(folder, 'part.js')])
  }

  it.each([
    ['Promise.withResolvers', 'export const pair = Promise.withResolvers()'],
    ['Object.groupBy', 'export const groups = Object.groupBy([1], String)'],
    ['set methods', 'export const both = new Set([1]).union(new Set([2]))'],
  ])('refuses %s, which Safari 17.0 or Firefox 125 lacks', (_name, code) => {
    expect(faultsOf(code)).toEqual([expect.stringMatching(/part\.js: .*(safari 17\.0|firefox 125) requires/)])
  })

  it('passes what all of them have', () => {
    expect(faultsOf('export const sorted = [2, 1].toSorted().at(-1) ?? structuredClone(1)')).toEqual([])
  })
})

describe('the check of styles', () => {
  /** Returns what Biome says of a style sheet by the site's rules. */
  function lint(css: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'floor-'))
    const sheet = join(folder, 'sheet.css')
    writeFileSync(sheet, css)
    const words = ['lint', `--config-path=${root}`, '--vcs-enabled=false', '--colors=off', sheet]
    const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), words, { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    return stdout + stderr
  }

  it.each([
    ['light-dark()', 'a { color: light-dark(red, blue); }'],
    ['anchor positioning', 'a { position-try-fallbacks: flip-block; }'],
    ['field-sizing', 'a { field-sizing: content; }'],
  ])('refuses %s without a question for it', (_name, css) => {
    expect(lint(css)).toContain("isn't part of the chosen Baseline")
  })

  it('passes it behind @supports', () => {
    expect(lint('@supports (field-sizing: content) {\n  a {\n    field-sizing: content;\n  }\n}\n')).not.toContain(
      'Baseline',
    )
  })
})
