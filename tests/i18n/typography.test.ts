// Non-breaking spaces of texts and pages.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { RESOURCES } from '../../src/i18n/resources.ts'
import { withNonBreaking } from '../../src/i18n/typography.ts'

/** Shows non-breaking spaces as `~`. */
const shown = (text: string, language: Language): string => withNonBreaking(text, language).replaceAll('\u00a0', '~')

describe('non-breaking spaces', () => {
  it.each<[Language, string, string]>([
    ['ru', 'Я и в игре, и у сейфа', 'Я~и~в~игре, и~у~сейфа'],
    ['uk', 'Кейс і з ним (а не без)', 'Кейс і~з~ним (а~не без)'],
    ['en', 'Win a case — or I lose', 'Win a case~— or I lose'],
    ['en', 'in 5 min, 10 s or {{count}} h', 'in 5~min, 10~s or {{count}}~h'],
    ['ru', 'через 5 мин и 10 секунд', 'через 5~мин и~10 секунд'],
    ['uk', '{{sum}} грн за 10 000 штук', '{{sum}}~грн за 10~000 штук'],
    ['ru', 'всего 5 000 $.', 'всего 5~000~$.'],
    ['ru', 'до 25 % и 5 ₽', 'до 25~% и~5~₽'],
    ['ru', 'Кейс — это', 'Кейс~— это'],
    ['en', 'AK-47 | Redline, 2 items', 'AK-47 | Redline, 2 items'],
    ['uk', '«а тут»', '«а~тут»'],
  ])('in %s: %s', (language, text, expected) => {
    expect(shown(text, language)).toBe(expected)
    // A second time changes nothing.
    expect(shown(withNonBreaking(text, language), language)).toBe(expected)
  })

  it.each(LANGUAGES)('are in all texts of the interface, in %s', (language) => {
    const texts: string[] = []
    const collect = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value)
      else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner)
    }
    collect(RESOURCES[language])
    expect(texts.length).toBeGreaterThan(1_000)
    expect(texts.filter((text) => withNonBreaking(text, language) !== text)).toEqual([])
    expect(texts.some((text) => text.includes('\u00a0'))).toBe(true)
  })
})
