import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accentDeclarations,
  CONTRAST_MIN,
  contrastOf,
  DEFAULT_ACCENT,
  defaultAccent,
  readAccent,
  SURFACES,
} from '../../../src/game/base/accent.ts'

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  })
})

describe('an accent', () => {
  it('of the style sheets is read as it is, and changes no page', () => {
    expect(readAccent(DEFAULT_ACCENT.toUpperCase())).toEqual(defaultAccent())
    expect(accentDeclarations(defaultAccent())).toBe('')
  })

  it('sets its colour, its channels and what is written on it', () => {
    const accent = readAccent('#FF9F1A')
    if (typeof accent === 'string') throw new Error(accent)
    expect(accentDeclarations(accent)).toBe('--signal:#ff9f1a;--signal-rgb:255 159 26;--signal-ink:#0f0a02')
  })

  it.each(['', 'green', '#fff', '#12345g', '#c6ff3d80', 'rgb(1 2 3)', '#c6ff3d;}'])('cannot be %j', (written) => {
    expect(readAccent(written)).toMatch(/^has to be a colour such as #c6ff3d, not "/)
  })

  it('that cannot be read names the ratio, and what is needed', () => {
    expect(readAccent('#3355ff')).toMatch(
      /^#3355ff has a contrast of 2\.97 : 1 to the surface #1c2033; text needs 4\.5 : 1/,
    )
  })

  it('that is taken can be read on every surface, as can what is written on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const accent = readAccent(`#${number.toString(16).padStart(6, '0')}`)
        if (typeof accent === 'string') return
        for (const surface of SURFACES) expect(contrastOf(accent.colour, surface)).toBeGreaterThanOrEqual(CONTRAST_MIN)
        expect(contrastOf(accent.colour, accent.ink)).toBeGreaterThanOrEqual(CONTRAST_MIN)
      }),
    )
  })
})
