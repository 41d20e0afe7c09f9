// The static pages: the same numbers in every language, the numbers of the rules, and headings that other parts link to.
import { describe, expect, it } from 'vitest'
import { faqPage } from '../../../src/components/content/faq-page.ts'
import { readFiles } from '../../../src/content/default-files.ts'
import { numbersIn } from '../../../src/content/numbers.ts'
import { termsVersion } from '../../../src/content/page-texts.ts'
import { plainText } from '../../../src/content/plain-text.ts'
import type { ReadPage } from '../../../src/content/read-page.ts'
import { readPages } from '../../../src/content/read-pages.ts'
import { CASE_RETURN_PERCENT, CASE_TICKETS, OPEN_COUNT, SANDBOX_BALANCE } from '../../../src/game/base/economy.ts'
import { BEST_DROP_PRICE, LEVEL_BASE_EXP } from '../../../src/game/base/economy-everywhere.ts'
import { LANGUAGES, type Language } from '../../../src/game/base/language.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { pageTitle } from '../../../src/i18n/page-title.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { withNonBreaking } from '../../../src/i18n/typography.ts'
import type { PageName } from '../../../src/layouts/page-name.ts'

const files = readFiles()
const { pages } = readPages(files)

function read(page: string, language: Language): ReadPage {
  const found = pages.get(page)?.get(language)?.read
  if (found === undefined) throw new Error(`${page} is not in ${language}`)
  return found
}

/** Returns the text below each heading, by id. */
function bodies(page: string, language: Language): ReadonlyMap<string, string> {
  return new Map(read(page, language).headings.map(({ id, body }) => [id, body]))
}

describe('the languages', () => {
  const translations = [...pages.keys()].flatMap((page) =>
    LANGUAGES.filter((language) => language !== 'en').map((language) => ({ page, language })),
  )

  it.each(translations)('lead to the same places: $page in $language', ({ page, language }) => {
    const hrefs = (of: Language): string[] =>
      read(page, of)
        .links.map(({ href }) => href)
        .sort()
    expect(hrefs(language)).toEqual(hrefs('en'))
  })
})

it.each(LANGUAGES)('the titles are those on the pictures of links, in %s', (language) => {
  const titles = [...pages.keys()].map((page) => [
    page,
    withNonBreaking(pageTitle(read(page, language).front?.title ?? ''), language),
  ])
  const t = textFor(language, 'pages')
  const pictured = [...pages.keys()].map((page) => [
    page,
    t(`${page === 'terms-of-use' ? 'terms' : (page as PageName)}.title`),
  ])
  expect(Object.fromEntries(titles)).toEqual(Object.fromEntries(pictured))
})

describe.each(LANGUAGES)('the answers in %s', (language) => {
  const answers = bodies('faq', language)
  const numbersOf = (id: string): string[] => numbersIn(answers.get(id) ?? '')
  const dollars = (cents: number): string => formatMoney(cents).replace('$', '')

  it('are thirty or more', () => {
    expect(read('faq', language).headings.filter(({ level }) => level === 3).length).toBeGreaterThanOrEqual(30)
  })

  it('have the numbers of the rules', () => {
    expect(numbersOf('return')).toEqual([CASE_RETURN_PERCENT.least, CASE_RETURN_PERCENT.most].map(String))
    expect(numbersOf('odds')).toContain(String(CASE_TICKETS))
    expect(numbersOf('how-many')).toEqual([OPEN_COUNT.least, OPEN_COUNT.most].map(String))
    expect(numbersOf('live-drops')).toContain(dollars(BEST_DROP_PRICE))
    expect(numbersOf('sandbox')).toContain(dollars(SANDBOX_BALANCE))
    for (const level of [1, 2, 3]) {
      expect(numbersOf('levels')).toContain(dollars((LEVEL_BASE_EXP * level * (level + 1)) / 2))
    }
  })
})

describe.each(LANGUAGES)('the numbers of the specification in %s', (language) => {
  const numbersBelow = (page: string, id: string): string[] => numbersIn(bodies(page, language).get(id) ?? '')

  it('are in the answers: the age, and the hour to wait for a deposit', () => {
    expect(numbersBelow('faq', 'age')).toContain('18')
    expect(numbersBelow('faq', 'late-deposit')).toEqual(['1'])
    expect(bodies('faq', language).get('late-deposit')).toContain('(/contacts#payments)')
  })

  it('are on the page for partners: a share from 20%, a hybrid, paid daily', () => {
    const offers = bodies('cooperation', language)
    expect(numbersBelow('cooperation', 'revenue-share')).toEqual(['20'])
    expect([...offers.keys()]).toEqual(expect.arrayContaining(['revenue-share', 'hybrid', 'daily']))
    expect(offers.get('hybrid')).toContain('CPA')
  })
})

describe('the terms', () => {
  it.each(LANGUAGES)('have the agreement that the sign-in links to, in %s', (language) => {
    expect(read('terms-of-use', language).headings.map(({ id }) => id)).toContain('cardholder')
  })

  it('are the version that a sign-in records', () => {
    expect(termsVersion(files)).toMatch(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{12}$/)
    expect(termsVersion(files).slice(0, 10)).toBe(read('terms-of-use', 'en').front?.updated)
  })
})

describe('the structured data', () => {
  it('hold each question with its answer as plain words, but not the one about the sandbox', () => {
    const html = '<p>At least <strong>18</strong> &amp; more.</p>\n<ul>\n<li>A&lt;B</li><li>C</li></ul>'
    const sandbox = { id: 'sandbox', title: 'What is the sandbox?', html: '<p>Play money.</p>' }
    const sections = [
      { entries: [{ id: 'age', title: 'How old?', html }, sandbox] },
      { entries: [{ id: 'why', title: 'Why?', html: '<p>So.</p>' }] },
    ]
    expect(faqPage({ language: 'en', sections })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      inLanguage: 'en',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'How old?',
          acceptedAnswer: { '@type': 'Answer', text: 'At least 18 & more. A<B C' },
        },
        { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } },
      ],
    })
  })

  it('read a text once: what looks like a character of HTML in the words stays', () => {
    expect(plainText('<p>&amp;lt; is how HTML writes &lt;</p>')).toBe('&lt; is how HTML writes <')
  })
})
