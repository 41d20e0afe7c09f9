// Modes, seats and rounds of battles as they are shown.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { allowsCrazy, BATTLE_FORMAT_NAMES, BATTLE_FORMATS, BATTLE_MODES } from '../../../../src/game/battles/battle.ts'
import { i18nFor, textFor } from '../../../../src/i18n/text.ts'
import { caseRuns } from '../../../../src/islands/battles/parts/rounds.ts'
import { winnersOf } from '../../../../src/islands/battles/parts/winners.ts'
import { modeName, modeText, seatName, seatsBySide } from '../../../../src/islands/battles/parts/words.ts'
import { COMET, card, ORION, seat } from '../../../stores/battles/battle-fixture.ts'

describe.each(LANGUAGES)('the modes in %s', (lang) => {
  const t = textFor(lang, 'battleParts')
  const terms = BATTLE_MODES.flatMap((mode) =>
    [false, true].filter((crazy) => !crazy || allowsCrazy(mode)).map((crazy) => ({ mode, crazy })),
  )

  it('have a name and a sentence of their own each, also where the lowest wins', () => {
    for (const words of [modeName, modeText]) {
      const texts = terms.map((one) => words(t, one))
      expect(new Set(texts).size).toBe(terms.length)
      for (const text of texts) expect(text).not.toContain('modes.')
    }
  })
})

describe('a seat', () => {
  const t = i18nFor('en').getFixedT('en', ['battleParts', 'live'] as const)

  it('has the name of its player, of a bot, of a hidden player, or none', () => {
    const hidden = { id: null, username: null, avatar: null, lvl: 1 }
    expect(seatName(t, seat(2))).toBe('Player 2')
    expect(seatName(t, seat(2, { user: null }))).toBe('Bot 2')
    expect(seatName(t, seat(2, { user: hidden }))).toBe('Hidden player')
    expect(seatName(t, null)).toBe('Free seat')
  })

  it.each(BATTLE_FORMAT_NAMES)('of %s is in its side, free or taken', (format) => {
    const sides = seatsBySide(format, [seat(2)])
    expect(sides.flat().map(({ slot }) => slot)).toEqual(
      Array.from({ length: BATTLE_FORMATS[format].seats }, (_, at) => at + 1),
    )
    for (const side of sides) expect(side).toHaveLength(BATTLE_FORMATS[format].sideSize)
    expect(
      sides
        .flat()
        .filter((one) => one.seat !== null)
        .map(({ slot }) => slot),
    ).toEqual([2])
  })
})

describe('rounds', () => {
  it('of the same case in a row are one, with the first of them', () => {
    expect(caseRuns([ORION, ORION, COMET, ORION])).toEqual([
      { box: ORION, count: 2, from: 1 },
      { box: COMET, count: 1, from: 3 },
      { box: ORION, count: 1, from: 4 },
    ])
    expect(caseRuns([])).toEqual([])
  })
})

describe('winners', () => {
  const result = { pot: 100, winners: [1, 2] }

  it('are those of the result, and none where everything is shared', () => {
    expect([...winnersOf(card(1, { result }))]).toEqual([1, 2])
    expect([...winnersOf(card(1, { mode: 'share', result }))]).toEqual([])
    expect([...winnersOf(card(1))]).toEqual([])
  })
})
