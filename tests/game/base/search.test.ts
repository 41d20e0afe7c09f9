import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Localized } from '../../../src/game/base/language.ts'
import { nicknamesOf } from '../../../src/game/base/nicknames.ts'
import { createSearch, normaliseForSearch, otherLayouts } from '../../../src/game/base/search.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'

const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
if (!reading.ok) throw new Error('The catalogue is not accepted')
const skins = [...reading.catalogue.skins.values()]
const find = createSearch(skins, ({ name, model }) => [...Object.values(name), ...nicknamesOf(model, name.en)])

/** The English names of the found skins. */
const found = (query: string): string[] => [...find(query)].map(({ name }) => name.en)
const modelsOf = (query: string): string[] => [...new Set([...find(query)].map(({ model }) => model))]

const anySkin = fc.constantFrom(...skins)
const anyLanguage = fc.constantFrom(...LANGUAGES)

/** What a Russian or Ukrainian keyboard types on the keys of an English one. */
const LAYOUTS = {
  ru: ["qwertyuiop[]asdfghjkl;'zxcvbnm,.`", 'йцукенгшщзхъфывапролджэячсмитьбюё'],
  uk: ["qwertyuiop[]asdfghjkl;'zxcvbnm,.", 'йцукенгшщзхїфівапролджєячсмитьбю'],
} as const

/** Types a text while another layout is on. */
function mistype(text: string, [from, to]: readonly [string, string]): string {
  return Array.from(text.toLowerCase(), (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

/** Leaves out what players do not type: quotation marks and the like. */
const typeable = (name: string): string => name.replaceAll(/[^\p{L}\p{N} -]/gu, '')

describe('a normalised text', () => {
  it('has letters and digits only, and stays the same when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = normaliseForSearch(text)
        expect(plain).toMatch(/^[\p{L}\p{N}]*$/u)
        expect(normaliseForSearch(plain)).toBe(plain)
      }),
    )
  })

  it('is the same with any hyphens, spaces, apostrophes, stars and trade mark signs between its letters', () => {
    const mark = fc.constantFrom('-', '–', ' ', '\u00a0', '’', "'", 'ʼ', '★', '™', '|', '«', '»')
    const name = fc.tuple(anySkin, anyLanguage).map(([skin, language]) => normaliseForSearch(skin.name[language]))
    fc.assert(
      fc.property(name, fc.array(mark), fc.nat(), (plain, marks, at) => {
        const place = at % (plain.length + 1)
        expect(normaliseForSearch(plain.slice(0, place) + marks.join('') + plain.slice(place))).toBe(plain)
      }),
    )
  })

  it.each([
    ['★ StatTrak™ Karambit', 'stattrakkarambit'],
    ['Чёрный Ґлок, эхо', 'черныиглокехо'],
    ['Сузір’я', 'сузіря'],
    ['Сузір\u02bcя', 'сузіря'],
    ['ＡＫ－４７', 'ak47'],
    ['Gungnír', 'gungnir'],
    ['Cмарагдовий', 'смарагдовии'], // Its first letter is Latin.
    ['AК-47', 'ак47'],
  ])('of %s is %s', (text, plain) => {
    expect(normaliseForSearch(text)).toBe(plain)
  })
})

describe('the other layouts', () => {
  it.each(['ru', 'uk'] as const)(
    'give back what was typed in the %s layout instead of Latin, and the other way round',
    (layout) => {
      const [keys, letters] = LAYOUTS[layout]
      const text = (alphabet: string) =>
        fc.array(fc.constantFrom(...alphabet), { minLength: 1 }).map((all) => all.join(''))
      fc.assert(
        fc.property(text(keys), (typed) => {
          expect(otherLayouts(mistype(typed, [keys, letters]))).toContain(typed)
          expect(otherLayouts(typed)).toContain(mistype(typed, [keys, letters]))
        }),
      )
    },
  )

  it('ignore the case, also of keys that are punctuation without Shift', () => {
    expect(otherLayouts('ФЦЗ')).toContain('awp')
    expect(otherLayouts('{JHJIBQ')).toContain('хороший')
  })

  it('are none for digits', () => {
    expect(otherLayouts('47 90')).toEqual([])
  })
})

describe('a search', () => {
  it('finds a skin by its name in each language, in any case and with its words in any order', () => {
    fc.assert(
      fc.property(anySkin, anyLanguage, fc.boolean(), fc.boolean(), (skin, language, isLoud, isReversed) => {
        const words = skin.name[language].split(' ')
        const query = (isReversed ? words.toReversed() : words).join(' ')
        expect(find(isLoud ? query.toUpperCase() : query.toLowerCase()).has(skin)).toBe(true)
      }),
    )
  })

  it('finds a skin by any part of its name', () => {
    fc.assert(
      fc.property(anySkin, anyLanguage, fc.nat(), fc.integer({ min: 1, max: 12 }), (skin, language, at, length) => {
        const name = skin.name[language]
        const part = name.slice(at % name.length, (at % name.length) + length)
        fc.pre(normaliseForSearch(part) !== '')
        expect(find(part).has(skin)).toBe(true)
      }),
    )
  })

  it('finds a skin by its name in each language, typed in the other layout', () => {
    const isMixed = (name: string): boolean =>
      name.split(' ').some((word) => /[a-z]/i.test(word) && /\p{sc=Cyrl}/u.test(word))
    fc.assert(
      fc.property(anySkin, fc.constantFrom('ru', 'uk'), (skin, layout) => {
        const [keys, letters] = LAYOUTS[layout]
        expect(find(mistype(typeable(skin.name.en), [keys, letters])).has(skin)).toBe(true)
        // Nobody types a word of two alphabets in one layout.
        fc.pre(!isMixed(skin.name[layout]))
        expect(find(mistype(typeable(skin.name[layout]), [letters, keys])).has(skin)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('finds a skin by a nickname of its weapon', () => {
    fc.assert(
      fc.property(
        anySkin.filter(({ model, name }) => nicknamesOf(model, name.en).length > 0),
        (skin) => {
          for (const nickname of nicknamesOf(skin.model, skin.name.en)) expect(find(nickname).has(skin)).toBe(true)
        },
      ),
    )
  })

  it.each([
    [['AK-47', 'ak47', 'AK 47', 'ак47', 'АК-47', 'фл47', 'фл-47', 'калаш', 'rfkfi'], ['ak47']],
    [['awp', 'AWP', 'авп', 'фцз', 'fdg'], ['awp']],
    [['usp', 'USP-S', 'usps', 'усп', 'юсп', 'гыз', 'гіз'], ['usp_silencer']],
    [['bfk', 'butterfly', 'бабочка', 'метелик', 'балісонг', 'иал', ',f,jxrf'], ['knife_butterfly']],
    [['karambit', 'керамбит', 'керамбіт', 'rthfv,bn', 'kara'], ['knife_karambit']],
    [['deagle', 'desert eagle', 'deserteagle', 'дигл', 'вуыуке уфпду'], ['deagle']],
    [['m4a1s', 'M4A1-S', 'м4а1', 'ь4ф1ы'], ['m4a1_silencer']],
  ])('finds by each of %j only %j', (queries, models) => {
    for (const query of queries) {
      // A finish may have the name of a weapon, and the Ukrainian monkey contains the AWP.
      const named = [...find(query)].filter(({ name }) => !/\| .*(eagle|butterfly|monkey)/i.test(name.en))
      expect([...new Set(named.map(({ model }) => model))], query).toEqual(models)
    }
  })

  it('finds a whole nickname typed in the other layout even where other names contain these letters', () => {
    expect(found('фл')).toContain('AK-47 | Redline')
    expect(found('фл').some((name) => /fluo|ink|fleet/i.test(name) || !name.startsWith('AK-47'))).toBe(true)
  })

  it('reads no other layout while something contains the query as it was typed', () => {
    // "фл" begins names in Russian and Ukrainian, but nobody who types "ak" looks for those.
    const unlike = found('ak').filter((name) => !/ak/i.test(normaliseForSearch(name)))
    expect(unlike).toEqual([])
  })

  it.each(['ak red', 'red ak', 'калаш редлайн', 'АК-47 | Червона лінія', 'AK-47 Красная линия', "h'lkfqy ak"])(
    'by %j finds the AK-47 | Redline among few',
    (query) => {
      expect(found(query)).toContain('AK-47 | Redline')
      expect(modelsOf(query)).toEqual(['ak47'])
    },
  )

  it.each(['Asiimov', 'азимов', 'АЗІМОВ', 'фышшьщм', 'fpbvjd', 'fpsvjd'])(
    'by %j finds the finish of five weapons',
    (query) => {
      expect(found(query).toSorted()).toEqual(
        ['AK-47', 'AWP', 'M4A4', 'P250', 'P90'].map((weapon) => `${weapon} | Asiimov`),
      )
    },
  )

  it.each(['', ' ', '%', '_', '\\', '★', '™', '-', "' or 1=1", 'nothing-has-it'])('by %j finds nothing', (query) => {
    expect(found(query)).toEqual([])
  })

  it('reads punctuation beside a word as punctuation, and alone as the letter of another layout', () => {
    const findCase = createSearch([{ name: 'Пікс. камуфляж' }, { name: 'Юність' }], ({ name }) => [name])
    expect([...findCase('. к')]).toEqual([{ name: 'Пікс. камуфляж' }])
    expect([...findCase('.')]).toEqual([{ name: 'Юність' }])
  })

  it('compares ten words of a query and no more', () => {
    expect(found(`${'ak '.repeat(9)}nothing`)).toEqual([])
    expect(found(`${'ak '.repeat(9)}red nothing`)).toContain('AK-47 | Redline')
  })

  it('never finds an entry by a name that is empty', () => {
    const findCase = createSearch([{ name: 'Жжж' }, { name: '' }], ({ name }) => [name])
    // In the other layout this is punctuation alone.
    expect(findCase('жж').size).toBe(1)
  })

  it('matches several words without a space from the start of the first only, and never across two names', () => {
    const names: Localized = { en: 'Mask of Mars', ru: 'Маска Марса', uk: 'Маска Марса' }
    const findCase = createSearch([names], (name) => Object.values(name))
    const sizes = ['maskof', 'ofmars', 'ofma', 'kof', 'marsмаска'].map((query) => findCase(query).size)
    expect(sizes).toEqual([1, 1, 1, 0, 0])
  })
})
