import { describe, expect, it } from 'vitest'
import shipped from '../../../data/brand.json' with { type: 'json' }
import { CURRENCIES, DEFAULT_CURRENCIES } from '../../../src/game/payments/deposit.ts'
import { defaultCurrencies } from '../../../src/game/payments/payment-rules.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder, faultsAfter } from './catalogue-folder.ts'

/** Adds the default currencies to the rules of payments. */
const withDefault = (text: string): [file: string, from: string, to: string] => [
  'payments.json',
  '"priceRisePercent": 20',
  `"priceRisePercent": 20, "defaultCurrency": ${text}`,
]

describe('the currency that is selected at first', () => {
  it('is the one that the rules name', async () => {
    await using folder = await catalogueFolder()
    await folder.replace(...withDefault('{"en":"USD","uk":"RUB"}'))
    const read = await readCatalogue(folder)
    if (!read.ok) throw new Error('The catalogue was refused')
    const { defaultCurrency } = read.payments
    expect(defaultCurrencies([{}, defaultCurrency], new Set(CURRENCIES))).toEqual({ en: 'USD', ru: 'RUB', uk: 'RUB' })
  })

  it('is the one of the brand before that of the rules, which shops of earlier releases have', () => {
    expect(defaultCurrencies([{ uk: 'UAH' }, { uk: 'USD', en: 'USD' }], new Set(CURRENCIES))).toEqual({
      en: 'USD',
      ru: 'RUB',
      uk: 'UAH',
    })
  })

  it('is the hryvnia in Ukrainian, as shipped and where a shop chooses none', () => {
    expect(shipped.currency).toEqual(DEFAULT_CURRENCIES)
    expect(defaultCurrencies([], new Set(CURRENCIES))).toEqual({ en: 'RUB', ru: 'RUB', uk: 'UAH' })
  })

  it('is the rouble where no payment method takes the one that the shop names', () => {
    expect(defaultCurrencies([{ uk: 'UAH' }], new Set(['RUB'])).uk).toBe('RUB')
  })

  it.each([
    ['an unknown currency', '{"uk":"EUR"}', /payments: "defaultCurrency\.uk" .*"RUB"\|"UAH"\|"USD"/],
    ['an unknown language', '{"de":"USD"}', /payments: "defaultCurrency" unrecognized key: "de"/],
  ])('is refused in %s', async (_, text, fault) => {
    const faults = await faultsAfter(...withDefault(text))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
    expect(faults[0]).toMatch(/payments\.json:\d+: /)
  })
})
