// Battles of a player in lists: how each ended for them, and what is a gain.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { HistoryRow } from '../../../../src/islands/battles/history/HistoryRow.tsx'
import { isGain, outcomeOf } from '../../../../src/islands/battles/history/outcome.ts'
import { island } from '../../../../src/islands/island.tsx'
import type { BattleCard } from '../../../../src/protocol/battle.ts'
import { battleId, card, seat } from '../../../stores/battles/battle-fixture.ts'

const own = seat(1, { own: true })
const settled = card(1, { state: 'settled', seats: [own, seat(2)], result: { pot: 1_200, winners: [1] } })

describe('the outcome', () => {
  it('is that of the seat, and none of a winner where everything was shared', () => {
    expect(outcomeOf(card(1), own)).toBe('open')
    expect(outcomeOf(card(1, { state: 'locked' }), own)).toBe('running')
    expect(outcomeOf(card(1, { state: 'drawn' }), own)).toBe('running')
    expect(outcomeOf(settled, own)).toBe('won')
    expect(outcomeOf(settled, seat(2))).toBe('lost')
    expect(outcomeOf(settled, undefined)).toBe('lost')
    expect(outcomeOf({ ...settled, mode: 'share', result: { pot: 9, winners: [1, 2] } }, own)).toBe('shared')
    expect(outcomeOf(card(1, { state: 'cancelled' }), own)).toBe('refunded')
    expect(outcomeOf(card(1, { state: 'expired' }), own)).toBe('refunded')
  })

  it('is a gain only above the price of a seat', () => {
    expect(isGain(settled)).toBe(true)
    expect(isGain({ price: 500, result: { pot: 500, winners: [1] } })).toBe(false)
    expect(isGain({ price: 500, result: { pot: 1_000, winners: [1, 2] } })).toBe(false)
    expect(isGain(card(1))).toBe(false)
  })
})

const Row = island(HistoryRow)
const html = (battle: BattleCard, lang: Language = 'en'): string =>
  renderToStaticMarkup(<Row lang={lang} battle={{ ...battle, at: 1 }} seat={own} when="date" />)

describe('a row', () => {
  it('links to its battle, with seats, outcome and pot', () => {
    const markup = html(settled)
    for (const words of [`href="/battles/${battleId(1)}"`, 'alt="Player 2"', 'Won', '$12.00', 'data-tone="good"']) {
      expect(markup).toContain(words)
    }
  })

  it('shows a win that brought less than a seat without colour', () => {
    expect(html({ ...settled, result: { pot: 499, winners: [1] } })).not.toContain('data-tone')
  })

  it.each(LANGUAGES)('has every text in %s', (lang) => {
    for (const battle of [settled, card(1, { isPrivate: true }), card(1, { state: 'drawn' })]) {
      expect(html(battle, lang)).not.toMatch(/>(outcome|pot|seatPrice|rounds)/)
    }
  })
})
