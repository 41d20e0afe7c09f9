// Pictures of battles: everything fits in every language and shape, for any format and any names, and no result is told early.
import { beforeAll, describe, expect, it } from 'vitest'
import { battlePicture } from '../../src/art/og/battle.ts'
import { SHARE_FRAMES, SHARE_SHAPES } from '../../src/art/og/lines.ts'
import type { OgFaces } from '../../src/art/og/picture.ts'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { BATTLE_FORMAT_NAMES, BATTLE_FORMATS, BATTLE_MODES, type BattleFormat } from '../../src/game/battles/battle.ts'
import type { BattleCard } from '../../src/protocol/battle.ts'
import { battleSubject } from '../../src/server/documents/battle-subject.ts'
import { card, seat } from '../stores/battles/battle-fixture.ts'
import { BRAND } from './brand.ts'
import { extent, openFaces } from './faces.ts'
import { readDrawing } from './well-formed.ts'

const CRATE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400"/></svg>'

let faces: OgFaces

beforeAll(() => {
  faces = openFaces().faces
})

const subjectOf = (battle: BattleCard, language: Language) =>
  battleSubject(battle, language, {
    brand: BRAND,
    crates: Array.from({ length: 6 }, () => CRATE),
    host: 'a-shop-with-a-long-name.example.com',
    isPlayMoney: true,
  })

/** A battle whose players have the widest names. */
function full(format: BattleFormat, changes: Partial<BattleCard> = {}): BattleCard {
  const wide = { id: 7, username: 'W'.repeat(32), avatar: '', lvl: 1 }
  const seats = Array.from({ length: BATTLE_FORMATS[format].seats }, (_, place) => seat(place + 1, { user: wide }))
  return card(123_456, { format, seats, price: 5_000_000, ...changes })
}

describe.each(SHARE_SHAPES)('the %s picture', (shape) => {
  it.each(BATTLE_FORMAT_NAMES)('has room for a battle of %s in every language', (format) => {
    const settled: Partial<BattleCard> = { state: 'settled', result: { pot: 123_456_789, winners: [1] } }
    for (const language of LANGUAGES) {
      for (const battle of [card(1, { format }), full(format), full(format, settled)]) {
        const svg = battlePicture(subjectOf(battle, language), shape, faces)
        readDrawing(svg)
        const { left, right } = extent(svg)
        expect(left, language).toBeGreaterThan(60)
        expect(right, language).toBeLessThan(SHARE_FRAMES[shape].width - 60)
      }
    }
  })

  it('draws names without letters and with markup', () => {
    const odd = ['漢字', '"/></svg><script>', '🚀'].map((username, place) =>
      seat(place + 1, { user: { id: place, username, avatar: '', lvl: 1 } }),
    )
    const svg = battlePicture(subjectOf(card(1, { format: '1v1v1', seats: odd }), 'en'), shape, faces)
    readDrawing(svg)
    expect(svg).not.toContain('<script')
  })
})

describe('what a picture says', () => {
  it.each(LANGUAGES)('names the price while seats are free, and no winner before the end (%s)', (language) => {
    const open = subjectOf(full('1v1', { seats: [seat(1)] }), language)
    expect(open.amount.price).toBe('$50,000.00')
    expect(open.seats.map(({ isFree }) => isFree)).toEqual([false, true])
    const drawn = subjectOf(full('1v1', { state: 'drawn', startsAt: 1 }), language)
    expect(drawn.seats.some(({ isWinner }) => isWinner)).toBe(false)
    expect(drawn.amount.price).toBe('$50,000.00')
  })

  it.each(BATTLE_MODES)('names who has won a battle of %s', (mode) => {
    const result = { pot: 900, winners: mode === 'share' ? [1, 2] : [2] }
    const subject = subjectOf(card(1, { mode, state: 'settled', seats: [seat(1), seat(2)], result }), 'en')
    expect(subject.amount.price).toBe('$9.00')
    expect(subject.title).toBe(mode === 'share' ? 'Shared equally' : 'Player 2 wins')
    expect(subject.seats.map(({ isWinner }) => isWinner)).toEqual([mode === 'share', true])
  })

  it('names a team, a bot and a hidden player', () => {
    const result = { pot: 900, winners: [3, 4] }
    const seats = [1, 2, 3, 4].map((slot) => seat(slot))
    expect(subjectOf(card(1, { format: '2v2', state: 'settled', seats, result }), 'en').title).toBe('Team 2 wins')
    const odd = [seat(1, { user: null }), seat(2, { user: { id: null, username: null, avatar: null, lvl: 1 } })]
    expect(subjectOf(card(1, { seats: odd }), 'en').seats.map(({ name }) => name)).toEqual(['Bot 1', 'Hidden player'])
  })
})
