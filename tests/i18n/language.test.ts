// The language of a visitor: the cookie, otherwise the browser's preference, otherwise English.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/base/language.ts'
import {
  LANGUAGE_LABELS,
  LANGUAGE_MENU,
  languageCookieValue,
  negotiateLanguage,
  parseLanguage,
} from '../../src/i18n/language.ts'

describe('the lang cookie', () => {
  it('contains EN, RU or UK', () => {
    expect((['en', 'ru', 'uk'] as const).map(languageCookieValue)).toEqual(['EN', 'RU', 'UK'])
  })

  it('is read in either case', () => {
    for (const language of LANGUAGES) {
      expect(parseLanguage(languageCookieValue(language))).toBe(language)
      expect(parseLanguage(language)).toBe(language)
    }
  })

  it.each([undefined, '', 'UA', 'xx', 'en-US', 'constructor'])('is ignored when it contains %j', (text) => {
    expect(parseLanguage(text)).toBeUndefined()
  })
})

describe('the dropdown', () => {
  it('has every language once', () => {
    expect(LANGUAGE_MENU.toSorted()).toEqual(LANGUAGES.toSorted())
  })

  it('shows UA, EN, RU', () => {
    expect(LANGUAGE_MENU.map((language) => LANGUAGE_LABELS[language])).toEqual(['UA', 'EN', 'RU'])
  })
})

describe('the language of a response', () => {
  it('is the cookie’s, before the one that the browser prefers', () => {
    expect(negotiateLanguage('UK', 'ru,en;q=0.5')).toBe('uk')
  })

  it.each([
    ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
    ['xx-XX,ru;q=0.7,en;q=0.3', 'ru'],
    ['en;q=0.2,ru;q=0.9', 'ru'],
    ['ru;q=0,uk;q=0.1', 'uk'],
    ['ru, uk', 'ru'],
    ['xx,yy', 'en'],
    ['*', 'en'],
    ['', 'en'],
  ] as const)('is, for the preference %j, %s', (wish, language) => {
    expect(negotiateLanguage(undefined, wish)).toBe(language)
  })

  it('is English without cookie and preference', () => {
    expect(negotiateLanguage(undefined, undefined)).toBe('en')
    expect(negotiateLanguage('XX', undefined)).toBe('en')
  })

  it('is one that the shop offers: English, or its first, for whoever wants another', () => {
    expect(negotiateLanguage('RU', 'ru,uk;q=0.5', ['en', 'uk'])).toBe('uk')
    expect(negotiateLanguage('RU', 'ru', ['en', 'uk'])).toBe('en')
    expect(negotiateLanguage('EN', 'en', ['ru', 'uk'])).toBe('ru')
    const subset = fc.subarray([...LANGUAGES], { minLength: 1 })
    const wish = fc.option(fc.constantFrom('RU', 'uk-UA,en;q=0.2', 'ru,uk', '*', ''), { nil: undefined })
    fc.assert(
      fc.property(subset, wish, wish, (offered, cookie, accepted) => {
        expect(offered).toContain(negotiateLanguage(cookie, accepted, offered))
      }),
    )
  })

  it('is always a supported one', () => {
    fc.assert(
      fc.property(
        fc.option(fc.string(), { nil: undefined }),
        fc.option(fc.string(), { nil: undefined }),
        (cookie, wish) => {
          expect(LANGUAGES).toContain(negotiateLanguage(cookie, wish))
        },
      ),
    )
  })
})
