// Links of drops, to the page where they were won, and their icons.
import { expect, it } from 'vitest'
import { ICONS } from '../../../src/art/icons.ts'
import { DROP_SOURCES, type DropSource, GAMES } from '../../../src/game/base/games.ts'
import { sourceIcon, sourcePath } from '../../../src/islands/live/drop-source.ts'
import { sampleName } from '../../support/players/sample-name.ts'

const name = sampleName('x')

it.each<[DropSource, string | null]>([
  ['upgrade', '/upgrade'],
  ['contract', '/contracts'],
  ['wheel', '/wheel'],
  ['raffle', '/raffle'],
  ['battle', '/battles'],
  ['missions', '/missions'],
  ['calendar', null],
  ['case', null],
])('a drop of %s links to %s', (type, path) => {
  expect(sourcePath({ type })).toBe(path)
})

it('a drop of a case links to that case, one of a free case to the page of all free cases', () => {
  const drop = (url: string) => ({ type: 'case' as const, case: { url, image: 'x.svg', name } })
  expect(sourcePath(drop('orion'))).toBe('/case/orion')
  expect(sourcePath(drop('free_case'))).toBe('/free_case')
})

it.each(DROP_SOURCES)('a drop of %s has an icon', (type) => {
  expect(Object.keys(ICONS)).toContain(sourceIcon(type))
})

it('a drop of a game has the icon of the game', () => {
  expect(sourceIcon('case')).toBe(GAMES.case.icon)
  expect(sourceIcon('contract')).toBe(GAMES.contract.icon)
})
