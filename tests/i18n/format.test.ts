// Numbers, money and dates as the site formats them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/base/language.ts'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatMultiplier,
  formatPercent,
  formatSeconds,
  formatShortMoney,
  formatTime,
  formatZonedTime,
  MONEY_AFFIXES,
} from '../../src/i18n/format.ts'

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1250, '$12.50'],
    [1_234_567, '$12,345.67'],
    [-250, '−$2.50'],
  ])('%i cents are %s', (amountCents, text) => {
    expect(formatMoney(amountCents)).toBe(text)
  })

  it('keeps every cent up to ten billion dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amountCents) => {
        expect(Number(formatMoney(amountCents).replace(/\D/g, ''))).toBe(amountCents)
        expect(formatMoney(amountCents)).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/)
      }),
    )
  })
})

describe('money in short', () => {
  it.each([
    [0, '$0'],
    [500, '$5'],
    [50, '$0.50'],
    [1_234_500, '$12,345'],
    [-200, '−$2'],
  ])('%i is %s', (amountCents, text) => {
    expect(formatShortMoney(amountCents)).toBe(text)
  })
})

describe('the sign of money beside a field', () => {
  it('is where Intl writes it for the digits of formatMoney', () => {
    const parts = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).formatToParts(1)
    const place = parts.findIndex(({ type }) => type === 'currency')
    const sign = (from: number, to?: number): string =>
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join('')
    expect(MONEY_AFFIXES).toEqual({ before: sign(0, place + 1), after: sign(place + 4) })
    expect(formatMoney(100)).toBe(`${MONEY_AFFIXES.before}1.00${MONEY_AFFIXES.after}`)
  })
})

describe('a count', () => {
  it('is grouped as in its language', () => {
    expect(formatCount(1_204_981, 'en')).toBe('1,204,981')
    expect(formatCount(1_204_981, 'ru').replace(/\s/g, ' ')).toBe('1 204 981')
    expect(formatCount(1_204_981, 'uk').replace(/\s/g, ' ')).toBe('1 204 981')
  })
})

describe('a percentage', () => {
  it.each([
    [0.91, '91%'],
    [0.9125, '91.3%'],
    [0.0123, '1.23%'],
    [0.001, '0.1%'],
    [0.000042, '0.0042%'],
    [1, '100%'],
  ])('%d is %s', (fraction, text) => {
    expect(formatPercent(fraction, 'en')).toBe(text)
  })

  it('has the decimal separator of its language', () => {
    expect(formatPercent(0.125, 'ru')).toBe('12,5%')
    expect(formatPercent(0.125, 'uk')).toBe('12,5%')
  })

  it('shows the smallest chance, one ticket of a million, as more than zero', () => {
    expect(formatPercent(1 / 1_000_000, 'en')).toBe('0.0001%')
  })
})

describe('a multiplier', () => {
  it.each([
    [1.004, '×1'],
    [1.04, '×1.04'],
    [1.15, '×1.15'],
    [2, '×2'],
    [2.39, '×2.3'],
    [19.99, '×19.9'],
    [123.9, '×123'],
  ])('%d is %s', (multiplier, text) => {
    expect(formatMultiplier(multiplier, 'en')).toBe(text)
  })

  it('has the decimal separator of its language', () => {
    expect(formatMultiplier(2.3, 'ru')).toBe('×2,3')
    expect(formatMultiplier(2, 'uk')).toBe('×2')
  })

  it('is never more than it is, for whole amounts of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 100_000 }), (won, paid) => {
        const shown = Number(formatMultiplier(won / paid, 'en').replace(/[,×]/g, ''))
        expect(shown * paid).toBeLessThanOrEqual(won + 1e-3)
      }),
    )
  })
})

describe('a date', () => {
  it('is dd.mm.yyyy with two digits for day and month', () => {
    expect(formatDate(new Date(2027, 2, 5, 23, 59).getTime())).toBe('05.03.2027')
    expect(formatDate(new Date(2026, 11, 31).getTime())).toBe('31.12.2026')
  })

  it('has a time with two digits each, in the reader’s own time zone', () => {
    const at = new Date(2026, 10, 21, 9, 5).getTime()
    expect(formatTime(at)).toBe('09:05')
    expect(formatDateTime(at)).toBe('21.11.2026, 09:05')
    expect(formatZonedTime(at)).toMatch(/^21\.11\.2026, 09:05 UTC([+−]\d{1,2}(:\d\d)?)?$/)
  })
})

describe.each(LANGUAGES)('numbers in %s', (language) => {
  const amounts = fc.oneof(fc.integer({ min: 0, max: 1e15 }), fc.integer({ min: 0, max: 100_000 }))

  it('have the groups of Intl', () => {
    const groups = new Intl.NumberFormat(language)
    fc.assert(
      fc.property(
        fc.oneof(amounts, fc.integer({ max: -1 }), fc.double({ min: 0, max: 1000, noNaN: true })),
        (count) => {
          expect(formatCount(count, language)).toBe(groups.format(count))
        },
      ),
    )
  })

  it('have the decimals of Intl, also where a half is rounded', () => {
    const fractions = fc.oneof(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.integer({ min: 0, max: 2_000_000 }).map((tickets) => tickets / 1_000_000),
      fc.integer({ min: 0, max: 40_000 }).map((part) => part / 20_000),
      fc.double({ min: 0, max: 1e-6, noNaN: true }),
    )
    fc.assert(
      fc.property(fractions, (fraction) => {
        const percent = fraction * 100
        const most = percent >= 10 ? 1 : percent >= 1 ? 2 : percent >= 0.01 ? 3 : 4
        const expected = new Intl.NumberFormat(language, { maximumFractionDigits: most }).format(percent)
        expect(formatPercent(fraction, language)).toBe(`${expected}%`)
      }),
      { numRuns: 500 },
    )
  })

  it('have as many decimals as Intl where they are fixed', () => {
    const seconds = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (spanMs) => {
        expect(formatSeconds(spanMs, language)).toBe(seconds.format(spanMs / 1000))
      }),
    )
  })
})
