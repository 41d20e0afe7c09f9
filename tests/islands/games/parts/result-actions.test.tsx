// The actions on a result: one order in every game, with the sale as the main one; after it, its sum.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../../src/game/base/language.ts'
import { i18nFor, textFor } from '../../../../src/i18n/text.ts'
import { CaseActions } from '../../../../src/islands/games/case/ResultActions.tsx'
import { ResultActions } from '../../../../src/islands/games/parts/ResultActions.tsx'
import type { OpenedDrop } from '../../../../src/stores/games/opening.ts'
import type { DropState } from '../../../../src/stores/inventory/item-sale.ts'
import { redline } from '../../../stores/sample-item.ts'

const nothing = (): void => undefined

const render = (part: ReactElement, language: Language = 'en'): string =>
  renderToStaticMarkup(<I18nextProvider i18n={i18nFor(language)}>{part}</I18nextProvider>)

/** The words of the buttons and links, in their order. */
const wordsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:button|a) .*?<\/(?:button|a)>/g)].map(([part]) => part.replace(/<[^>]*>/g, ''))

const tonesOf = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<(?:button|a) [^>]*class="([^"]*)"/g)].map(([, look = '']) => /signal|quiet/.exec(look)?.[0])

const dropOf = (state: DropState, price = 520): OpenedDrop =>
  ({ id: `0199a2f0-0000-7000-8000-00000000${price}0`, item: redline, price, state, rollId: null }) as OpenedDrop

describe('the actions on a result', () => {
  it.each(LANGUAGES)('are sale, upgrade, contract and keeping, and the sale is the main one, in %s', (language) => {
    const t = textFor(language, 'common')
    const actions = (use: 'here' | 'there'): string =>
      render(
        <ResultActions
          isSelling={false}
          sellWords="Sell"
          onSell={nothing}
          upgrade={use === 'here' ? nothing : []}
          contract={use === 'here' ? nothing : []}
          onKeep={nothing}
        />,
        language,
      )
    for (const html of [actions('here'), actions('there')]) {
      expect(wordsOf(html)).toEqual(['Sell', t('result.upgrade'), t('result.contract'), t('actions.keep')])
      expect(tonesOf(html)).toEqual(['signal', 'quiet', 'quiet', 'quiet'])
    }
    expect(actions('there')).toMatch(/href="\/upgrade".*href="\/contracts"/)
  })

  it('of a case are in the same order, also for several drops', () => {
    const actions = (...drops: OpenedDrop[]): string =>
      render(<CaseActions demo={false} drops={drops} casePrice={100} />)
    expect(wordsOf(actions(dropOf('mine')))).toEqual(['Sell for $5.20', 'Upgrade', 'Use in contract', 'Keep'])
    const many = actions(dropOf('mine'), dropOf('mine', 130), dropOf('mine', 10))
    expect(wordsOf(many)).toEqual(['Sell all for $6.60', 'Sell all below $1.00', 'Use in contract', 'Keep all'])
    expect(tonesOf(many)[0]).toBe('signal')
  })

  it('are the way back and the sum once everything is sold, and no sum for what was only tried', () => {
    const actions = (demo: boolean, ...drops: OpenedDrop[]): string =>
      render(<CaseActions demo={demo} drops={drops} casePrice={100} />)
    const sold = actions(false, dropOf('sold'), dropOf('sold', 130), dropOf('gone', 10))
    expect(sold).toContain('Sold for $6.50')
    expect(wordsOf(sold)).toEqual(['Back to the case'])
    expect(actions(true, dropOf('mine'))).not.toContain('Sold')
    expect(wordsOf(actions(true, dropOf('mine')))).toEqual(['Back to the case'])
  })
})
