// Where drops lead: to the screen that they were won on.
import { expect, it } from 'vitest'
import type { DropType } from '../../../src/contract/live.ts'
import { sourcePath } from '../../../src/islands/live/drop-source.ts'

const name = { en: 'x', ru: 'x', uk: 'x' }

it.each<[DropType, string | null]>([
  ['upgrade', '/upgrade'],
  ['contract', '/contracts'],
  ['wheel', '/wheel'],
  ['raffle', '/raffle'],
  ['missions', '/missions'],
  ['calendar', null],
  ['case', null],
])('a drop of %s leads to %s', (type, path) => {
  expect(sourcePath({ type })).toBe(path)
})

it('a drop of a case leads to that case, one of a free case to the page of all free cases', () => {
  const drop = (url: string) => ({ type: 'case' as const, case: { url, image: 'x.svg', name } })
  expect(sourcePath(drop('orion'))).toBe('/case/orion')
  expect(sourcePath(drop('free_case'))).toBe('/free_case')
})
