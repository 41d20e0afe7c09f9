// What a lost upgrade says: the ticket and the chance, not how near the ticket was.
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { cents } from '../../../../src/game/base/money.ts'
import { formatCount, formatPercent } from '../../../../src/i18n/format.ts'
import { i18nFor, textFor } from '../../../../src/i18n/text.ts'
import { Outcome } from '../../../../src/islands/games/upgrade/Outcome.tsx'
import type { PlayedUpgrade } from '../../../../src/stores/games/upgrade.ts'
import { redline } from '../../../stores/sample-item.ts'

const LOST: PlayedUpgrade = {
  id: '0199a2f0-0000-7000-8000-000000000001',
  won: false,
  roll: 460_001,
  n: 1_000_000,
  from: 1,
  to: 460_000,
  side: 'under',
  stake: cents(1_000),
  target: { item: redline, price: cents(2_000) },
  staked: [],
  paid: 1_000,
  state: 'kept',
} as unknown as PlayedUpgrade

it.each(LANGUAGES)('a lost upgrade says its ticket and its chance in %s', (language) => {
  const t = textFor(language, 'upgrade')
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nFor(language)}>
      <Outcome played={LOST} />
    </I18nextProvider>,
  )
  const texts = [...html.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text]) => text)
  expect(texts).toEqual([
    t('result.lost'),
    t('result.ticket', { roll: formatCount(LOST.roll, language) }),
    t('result.chance', { chance: formatPercent(0.46, language) }),
  ])
})
