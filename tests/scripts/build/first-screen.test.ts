// The weight of the office's first screen, from a list of files as Vite writes it.
import { expect, it } from 'vitest'
import { FIRST_SCREEN_BYTES, firstScreens, heavyScreens } from '../../../scripts/office/first-screen.ts'

const MANIFEST = JSON.stringify({
  'index.html': {
    file: 'a/index.js',
    isEntry: true,
    imports: ['_shared.js'],
    dynamicImports: ['rooms/staff/Room.tsx'],
  },
  '_shared.js': { file: 'a/shared.js', imports: ['index.html'] },
  '_table.js': { file: 'a/table.js', imports: ['_shared.js'] },
  'rooms/staff/Room.tsx': { file: 'a/staff.js', imports: ['_table.js'] },
  'rooms/audit/Room.tsx': { file: 'a/audit.js' },
  'app/Palette.tsx': { file: 'a/palette.js' },
  '../i18n/office/uk.ts': { file: 'a/uk.js' },
  '../i18n/locales/uk/office-staff.json': { file: 'a/staff-uk.js' },
  '../i18n/locales/ru/office-staff.json': { file: 'a/staff-ru.js' },
  'app/font.woff2': { file: 'a/font.woff2' },
})

it('has the entry, one room, one language of both and what they import, each file once', () => {
  expect(firstScreens(MANIFEST).map(({ files }) => files)).toEqual([
    ['a/index.js', 'a/shared.js', 'a/staff.js', 'a/table.js', 'a/uk.js', 'a/staff-uk.js'],
    ['a/index.js', 'a/shared.js', 'a/audit.js', 'a/uk.js'],
  ])
})

it('may weigh as much as the budget, and no byte more', () => {
  const weigh = (table: number) => (file: string) => (file === 'a/table.js' ? table : 1000)
  expect(heavyScreens(MANIFEST, weigh(FIRST_SCREEN_BYTES - 5000))).toEqual([])
  expect(heavyScreens(MANIFEST, weigh(FIRST_SCREEN_BYTES - 4999))).toEqual([
    'office, rooms/staff/Room.tsx with ../i18n/office/uk.ts: 151 KB of scripts; at most 150 KB',
  ])
})
