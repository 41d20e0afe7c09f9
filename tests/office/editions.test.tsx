// What an edition changed, as the room Editions draws it: values with a sign, files in words, texts by lines, in every language.
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { FILE_WHATS } from '../../src/game/office/edition-lines.ts'
import { createI18n } from '../../src/i18n/i18n-instance.ts'
import { loadOfficeTexts, loadRoomTexts } from '../../src/i18n/office/load.ts'
import { ListedLine } from '../../src/office/rooms/editions/ListedLine.tsx'
import { parseEditionsSearch } from '../../src/office/rooms/editions/search.ts'
import { ChangeText } from '../../src/office/session/editions/ChangeText.tsx'
import { LineDifference } from '../../src/office/session/editions/LineDifference.tsx'
import { lineDifference } from '../../src/office/session/editions/line-difference.ts'

async function draw(element: ReactElement, language: Language = 'en'): Promise<string> {
  const i18n = createI18n(language, {
    ...(await loadOfficeTexts(language)),
    officeEditions: await loadRoomTexts(language, 'officeEditions'),
    officeFields: await loadRoomTexts(language, 'officeFields'),
  })
  return renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>)
}

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

const numbered = (count: number, words = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${words} ${at + 1}\n`).join('')

describe('a line of a difference', () => {
  it('has what a value was and is', async () => {
    const html = await draw(<ListedLine text="prices.json: ak-47-redline.ft: 1234 → 1300" />)
    expect(textOf(html)).toBe('prices.json ak-47-redline.ft $12.34 → $13.00')
    expect(html).toMatch(/<del[^>]*>\$12\.34<\/del>.*<ins[^>]*>\$13\.00<\/ins>/)
    const added = await draw(<ListedLine text={'cases.json: cases vega url: absent → "vega"'} />)
    expect(added).toMatch(/<ins[^>]*>vega<\/ins>/)
    expect(added).not.toContain('<del')
  })

  it('has words for what is said of a file, in every language', async () => {
    for (const language of LANGUAGES) {
      for (const what of FILE_WHATS) {
        const text = textOf(await draw(<ChangeText line={{ file: 'pages/faq/en.md', what }} />, language))
        expect([what, text]).toEqual([what, expect.stringMatching(/^\p{Lu}/u)])
      }
      const more = textOf(await draw(<ChangeText line={{ file: 'prices.json', more: 25 }} />, language))
      expect(more).toMatch(/25 \p{L}/u)
    }
  })

  it('is shown as it is where it is of another time', async () => {
    expect(textOf(await draw(<ListedLine text="something else" />))).toBe('something else')
  })
})

describe('a text by lines', () => {
  it('has what was removed and added among the lines around it', async () => {
    const [before, after] = [numbered(20), numbered(20).replace('line 9\n', 'line nine\nline 9½\n')]
    expect(lineDifference(before, after)).toEqual([
      {
        at: 7,
        lines: [
          { kind: 'same', text: 'line 7' },
          { kind: 'same', text: 'line 8' },
          { kind: 'removed', text: 'line 9' },
          { kind: 'added', text: 'line nine' },
          { kind: 'added', text: 'line 9½' },
          { kind: 'same', text: 'line 10' },
          { kind: 'same', text: 'line 11' },
        ],
      },
    ])
    const html = await draw(<LineDifference before={before} after={after} />)
    expect(html).toMatch(/Line 7.*<del[^>]*>line 9<\/del><ins[^>]*>line nine<\/ins>/)
  })

  it('takes a new file and a removed one, and an end without a new line', () => {
    expect(lineDifference('', 'a\nb')?.[0]?.lines.map(({ kind }) => kind)).toEqual(['added', 'added'])
    expect(lineDifference('a\n', '')?.[0]?.lines).toEqual([{ kind: 'removed', text: 'a' }])
    expect(lineDifference('a\n', 'a\n')).toEqual([])
  })

  it('is cut where it is long, and says how much there is', async () => {
    const html = await draw(<LineDifference before="" after={numbered(400)} />)
    expect(html.match(/<ins/g)).toHaveLength(150)
    expect(html).toContain('Show all 400 lines')
  })
})

describe('the address of the room', () => {
  it('holds the edition and the page, and no other words', () => {
    expect(parseEditionsSearch({ edition: '12', cursor: '40', x: '1' })).toEqual({ edition: '12', cursor: '40' })
    expect(parseEditionsSearch({ edition: '0', cursor: 'x' })).toEqual({})
    expect(parseEditionsSearch({ edition: '12a' })).toEqual({})
  })
})
