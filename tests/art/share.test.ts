// Pictures of shared results: everything fits in every language and shape, for any name and any item.
import { beforeAll, describe, expect, it } from 'vitest'
import { itemPicture } from '../../src/art/finish.ts'
import { SHARE_FRAMES, SHARE_SHAPES } from '../../src/art/og/lines.ts'
import type { OgFaces } from '../../src/art/og/picture.ts'
import { type ShareSubject, sharePicture } from '../../src/art/og/share.ts'
import type { Typeface } from '../../src/art/og/typeface.ts'
import { LANGUAGES } from '../../src/game/base/language.ts'
import type { SharedResult } from '../../src/protocol/sharing.ts'
import { shareSubject } from '../../src/server/documents/share-subject.ts'
import { BRAND } from './brand.ts'
import { extent, openFaces } from './faces.ts'
import { readDrawing } from './well-formed.ts'

let source: Typeface
let faces: OgFaces

beforeAll(() => {
  const opened = openFaces()
  source = opened.source
  faces = opened.faces
})

describe('a table of outlines', () => {
  it('is as wide as the typeface but for kerning, and draws letters where they belong', () => {
    for (const letter of ['W', 'i', '$', 'Ї', 'ґ'])
      expect(faces.display.width(letter, 60)).toBeCloseTo(source.width(letter, 60), 1)
    const [first = '', second = ''] = [faces.display.outline('I', 100, 50, 40), faces.display.outline('I', 140, 50, 40)]
    expect(first).toMatch(/^M[-\d.MLQCZ ,]+Z$/)
    expect(first).not.toBe(second)
    expect(faces.display.width('II', 40, 0.1)).toBeCloseTo(2 * faces.display.width('I', 40) + 4, 6)
  })

  it('leaves out letters that no font has, and reads no properties of objects', () => {
    expect(faces.text.outline('漢🚀', 0, 0, 20)).toBe('')
    expect(faces.text.width('a漢b', 20)).toBeCloseTo(faces.text.width('ab', 20), 6)
    expect(faces.text.has('constructor')).toBe(false)
  })
})

const ITEM: SharedResult['item'] = {
  id: 'x',
  skin: 'x',
  model: 'ak47',
  weaponClass: 'rifle',
  rarity: 'covert',
  star: false,
  stattrak: true,
  wear: 'FT',
  icon_url: null,
  market_hash_name: 'x',
  name: {
    en: 'AK-47 | Wasteland Rebel of the Long Names',
    ru: 'АК-47 | Повстанец пустошей с длинным именем',
    uk: 'АК-47 | Повстанець пустищ із довгим імʼям',
  },
}

const RESULT: SharedResult = {
  token: 'x',
  rollId: 'x',
  game: 'case',
  at: Date.UTC(2026, 10, 24, 2, 10),
  item: ITEM,
  price: 1_234_567,
  isWon: true,
  cost: 250,
  case: { url: 'x', image: 'x', name: { en: 'Ice Giant', ru: 'Ледяной гигант', uk: 'Крижаний гігант' } },
  player: { id: 1, username: 'W'.repeat(32) },
  isPlayMoney: true,
}

const RESULTS: Readonly<Record<string, SharedResult>> = {
  'a great win of play money': RESULT,
  'a win of money': { ...RESULT, isPlayMoney: false, price: 500 },
  'less than it cost': { ...RESULT, price: 3, player: null },
  'the dearest of both': { ...RESULT, cost: 1_234_566 },
  'a lost upgrade': { ...RESULT, game: 'upgrade', case: null, isWon: false, cost: 1_234_567 },
  'a free case': { ...RESULT, game: 'free_case', cost: 0 },
  'a contract of somebody with markup for a name': {
    ...RESULT,
    game: 'contract',
    case: null,
    player: { id: 1, username: `"/></svg><script>` },
  },
}

const picture = itemPicture({ ...ITEM, name: ITEM.name })
const subjectOf = (result: SharedResult, language: (typeof LANGUAGES)[number]): ShareSubject =>
  shareSubject(result, language, { picture, brand: BRAND, host: 'a-shop-with-a-long-name.example.com' })

describe.each(SHARE_SHAPES)('the %s picture', (shape) => {
  it.each(Object.keys(RESULTS))('has room for %s in every language', (name) => {
    for (const language of LANGUAGES) {
      const result = RESULTS[name]
      if (result === undefined) throw new Error(name)
      const svg = sharePicture(subjectOf(result, language), shape, faces)
      readDrawing(svg)
      const { left, right } = extent(svg)
      expect(left, language).toBeGreaterThan(60)
      expect(right, language).toBeLessThan(SHARE_FRAMES[shape].width - 60)
      expect(svg).not.toContain('<script')
    }
  })
})

describe('what a picture says', () => {
  it.each(LANGUAGES)('shows the cost beside the win, and play money as such (%s)', (language) => {
    const subject = subjectOf(RESULT, language)
    expect(subject.won.amount).toBe('$12,345.67')
    expect(subject.cost.amount).toBe('$2.50')
    expect(subject.mark).not.toBeNull()
    expect(subjectOf({ ...RESULT, isPlayMoney: false }, language).mark).toBeNull()
  })

  it.each(LANGUAGES)('boasts of no loss (%s)', (language) => {
    for (const result of [
      { ...RESULT, price: 249 },
      { ...RESULT, price: 250 },
      { ...RESULT, isWon: false },
    ]) {
      const { verdict } = subjectOf(result, language)
      expect(verdict?.isGood).toBe(false)
      expect(verdict?.text).not.toMatch(/[\d×]/)
    }
    const lost = subjectOf({ ...RESULT, isWon: false }, language)
    expect(lost.won.amount).toBe('$0.00')
    expect(lost.isLost).toBe(true)
    expect(subjectOf({ ...RESULT, price: 500 }, language).verdict).toMatchObject({ isGood: true })
  })
})
