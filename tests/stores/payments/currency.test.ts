// The currency of a player who has not chosen one yet, and the order in which currencies are offered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CURRENCIES, currenciesFrom } from '../../../src/game/payments/deposit.ts'

beforeEach(() => vi.resetModules())

afterEach(() => vi.unstubAllGlobals())

/** Opens a page in a language; returns its stores. */
async function openPage(lang: string) {
  vi.stubGlobal('document', { documentElement: { lang }, cookie: '' })
  const { $settings } = await import('../../../src/stores/account/settings.ts')
  const payment = await import('../../../src/stores/payments/payment.ts')
  return { $settings, ...payment }
}

const SETTINGS = {
  sitename: 'SPACEDROP',
  social: { instagram: '', tiktok: '', telegram: '', x: '' },
  defaultCurrency: { en: 'USD', ru: 'RUB', uk: 'UAH' },
  now: null,
} as const

describe('the first currency', () => {
  it.each(['uk', 'ru', 'en', 'de'])('of a page in %s is the specification’s rouble', async (lang) => {
    expect((await openPage(lang)).$currency.get()).toBe('RUB')
  })

  it.each([
    ['uk', 'UAH'],
    ['ru', 'RUB'],
    ['en', 'USD'],
  ])('of a page in %s is the shop’s own, %s, where it has one', async (lang, currency) => {
    const { $currency, $settings } = await openPage(lang)
    $settings.set(SETTINGS)
    expect($currency.get()).toBe(currency)
  })

  it('gives way to the one that the player has chosen', async () => {
    const { $currency, $chosenCurrency, $settings } = await openPage('uk')
    $chosenCurrency.set('USD')
    $settings.set(SETTINGS)
    expect($currency.get()).toBe('USD')
  })

  it('is offered first, and each currency once', () => {
    for (const first of CURRENCIES) {
      expect(currenciesFrom(first)[0]).toBe(first)
      expect(currenciesFrom(first).toSorted()).toEqual([...CURRENCIES].toSorted())
    }
  })
})
