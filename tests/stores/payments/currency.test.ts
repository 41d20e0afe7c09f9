// The currency of a player who has not chosen one yet, and the order in which currencies are offered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CURRENCIES, currenciesFor } from '../../../src/game/deposit.ts'
import { LANGUAGES } from '../../../src/game/language.ts'

beforeEach(() => vi.resetModules())

afterEach(() => vi.unstubAllGlobals())

/** Resolves with the currency of a page in a language, as its store has it at first. */
async function firstCurrency(lang: string): Promise<string> {
  vi.stubGlobal('document', { documentElement: { lang }, cookie: '' })
  const { $currency } = await import('../../../src/stores/payments/payment.ts')
  return $currency.get()
}

describe('the first currency', () => {
  it.each([
    ['uk', 'UAH'],
    ['ru', 'RUB'],
    ['en', 'RUB'],
    ['de', 'RUB'],
  ])('of a page in %s is %s', async (lang, currency) => {
    expect(await firstCurrency(lang)).toBe(currency)
  })

  it('is offered first, and each currency once', () => {
    for (const language of LANGUAGES) expect(currenciesFor(language).toSorted()).toEqual([...CURRENCIES].toSorted())
    expect(currenciesFor('uk')[0]).toBe('UAH')
    expect(currenciesFor('ru')[0]).toBe('RUB')
  })
})
