// A shop with another name: no text of the server says the old one, in any language. Answers, notifications, push messages, alerts and titles are all
// made of these texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import brand from '../../data/brand.json' with { type: 'json' }
import { LANGUAGES } from '../../src/game/base/language.ts'
import { RESOURCES } from '../../src/i18n/resources.ts'
import { i18nFor, setBrandWords } from '../../src/i18n/text.ts'

const RENAMED = {
  name: 'ORBITDROP',
  tagline: { en: 'Cases in orbit', ru: 'Кейсы на орбите', uk: 'Кейси на орбіті' },
}

/** Returns the keys of all texts of a namespace. */
function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [before + key] : keysOf(text as object, `${before}${key}.`),
  )
}

beforeAll(() => setBrandWords(RENAMED))
afterAll(() => setBrandWords({ name: brand.name, tagline: brand.tagline }))

describe.each(LANGUAGES)('texts in %s', (language) => {
  it('have the new name and tagline wherever they had the old ones', () => {
    const i18n = i18nFor(language)
    const texts = Object.entries(RESOURCES[language]).flatMap(([ns, words]) =>
      keysOf(words).map(
        (key) =>
          [
            `${ns}:${key}`,
            String(i18n.getResource(language, ns, key)),
            Reflect.apply(i18n.t, i18n, [key, { ns }]),
          ] as const,
      ),
    )
    expect(texts.length).toBeGreaterThan(1_000)
    const said = texts.map(([name, , text]) => [name, String(text)] as const)
    const old = said.filter(([, text]) => text.includes(brand.name) || text.includes(brand.tagline[language]))
    expect(old).toEqual([])
    const naming = texts.filter(([, written]) => written.includes('{{brand}}'))
    expect(naming.length).toBeGreaterThan(10)
    for (const [name, , text] of naming) expect(String(text), name).toContain(RENAMED.name)
  })
})
