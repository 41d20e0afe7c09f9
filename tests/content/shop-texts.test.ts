// The texts of a shop: read from its files as a whole, or refused with every fault by file and line.
import { describe, expect, it, vi } from 'vitest'
import { brandStyle } from '../../src/content/brand/brand-style.ts'
import { readFiles } from '../../src/content/default-files.ts'
import { readDefaultTexts } from '../../src/content/default-texts.ts'
import { formatFault, type ShopFiles } from '../../src/content/shop-files.ts'
import { readShopTexts, type ShopTexts } from '../../src/content/shop-texts.ts'
import { LANGUAGES } from '../../src/game/base/language.ts'
import { createTexts } from '../support/shop/shop.ts'

const FILES = readFiles()

/** Returns the default files with a part of one replaced; fails where it has no such part. */
function changed(file: string, from: string, to: string, files: ShopFiles = FILES): ShopFiles {
  const text = files[file] ?? ''
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
  return { ...files, [file]: text.replace(from, to) }
}

function textsOf(files: ShopFiles): ShopTexts {
  const read = readShopTexts(files)
  if ('faults' in read) throw new Error(read.faults.map(formatFault).join('\n'))
  return read.texts
}

function faultsOf(files: ShopFiles): string[] {
  const read = readShopTexts(files)
  return 'faults' in read ? read.faults.map(formatFault) : []
}

const brandWith = (field: string, value: unknown, files: ShopFiles = FILES): ShopFiles => ({
  ...files,
  'brand.json': JSON.stringify({ ...JSON.parse(FILES['brand.json'] ?? ''), [field]: value }, null, 2),
})

describe('a page', () => {
  it('is divided into sections and entries, with the details of the operator', async () => {
    const page = await textsOf(FILES).ownPage('faq', 'ru')
    expect(page.sections[0]?.entries.find(({ id }) => id === 'age')).toMatchObject({
      title: 'Сколько мне должно быть лет?',
      html: expect.stringMatching(/^<p>/),
    })
    const contacts = JSON.stringify(await textsOf(FILES).ownPage('contacts', 'uk'))
    expect(contacts).toContain('mailto:support@spacedrop.example')
    expect(contacts).not.toMatch(/\{\{|%7B/)
  })

  it('is rendered once', async () => {
    const texts = textsOf(FILES)
    expect(await texts.page('faq', 'en')).toBe(await texts.page('faq', 'en'))
  })

  it('names the numbers of the rules that the files have', async () => {
    const files = changed('rewards.json', '"wonPriceHours": 24', '"wonPriceHours": 36')
    const html = JSON.stringify(await textsOf(files).ownPage('terms-of-use', 'ru'))
    expect(html + JSON.stringify(await textsOf(files).ownPage('faq', 'ru'))).toContain('36 часов')
  })

  it('writes details as words, also where they look like HTML', async () => {
    const files = changed('operator.json', 'support@spacedrop.example', 'a&b<c@shop.com')
    expect(JSON.stringify(await textsOf(files).ownPage('contacts', 'en'))).toContain('a&amp;b&lt;c@shop.com')
  })

  it('can be added, in every language', async () => {
    const page = (day: string) =>
      `---\ntitle: Shipping\ndescription: ${'How items reach you. '.repeat(3)}\n${day}: 2026-11-21\n---\n\n## Steam {#steam}\n\nBy trade.\n`
    const files = {
      ...FILES,
      'pages/shipping/en.md': page('updated'),
      'pages/shipping/ru.md': page('translates'),
      'pages/shipping/uk.md': page('translates'),
    }
    const texts = textsOf(files)
    expect(texts.pageNames.has('shipping')).toBe(true)
    expect(await texts.page('shipping', 'uk')).toMatchObject({ title: 'Shipping', sections: [{ id: 'steam' }] })
    expect(await texts.page('nowhere', 'uk')).toBeUndefined()
  })

  it('with HTML in it is refused, by file and line', () => {
    const line = (FILES['pages/faq/ru.md'] ?? '').split('\n').findIndex((text) => text.startsWith('### ')) + 4
    const files = {
      ...FILES,
      'pages/faq/ru.md': withLine(FILES['pages/faq/ru.md'] ?? '', line, '<img src=x onerror=alert>'),
    }
    expect(faultsOf(files)).toEqual([`pages/faq/ru.md:${line}: HTML is not for these texts: <img src=x onerror=alert>`])
  })

  it('that the site links to, and a heading that has a control, cannot be missing', () => {
    const { 'pages/privacy/en.md': _, 'pages/privacy/ru.md': __, 'pages/privacy/uk.md': ___, ...others } = FILES
    expect(faultsOf(others)).toContain('pages/privacy/en.md:1: is missing: the site links to /privacy')
    const files = Object.fromEntries(
      Object.entries(FILES).map(([name, text]) => [
        name,
        name.includes('protection') ? text.replace('{#limits}', '{#most}') : text,
      ]),
    )
    expect(faultsOf(files)).toContain(
      'pages/protection/en.md:1: heading ## {#limits} is missing: the page has a control below it',
    )
  })

  it('is the version of the terms that players agree to', () => {
    const { termsVersion } = textsOf(FILES)
    expect(termsVersion).toMatch(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{12}$/)
    expect(textsOf(changed('operator.json', 'support@', 'help@')).termsVersion).not.toBe(termsVersion)
    expect(textsOf(brandWith('name', 'ORBITDROP')).termsVersion).toBe(termsVersion)
  })
})

/** Returns a text with another line, counted from 1. */
function withLine(text: string, line: number, words: string): string {
  const lines = text.split('\n')
  lines[line - 1] = words
  return lines.join('\n')
}

describe('the brand', () => {
  it('of the default shop looks as the style sheets have it', () => {
    expect(brandStyle(readDefaultTexts().brand)).toBe('')
  })

  it('has a name, a tagline, an accent, and a mark as a drawing or the name of one', () => {
    const mark = '<svg viewBox="0 0 10 10"><path d="M0 0H9V9Z" fill="#fff"/></svg>'
    const inline = textsOf(brandWith('mark', mark)).brand
    const named = textsOf(brandWith('mark', 'mark.svg', { ...FILES, 'mark.svg': mark })).brand
    expect(inline.mark).toContain('M0 0H9V9Z')
    expect(named).toEqual(inline)
    const renamed = textsOf(brandWith('name', 'ORBIT')).brand
    expect(renamed.name).toBe('ORBIT')
    expect(brandStyle({ ...renamed, accent: { colour: '#ff9f1a', ink: '#0f0a02' } })).toMatch(
      /^:root:root\{--signal:#ff9f1a;--signal-rgb:255 159 26;--signal-ink:#0f0a02;--word-width:\d\.\dem\}$/,
    )
  })

  it('of an earlier release has no more than a name and a look, and is complete', () => {
    const { name, tagline, accent, mark } = JSON.parse(FILES['brand.json'] ?? '')
    const { brand } = textsOf({ ...FILES, 'brand.json': JSON.stringify({ name, tagline, accent, mark }) })
    expect(brand).toMatchObject({ wordmark: null, social: {}, languages: LANGUAGES, currency: {} })
  })

  it('offers its languages in the order of all', () => {
    expect(textsOf(brandWith('languages', ['uk', 'en'])).brand.languages).toEqual(['en', 'uk'])
  })

  it.each([
    ['name', '', 'brand.json:2: "name": '],
    ['name', 'A name of many letters', 'brand.json:2: "name": '],
    ['name', '<b>ORBIT</b>', 'brand.json:2: "name": has to be Latin or Cyrillic letters'],
    ['name', '漢字', 'brand.json:2: "name": has to be Latin or Cyrillic letters'],
    ['tagline', { en: 'Best', ru: 'Лучшие' }, 'brand.json:3: "tagline.uk": '],
    ['accent', '#3355ff', 'brand.json:8: "accent" #3355ff has a contrast of 2.97 : 1 to the surface'],
    ['accent', 'green', 'brand.json:8: "accent" has to be a colour such as #c6ff3d, not "green"'],
    ['mark', 'nowhere.svg', 'brand.json:9: "mark" names "nowhere.svg", and there is no such drawing'],
    ['mark', '<svg viewBox="0 0 1 1"><script/></svg>', 'brand.json:9: "mark" has <script>: only shapes'],
    ['wordmark', '<svg viewBox="0 0 1 1"><path/></svg>', 'brand.json:10: "wordmark" is 1.0 times as wide as high'],
    ['social', { x: 'http://x.com/shop' }, 'brand.json:11: "social.x": has to be an https address such as'],
    ['social', { telegram: 'https://t.me.a.example/shop' }, '"social.telegram": leads to t.me.a.example'],
    ['social', { vk: 'https://vk.com/shop' }, 'brand.json:11: '],
    ['languages', [], 'brand.json:12: "languages": names no language'],
    ['languages', ['en', 'en'], 'brand.json:12: "languages": names a language twice'],
    ['languages', ['de'], 'brand.json:12: "languages.0": has to be one of en, ru, uk'],
    ['currency', { en: 'EUR' }, '"currency.en": has to be one of RUB, UAH, USD'],
    ['font', 'Arial', 'brand.json:1: '],
  ])('with %s as %j is refused', (field, value, fault) => {
    expect(faultsOf(brandWith(field, value))).toEqual([expect.stringContaining(fault)])
  })

  it('is refused with the file that has its mark', () => {
    const files = brandWith('mark', 'mark.svg', { ...FILES, 'mark.svg': '<svg><path/></svg>' })
    expect(faultsOf(files)).toEqual(['mark.svg:1: the mark has no viewBox such as viewBox="0 0 64 64"'])
  })
})

it.each(['brand.json', 'operator.json', 'rewards.json', 'payments.json'])(
  '%s cannot be missing, or no JSON',
  (file) => {
    const { [file]: _, ...others } = FILES
    expect(faultsOf(others)).toContain(`${file}:1: is missing`)
    expect(faultsOf({ ...FILES, [file]: '{' })).toContainEqual(expect.stringMatching(`^${file}:1: is no JSON: `))
  },
)

it('all faults are told at once', () => {
  const files = brandWith('accent', 'green', changed('pages/faq/uk.md', 'title: ', 'title '))
  expect(faultsOf(files).map((fault) => fault.split(':', 1)[0])).toEqual(['brand.json', 'pages/faq/uk.md'])
})

describe('the source of a site', () => {
  it('tells its listeners of other texts, until they stop', () => {
    const texts = textsOf(FILES)
    const source = createTexts(texts)
    const heard = vi.fn()
    const stop = source.onChange(heard)
    const other = { ...texts, termsVersion: 'other' }
    source.replace(other)
    expect(source.current).toBe(other)
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    source.replace(texts)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
