// Keys of texts are types: `tsc` fails where one of these lines is no longer an error.
import { describe, expect, it } from 'vitest'
import type { Resources } from '../../src/i18n/resources.ts'
import { textFor } from '../../src/i18n/text.ts'

describe('the compiler', () => {
  it('refuses a key that the namespace lacks', () => {
    const t = textFor('en', 'home')
    expect(t('hero.title')).not.toBe('hero.title')
    // @ts-expect-error: home.json has no such key
    expect(t('hero.none')).toBe('hero.none')
  })

  it('refuses a language that lacks a key of English', () => {
    // @ts-expect-error: home.json has more keys
    const texts: Resources['home'] = { categories: 'x' }
    expect(texts).toEqual({ categories: 'x' })
  })
})
