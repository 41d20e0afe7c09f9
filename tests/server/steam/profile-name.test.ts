import { describe, expect, it } from 'vitest'
import { visibleName } from '../../../src/server/steam/profile-name.ts'

/** Every code point for which `\\p{…}` of Unicode holds. */
function codePoints(property: string): string[] {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u')
  const all: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    if (!isSurrogate && pattern.test(String.fromCodePoint(code))) all.push(String.fromCodePoint(code))
  }
  return all
}

describe('a name', () => {
  it.each([
    'Default_Ignorable_Code_Point',
    'Bidi_Control',
    'White_Space',
    'Variation_Selector',
    'Cc',
    'Cf',
    'Co',
    'M',
    'Z',
  ])('of characters of %s alone shows nothing', (property) => {
    const visible = codePoints(property).filter((character) => visibleName(character.repeat(3)) !== undefined)
    expect(visible).toEqual([])
  })

  it.each([
    '',
    '\u3164',
    '\u3164 \u3164\u3164',
    '\uffa0\u115f\u1160',
    '\u2800\u2800',
    '\u{1d159}',
    '\u{13441}\u{13442}',
    '\u034f\u0301',
    '\u{e0041}\u{e007f}',
    '\u0378\u{10fffd}',
    '\u202e\u2066\u2069',
    '\ud800\u3164'.slice(1),
    '\u3164'.repeat(70),
  ])('as %j shows nothing', (name) => {
    expect(visibleName(name)).toBeUndefined()
  })

  it.each([
    ['s1mple', 's1mple'],
    ['\u3164Nova', 'Nova'],
    [`${'\u3164'.repeat(64)}Nova`, 'Nova'],
    ['Но\u3164ва', 'Но\u3164ва'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['한국', '한국'],
    ['e\u0301', 'é'],
    ['...', '...'],
    ['★', '★'],
    ['\u202eNova\u2069', 'Nova'],
    ['\u3000東\u3000京', '東 京'],
  ])('as %j is kept', (name, kept) => {
    expect(visibleName(name)).toBe(kept)
  })
})
