// The conventions of texts, checked on small trees: keys of all languages, plurals, placeholders, wording, and who shows them.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import type { Tree } from '../../support/runner/source-tree.ts'
import { checkedTreeForTests, locale } from './checked-tree.ts'

const faultsOf = checkedTreeForTests()

const everywhere = (texts: object, namespace = 'home'): Tree => ({
  ...Object.assign({}, ...LANGUAGES.map((language) => locale(language, texts, namespace))),
})

const asks = (code: string): Tree => ({ 'src/islands/home.tsx': `useTranslation('home'); ${code}` })

describe('texts of the office', () => {
  const texts = everywhere({ title: 'A' }, 'office-staff')

  it('are for the office alone', async () => {
    const room = { 'src/office/rooms/staff/Room.tsx': "useTranslation(['officeStaff', 'office']); t('title')" }
    expect(await faultsOf({ ...texts, ...room })).toEqual([])
    for (const code of ["useTranslation('officeStaff')", "textFor('en', 'office')", "t('officeStaff:title')"]) {
      const faults = await faultsOf({ ...texts, ...room, 'src/islands/home.tsx': code })
      expect(faults).toEqual([expect.stringMatching(/^src\/islands\/home\.tsx:1: .*only the office loads its texts$/)])
    }
  })

  it('share their word with a cookie and a folder', async () => {
    const server = { 'src/server/office.ts': "const COOKIE = 'office'; join(dist, 'office')" }
    expect(await faultsOf(server)).toEqual([])
  })
})

describe('texts', () => {
  it('pass when they are complete', async () => {
    expect(
      await faultsOf({
        ...everywhere({ title: 'Hi {{name}}', drops_one: '{{count}} drop', drops_other: '{{count}} drops' }),
        ...locale('ru', {
          title: 'Привет, {{ name }}',
          drops_one: '{{count}} дроп',
          drops_few: '{{count}} дропа',
          drops_many: '{{count}} дропов',
          drops_other: '{{count}} дропа',
        }),
        ...locale('uk', {
          title: 'Привіт, {{name}}',
          drops_one: 'один дроп',
          drops_few: '{{count}} дропи',
          drops_many: '{{count}} дропів',
          drops_other: '{{count}} дропа',
        }),
        ...asks("t('title'); t('drops', { count: 2 })"),
      }),
    ).toEqual([])
  })

  it('fail for a key that a language lacks, at any depth', async () => {
    const tree = { ...everywhere({ list: { title: 'a' } }), ...locale('uk', { list: {} }), ...asks("t('list.title')") }
    expect(await faultsOf(tree)).toEqual(['src/i18n/locales/uk/home.json: "list.title" is missing'])
  })

  it('fail for a key that English lacks', async () => {
    const tree = { ...locale('en', {}), ...locale('ru', { a: 'а' }), ...locale('uk', { a: 'а' }), ...asks("t('a')") }
    expect(await faultsOf(tree)).toContain('src/i18n/locales/en/home.json: "a" is missing')
  })

  it('fail for a namespace that a language lacks, and for a file that is not JSON', async () => {
    const tree = { ...locale('en', {}), 'src/i18n/locales/ru/home.json': '{' }
    const faults = await faultsOf(tree)
    expect(faults).toContain('src/i18n/locales/uk/home.json: is missing')
    expect(faults.some((fault) => fault.startsWith('src/i18n/locales/ru/home.json: is no JSON'))).toBe(true)
  })

  it('fail for plural forms of another language', async () => {
    const faults = await faultsOf({ ...everywhere({ n_one: 'x', n_few: 'x', n_other: 'x' }), ...asks("t('n')") })
    expect(faults).toEqual([
      'src/i18n/locales/en/home.json: "n_few" is no plural form of this language',
      'src/i18n/locales/ru/home.json: "n_many" is missing',
      'src/i18n/locales/uk/home.json: "n_many" is missing',
    ])
  })

  it('accept a key that only ends like a plural', async () => {
    expect(await faultsOf({ ...everywhere({ step_one: 'x' }), ...asks("t('step_one')") })).toEqual([])
  })

  it('fail for placeholders that differ, and for empty ones', async () => {
    const tree = { ...everywhere({ a: '{{sum}}' }), ...locale('ru', { a: '{{summ}}' }), ...locale('uk', { a: ' ' }) }
    expect(await faultsOf({ ...tree, ...asks("t('a')") })).toEqual([
      'src/i18n/locales/ru/home.json: "a" has the placeholders (summ), English has (sum)',
      'src/i18n/locales/uk/home.json: "a" has the placeholders (), English has (sum)',
      'src/i18n/locales/uk/home.json: "a" is empty',
    ])
  })

  it.each([
    ['en', 'Check the roll', 'says "roll"; the word is: result'],
    ['en', 'Top up', 'says "top up"; the word is: deposit'],
    ['en', "It's yours", 'has a straight quotation mark or apostrophe: "It\'s yours"'],
    ['ru', 'Живые дропы', 'says "живые дроп"; the word is: лайв-дропы'],
    ['ru', 'Ваша ссылка на обмен', 'says "ссылка на обмен"; the word is: трейд-ссылка'],
    ['uk', 'Перевірте кидок', 'says "кидок"; the word is: результат, на /fairness рол'],
    ['uk', 'Номер ролла', 'says "ролл"; the word is: результат, на /fairness рол'],
    ['en', 'Take a break', 'says "take a break"; the word is: time-out'],
    ['en', 'The margin pays', 'says "margin"; the word is: house edge'],
    ['ru', 'У вас перерыв', 'says "перерыв"; the word is: пауза'],
    ['ru', 'Открыть выводы', 'says "выводы"; the word is: вывод, заявка на вывод'],
    ['ru', 'Ждёт маржи', 'says "марж"; the word is: преимущество сайта'],
    ['uk', 'Ліміти та перерви', 'says "перерви"; the word is: пауза'],
    ['uk', 'Підсумок визначить раунд', 'says "підсумок визначи"; the word is: результат'],
    ['uk', 'Сам випадок', 'says "випадок"; the word is: випадковість'],
    ['uk', 'Безкоштовні оберти', 'says "оберти"; the word is: обертання'],
    ['uk', 'На діючому сайті', 'says "діючому сайт"; the word is: робочий сайт'],
    ['uk', 'Кошти не списано', 'says "кошти не списано"; the word is: гроші'],
    ['uk', 'Решту платить майданчик', 'says "майданчик"; the word is: сайт'],
    ['uk', 'Творець батлу', 'says "творець"; the word is: автор'],
    ['uk', 'Безплатно', 'says "безплатн"; the word is: безкоштовно'],
    ['en', 'Back to the shop', 'says "shop"; the word is: site, house edge'],
    ['en', 'Open a demo', 'says "demo"; the word is: try for free, free opening'],
    ['ru', 'Доля площадки', 'says "площадк"; the word is: сайт'],
    ['ru', 'Доход магазина', 'says "магазин"; the word is: сайт'],
    ['ru', 'Создатель батла', 'says "создател"; the word is: автор'],
    ['ru', 'Демо', 'says "демо"; the word is: попробовать бесплатно, пробное открытие'],
    ['ru', 'Войти в батл', 'says "войти в батл"; the word is: занять место, вступить'],
    ['uk', 'Дохід магазину', 'says "магазин"; the word is: сайт'],
    ['uk', 'Сид сервера', 'says "сид"; the word is: сід'],
    ['uk', 'У демо', 'says "демо"; the word is: спробувати безкоштовно, пробне відкриття'],
    ['uk', 'Увійти безкоштовно', 'says "увійти безкоштовно"; the word is: зайняти місце, приєднатися'],
    ['uk', 'Cпадщина', 'has Latin and Cyrillic letters in one word: "Cпадщина"'],
  ])('fail for wording: %s, %s', async (language, text, fault) => {
    const texts = { ...everywhere({ a: '—' }), ...locale(language, { a: text }), ...asks("t('a')") }
    expect(await faultsOf(texts)).toEqual([`src/i18n/locales/${language}/home.json: "a" ${fault}`])
  })

  it('may speak of rolls on the page that explains them, and name brands', async () => {
    const texts = {
      ...everywhere({ a: 'AWP-набор' }, 'fairness'),
      ...locale('en', { a: 'Check a roll' }, 'fairness'),
    }
    expect(await faultsOf({ ...texts, 'src/islands/fairness.tsx': "useTranslation('fairness'); t('a')" })).toEqual([])
  })

  it('are shown by a file that names their namespace, or names it with the key; the common ones by any', async () => {
    const texts = { ...everywhere({ a: 'x' }), ...everywhere({ c: 'x' }, 'common') }
    const other = 'src/server/other.ts'
    expect(await faultsOf({ ...texts, [other]: "t('a'); t('c')" })).toHaveLength(1)
    expect(await faultsOf({ ...texts, [other]: "t('home:a'); t('c')" })).toEqual([])
    expect(await faultsOf({ ...texts, [other]: "textFor(language, 'home')('a'); t('c')" })).toEqual([])
  })

  it('of a file with several words are used by its name in camel case', async () => {
    const texts = everywhere({ a: 'x' }, 'free-case')
    expect(await faultsOf({ ...texts, 'src/server/other.ts': "textFor(language, 'freeCase')('a')" })).toEqual([])
    expect(await faultsOf({ ...texts, 'src/server/other.ts': "textFor(language, 'free-case')('a')" })).toHaveLength(1)
  })
})
