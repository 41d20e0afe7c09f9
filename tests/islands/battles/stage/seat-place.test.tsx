// What a seat shows at the end of a battle.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { cents } from '../../../../src/game/base/money.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { WonPlace } from '../../../../src/islands/battles/stage/SeatPlace.tsx'
import { island } from '../../../../src/islands/island.tsx'
import { seat } from '../../../stores/battles/drawn-battle.ts'

const Place = island(WonPlace)

describe.each(LANGUAGES)('the end of a seat, in %s', (lang) => {
  const t = textFor(lang, 'battle')
  const gets = { cents: cents(75), seatCents: cents(75), paidCents: cents(250), tier: 0 } as const
  const placed = { slot: 1, seat: seat(1), drops: [], sumCents: cents(37), gets }
  const words = (isShared: boolean): string =>
    renderToStaticMarkup(<Place lang={lang} seat={placed} gets={gets} isShared={isShared} best={[]} />)

  it('names a win only where one side takes everything', () => {
    expect(words(false)).toContain(`>${t('won')}<`)
    expect(words(true)).toContain(`>${t('gets')}<`)
    expect(words(true)).not.toContain(`>${t('won')}<`)
  })
})
