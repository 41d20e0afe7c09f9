// The texts in browsers: for every text the replacement of i18next returns what i18next returns.
import { createInstance as createReal } from 'i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/language.ts'
import { createInstance } from '../../src/i18n/browser-i18next.ts'
import { RESOURCES } from '../../src/i18n/resources.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/
const VARIABLE = /\{\{(\w+)\}\}/g
const COUNTS = [0, 1, 2, 3, 5, 11, 12, 21, 22, 25, 101, 111, 1.5, 1000]

/** Namespaces whose texts only the server uses; they may have formats. */
const SERVER_ONLY = new Set(['replies', 'pages'])

function options(language: Language) {
  return {
    lng: language,
    fallbackLng: false as const,
    ns: Object.keys(RESOURCES[language]),
    defaultNS: 'common',
    resources: { [language]: RESOURCES[language] },
    interpolation: { escapeValue: false },
    initAsync: false,
  }
}

/** Returns the paths of all texts below a node, without their plural suffix. */
function pathsBelow(node: object, before = ''): string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [before + name] : pathsBelow(value as object, `${before}${name}.`),
  )
}

function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(VARIABLE)].map(([, name = '']) => [name, `<${name}> $& 1`]))
}

describe.each(LANGUAGES)('the texts of %s in browsers', (language) => {
  const real = createReal()
  void real.init(options(language))
  const ours = createInstance()
  ours.init(options(language))
  const namespaces = Object.entries(RESOURCES[language]).filter(([name]) => !SERVER_ONLY.has(name))

  it('are those of i18next, with every variable and every plural', () => {
    let compared = 0
    for (const [namespace, texts] of namespaces) {
      const theirT = real.getFixedT(language, namespace as never) as unknown as (key: string, values?: object) => string
      const ourT = ours.getFixedT(language, namespace)
      for (const path of pathsBelow(texts)) {
        const values = variablesOf(theirT(path))
        const isPlural = PLURAL.test(path)
        for (const count of isPlural ? COUNTS : [undefined]) {
          const key = path.replace(PLURAL, '')
          const given = count === undefined ? values : { ...values, count }
          expect(ourT(key, given), `${namespace}:${key}`).toBe(theirT(key, given))
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(500)
  })

  it('are found in another namespace by its name, and a missing one is its key', () => {
    const shell = ours.getFixedT(language, 'shell')
    expect(shell('live:onlineHint')).toBe(real.t('live:onlineHint'))
    expect(shell('common:items', { count: 2 })).toBe(real.t('common:items', { count: 2 }))
    expect(shell('no.such.text')).toBe('no.such.text')
    expect(ours.t('marks:claim')).toBe(real.t('marks:claim'))
  })

  it('are of one function for a namespace, so that a memoised component is not rendered again', () => {
    expect(ours.getFixedT(language, 'shell')).toBe(ours.getFixedT(language, 'shell'))
    expect(ours.getFixedT(language, 'shell')).not.toBe(ours.getFixedT(language, 'live'))
  })

  it('can be added later', () => {
    expect(ours.hasResourceBundle(language, 'late')).toBe(false)
    ours.addResourceBundle(language, 'late', { one: { word: 'added' } })
    expect(ours.hasResourceBundle(language, 'late')).toBe(true)
    expect(ours.getFixedT(language, 'late')('one.word')).toBe('added')
  })
})

it('texts of islands use no formats, conditions or nesting, which browsers do not know', () => {
  for (const language of LANGUAGES) {
    for (const [namespace, texts] of Object.entries(RESOURCES[language])) {
      if (SERVER_ONLY.has(namespace)) continue
      expect(JSON.stringify(texts), namespace).not.toMatch(/\{\{\w+[^\w}]|\$t\(/)
    }
  }
})
