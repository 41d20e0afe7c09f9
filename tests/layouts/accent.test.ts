// The accent is written once in the style sheets, so that a shop can have another one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_ACCENT, SURFACES } from '../../src/game/base/accent.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8')
const tokens = read('layouts/tokens.css')

it('is that of the rules, as are its channels and the surfaces that it is read on', () => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(DEFAULT_ACCENT.slice(at, at + 2), 16)).join(' ')
  expect(tokens).toContain(`--signal: ${DEFAULT_ACCENT};`)
  expect(tokens).toContain(`--signal-rgb: ${channels};`)
  const names = ['void', 'hull-1', 'hull-2', 'hull-3']
  for (const [at, surface] of SURFACES.entries()) expect(tokens).toContain(`--${names[at]}: ${surface};`)
})

it('is in no other sheet, nor in a page', () => {
  const paths = globSync('**/*.{css,astro,tsx}', { cwd: SOURCES }).filter((path) => path !== 'layouts/tokens.css')
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => /c6ff3d|\b198[ ,]+255[ ,]+61\b/i.test(read(path)))).toEqual([])
})
