import { describe, expect, it } from 'vitest'
import shipped from '../../../data/payments.json' with { type: 'json' }
import { CURRENCIES } from '../../../src/game/payments/deposit.ts'
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
  it('is the rouble where a shop names no other', async () => {
    await using folder = await catalogueFolder()
    await folder.replace(...withDefault('{"uk":"UAH"}'))
    const read = await readCatalogue(folder)
    if (!read.ok) throw new Error('The catalogue was refused')
    expect(defaultCurrencies(read.payments, new Set(CURRENCIES))).toEqual({ en: 'RUB', ru: 'RUB', uk: 'UAH' })
  })

  it('is the hryvnia in Ukrainian, in the shipped rules', () => {
    expect(shipped.defaultCurrency).toEqual({ en: 'RUB', ru: 'RUB', uk: 'UAH' })
  })

  it('is the rouble where no payment method takes the one that the shop names', () => {
    expect(defaultCurrencies({ defaultCurrency: { uk: 'UAH' } }, new Set(['RUB'])).uk).toBe('RUB')
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
