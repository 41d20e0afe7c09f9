// Where drops lead: to the screen that they were won on, and to the proof of their roll where they have one.
import { expect, it } from 'vitest'
import { DROP_TYPES, type DropType } from '../../../src/contract/live.ts'
import { proofPath, sourcePath } from '../../../src/islands/live/drop-source.ts'

const name = { en: 'x', ru: 'x', uk: 'x' }
const ID = '00000000-0000-7000-8000-000000000001'

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

it('only what was drawn for its player has a proof', () => {
  const proven = DROP_TYPES.filter((type) => proofPath({ id: ID, type }) !== null)
  expect(proven).toEqual(['case', 'upgrade', 'contract', 'wheel'])
  expect(proofPath({ id: ID, type: 'case' })).toBe(`/fairness?roll=${ID}`)
})
