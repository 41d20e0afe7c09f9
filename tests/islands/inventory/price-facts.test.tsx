// What the price of an item rests on, in words.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { PriceFactList } from '../../../src/islands/inventory/PriceFactList.tsx'
import { island } from '../../../src/islands/island.tsx'
import type { ItemPrice } from '../../../src/protocol/item-price.ts'

const AT = Date.UTC(2026, 7, 8, 12)
const price: ItemPrice = {
  amount: 1_000,
  source: 'Skinport',
  at: AT,
  shipped: false,
  spread: null,
  move: null,
  held_since: null,
}
const Facts = island(PriceFactList)
const html = (changes: Partial<ItemPrice> = {}, lang: Language = 'en'): string =>
  renderToStaticMarkup(<Facts lang={lang} price={{ ...price, ...changes }} nowMs={AT + 3 * 3_600_000} />).replaceAll(
    '\u00a0',
    ' ',
  )

describe('a price', () => {
  it('names its source and age', () => {
    expect(html()).toContain('Skinport')
    expect(html()).toContain('08.08.2026, 3 hours ago')
    expect(html({ source: null, at: null }).match(/Not known/g)).toHaveLength(2)
  })

  it('says that it is of the list that came with the site, and where that is from', () => {
    const markup = html({ shipped: true, source: 'Steam market' })
    expect(markup).toContain('The site’s built-in list of 08.08.2026')
    expect(markup).toContain('Steam market')
  })

  it.each([
    ['ru', 'рынок Steam, данные github.com/author/tracker'],
    ['uk', 'ринок Steam, дані github.com/author/tracker'],
  ] as const)('names the market in the language of its reader: %s', (lang, words) => {
    const source = 'Steam market by github.com/author/tracker'
    expect(html({ shipped: true, source }, lang)).toContain(words)
    expect(html({ source }, lang)).toContain(words)
  })

  it('has the range of its sources, what it was before, and since when it is held', () => {
    const markup = html({
      spread: { lowest: 900, highest: 1_150, sources: 3 },
      move: { from: 800, at: AT },
      held_since: AT,
    })
    for (const words of ['$9.00 – $11.50 at 3 sources', 'was $8.00 until 08.08.2026', 'Since 08.08.2026']) {
      expect(markup).toContain(words)
    }
  })

  it.each(LANGUAGES)('has every text in %s', (lang) => {
    const all = {
      shipped: true,
      spread: { lowest: 1, highest: 2, sources: 2 },
      move: { from: 1, at: AT },
      held_since: AT,
    }
    expect(html(all, lang)).not.toMatch(/>(source|origin|read|ago|spread|between|move|held)|\{\{/)
  })
})
