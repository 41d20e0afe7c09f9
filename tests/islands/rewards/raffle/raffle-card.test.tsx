// What a raffle says about a place in its draw: before joining, after it, and while the share is too small.
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { cents } from '../../../../src/game/base/money.ts'
import { i18nFor, textFor } from '../../../../src/i18n/text.ts'
import { RaffleCard } from '../../../../src/islands/rewards/raffle/RaffleCard.tsx'
import type { OpenRaffle } from '../../../../src/protocol/raffle.ts'
import { redline } from '../../../stores/sample-item.ts'

const RAFFLE: OpenRaffle = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  number: 1,
  kind: 'hourly',
  prize: { kind: 'item', item: redline, price: cents(300) },
  players: 5,
  closesAt: Date.UTC(2030, 0, 1),
  commit: 'a'.repeat(64),
  round: null,
  standing: 'joined',
  draw: null,
}

describe.each(LANGUAGES)('a raffle in %s', (language) => {
  const t = textFor(language, 'raffle')
  const html = (standing: OpenRaffle['standing'], haveCents: number): string =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18nFor(language)}>
        <RaffleCard
          one={{
            kind: 'hourly',
            open: { ...RAFFLE, standing, draw: { have: cents(haveCents), need: cents(100), places: 3 } },
            last: null,
          }}
        />
      </I18nextProvider>,
    )

  it('says that the player is in the draw only once they joined', () => {
    expect(html('joined', 100)).toContain(t('draw.in', { places: 3 }))
    expect(html('free', 100)).toContain(t('draw.enough', { places: 3 }))
    expect(html('free', 100)).not.toContain(t('draw.in', { places: 3 }))
  })

  it('says which share a place takes, and what the player has of it, each by its own name', () => {
    const text = html('joined', 41)
    const words = t('draw.need', { have: '$0.41', need: '$1.00' })
    expect(text).toContain(words)
    // A reader takes the first sum for what is needed.
    expect(words.indexOf('$1.00')).toBeLessThan(words.indexOf('$0.41'))
  })
})
