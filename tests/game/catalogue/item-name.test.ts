import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WEARS } from '../../../src/game/catalogue/catalogue.ts'
import { itemId, marketHashName, variantsOf } from '../../../src/game/catalogue/item.ts'
import { composeItemName, type ItemName, parseItemName } from '../../../src/game/catalogue/item-name.ts'
import { sampleName } from '../../support/players/sample-name.ts'

const NAMES: readonly (readonly [string, ItemName])[] = [
  [
    '★ StatTrak™ Karambit | Doppler (Factory New)',
    { star: true, stattrak: true, type: 'Karambit', name: 'Doppler', condition: 'FN' },
  ],
  [
    'StatTrak™ AK-47 | Redline (Field-Tested)',
    { star: false, stattrak: true, type: 'AK-47', name: 'Redline', condition: 'FT' },
  ],
  ['★ Karambit', { star: true, stattrak: false, type: 'Karambit', name: null, condition: null }],
  ['★ StatTrak™ Bayonet', { star: true, stattrak: true, type: 'Bayonet', name: null, condition: null }],
  [
    'M4A4 | 龍王 (Dragon King) (Minimal Wear)',
    { star: false, stattrak: false, type: 'M4A4', name: '龍王 (Dragon King)', condition: 'MW' },
  ],
  [
    'M4A4 | 龍王 (Dragon King)',
    { star: false, stattrak: false, type: 'M4A4', name: '龍王 (Dragon King)', condition: null },
  ],
]

describe('a market name', () => {
  it.each(NAMES)('%s is formatted from its parts and parsed again', (text, parts) => {
    expect(composeItemName(parts)).toBe(text)
    expect(parseItemName(text)).toEqual(parts)
  })

  it('is parsed into its parts, for any parts', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/).filter((text) => !text.startsWith('StatTrak'))
    const parts = fc.record({
      star: fc.boolean(),
      stattrak: fc.boolean(),
      type: word,
      name: fc.option(word),
      condition: fc.option(fc.constantFrom(...WEARS)),
    })
    fc.assert(
      fc.property(parts, (name) => {
        expect(parseItemName(composeItemName(name))).toEqual(name)
      }),
    )
  })

  it('is parsed without the trade mark sign', () => {
    expect(parseItemName('StatTrak AWP | Asiimov (Well-Worn)')).toEqual(
      parseItemName('StatTrak™ AWP | Asiimov (Well-Worn)'),
    )
  })
})

describe('the items of a skin', () => {
  const name = { ...sampleName('AK-47 | Червона лінія'), en: 'AK-47 | Redline' }

  it('are its wears, each with and without StatTrak', () => {
    const ids = variantsOf({ wears: ['MW', 'FT'], stattrak: true }).map((one) => itemId('ak-47-redline', one))
    expect(ids).toEqual(['ak-47-redline.mw', 'ak-47-redline.ft', 'ak-47-redline.mw.st', 'ak-47-redline.ft.st'])
  })

  it('are one without a wear for a vanilla knife', () => {
    expect(variantsOf({ wears: [], stattrak: false }).map((one) => itemId('karambit', one))).toEqual(['karambit'])
    expect(itemId('karambit', { wear: null, stattrak: true })).toBe('karambit.st')
  })

  it('have their English name on the market', () => {
    expect(marketHashName({ name, star: false }, { wear: 'FT', stattrak: true })).toBe(
      'StatTrak™ AK-47 | Redline (Field-Tested)',
    )
  })
})
