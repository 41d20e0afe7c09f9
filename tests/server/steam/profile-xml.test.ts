import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChildTexts, XmlRefused } from '../../../src/server/steam/profile-xml.ts'

const nested = (depth: number): string => `<p>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</p>`

describe('the texts directly below the root', () => {
  it('are read, and deeper ones are not', () => {
    const texts = readChildTexts(
      '<p> <a x="1">one &amp; <![CDATA[<two>]]></a><!-- <c>no</c> --><b/><d>x<e>deep</e>y</d></p>\n',
      'p',
    )
    expect([...texts]).toEqual([
      ['a', 'one & <two>'],
      ['b', ''],
      ['d', 'xy'],
    ])
  })

  it.each([
    '',
    '<p>',
    '<p><a>',
    '<p><a></p>',
    '</p>',
    '<q></q>',
    '<p></p><p></p>',
    '<p/>x',
    'x<p/>',
    '<p><!DOCTYPE x></p>',
    '<p>&x;</p>',
    '<p><![CDATA[</p>',
  ])('are not in %j', (xml) => {
    expect(() => readChildTexts(xml, 'p')).toThrow(XmlRefused)
  })

  it('are searched no deeper than any profile goes', () => {
    expect(readChildTexts(nested(15), 'p').get('a')).toBe('')
    expect(() => readChildTexts(nested(16), 'p')).toThrow(XmlRefused)
  })

  it('round-trip, for any characters', () => {
    const encode = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readChildTexts(`<p><a>${encode(text)}</a></p>`, 'p').get('a')).toBe(text)
      }),
    )
  })

  it('are refused or read, for any input', () => {
    const markup = fc.array(
      fc.constantFrom('<p>', '</p>', '<a>', '</a>', '<b/>', '<', '>', '&', ';', '<![CDATA[', ']]>', '<!--', '-->', 'x'),
    )
    fc.assert(
      fc.property(markup, (parts) => {
        try {
          readChildTexts(parts.join(''), 'p')
        } catch (error) {
          expect(error).toBeInstanceOf(XmlRefused)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
