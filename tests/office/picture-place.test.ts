// Where a picture stands: behind the same paragraph of the same section in every language, and nothing else of a text changes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureText, placeAt, withBlock } from '../../src/office/rooms/words/picture-place.ts'

const TEXT = `---
title: FAQ
updated: 2026-11-21
---

The beginning.

## Items {#items}

### Where is it? {#where}

First words,
on two lines.

- An entry

  that goes on
- Another one

Last words.

### When? {#when}

Now.
`
const LONGER = TEXT.replace('First words,\n', 'First words,\nmore of them,\n').replace(
  'The beginning.',
  'Begin.\n\nMore.',
)

const lineOf = (words: string, text = TEXT): number => text.split('\n').findIndex((line) => line.includes(words)) + 1

/** Returns a text with a block behind the words of a line. */
const added = (words: string, text = TEXT): string => withBlock(text, placeAt(TEXT, lineOf(words)), 'PICTURE')

describe('a picture', () => {
  it.each([
    ['First words', 'on two lines.\n\nPICTURE\n\n- An entry'],
    ['on two lines', 'on two lines.\n\nPICTURE\n\n- An entry'],
    ['that goes on', '- Another one\n\nPICTURE\n\nLast words.'],
    ['Last words', 'Last words.\n\nPICTURE\n\n### When?'],
    ['### When?', '### When? {#when}\n\nPICTURE\n\nNow.'],
    ['Now.', 'Now.\n\nPICTURE\n'],
    ['The beginning', 'The beginning.\n\nPICTURE\n\n## Items'],
    ['title: FAQ', '---\n\nPICTURE\n\nThe beginning.'],
  ])('at the line "%s" stands behind its paragraph', (words, part) => {
    expect(added(words)).toContain(part)
  })

  it('stands at the same place where the lines of another language are others', () => {
    expect(added('on two lines', LONGER)).toContain('on two lines.\n\nPICTURE\n\n- An entry')
    expect(added('The beginning', LONGER)).toContain('Begin.\n\nPICTURE\n\nMore.')
  })

  it('stands at the end of a section that is shorter, and of a text that lacks the section', () => {
    const short = TEXT.replace('\nLast words.\n', '')
    expect(added('Last words', short)).toContain('- Another one\n\nPICTURE\n\n### When?')
    expect(added('Now.', TEXT.replace(/\n### When\?[\s\S]*$/, ''))).toMatch(/Last words\.\n\nPICTURE\n$/)
  })

  it('never stands in a block of code', () => {
    const code = TEXT.replace('Now.', '```\nfirst\n\ntwo\n```\n\nNow.')
    expect(withBlock(code, placeAt(code, lineOf('first', code)), 'PICTURE')).toContain('two\n```\n\nPICTURE\n\nNow.')
  })

  it('changes nothing else, wherever the caret is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: TEXT.split('\n').length }), fc.constantFrom(TEXT, LONGER), (line, text) => {
        const lines = withBlock(text, placeAt(TEXT, line), 'PICTURE').split('\n')
        const words = (all: readonly string[]) => all.filter((one) => one.trim() !== '' && one !== 'PICTURE')
        expect(words(lines)).toEqual(words(text.split('\n')))
        const at = lines.indexOf('PICTURE')
        expect([lines[at - 1], lines[at + 1]]).toEqual(['', ''])
        // What stands behind it again, stands behind the first.
        expect(placeAt(lines.join('\n'), at + 1).blocks).toBeGreaterThan(0)
      }),
    )
  })

  it('has its words in brackets, which they cannot end', () => {
    expect(pictureText('/pictures/a.webp', ' The [Sell]\n button ')).toBe('![The \\[Sell\\] button](/pictures/a.webp)')
  })
})
