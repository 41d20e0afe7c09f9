// What stands beside the price of a result: the profit of a win with its multiplier, and quietly what a loss lacks.
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { i18nFor } from '../../../../src/i18n/text.ts'
import { Profit } from '../../../../src/islands/ui/money/Profit.tsx'

const wordsOf = (won: number, paid: number): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nFor('en')}>
      <Profit won={won} paid={paid} />
    </I18nextProvider>,
  ).replace(/<[^>]*>/g, '')

it('names a profit with its multiplier, and a loss by its amount alone', () => {
  expect(wordsOf(314, 149)).toBe('+$1.65 · ×2.1')
  expect(wordsOf(382, 1499)).toBe('−$11.17')
})

it('is empty where nothing was paid, and where it came out even', () => {
  expect([wordsOf(382, 0), wordsOf(149, 149)]).toEqual(['', ''])
})
