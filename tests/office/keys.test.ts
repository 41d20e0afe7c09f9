// Keys of a room on any keyboard.
import { describe, expect, it } from 'vitest'
import { matchesKey } from '../../src/office/parts/keys.ts'

const NONE = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, isComposing: false }
const pressed = (key: string, code: string, held: Partial<typeof NONE> = {}) => ({ ...NONE, key, code, ...held })

describe('a key of a room', () => {
  it('is a letter by its sign', () => {
    expect(matchesKey(pressed('a', 'KeyA'), 'a')).toBe(true)
    expect(matchesKey(pressed('A', 'KeyA', { shiftKey: true }), 'a')).toBe(true)
    // On a French keyboard.
    expect(matchesKey(pressed('a', 'KeyQ'), 'a')).toBe(true)
    expect(matchesKey(pressed('q', 'KeyA'), 'a')).toBe(false)
  })

  it('is a letter by its place where the keyboard writes another alphabet', () => {
    expect(matchesKey(pressed('ф', 'KeyA'), 'a')).toBe(true)
    expect(matchesKey(pressed('ф', 'KeyA'), 'q')).toBe(false)
    expect(matchesKey(pressed(',', 'Slash', { shiftKey: true }), '?')).toBe(true)
  })

  it('is a digit or a name', () => {
    expect(matchesKey(pressed('2', 'Digit2'), '2')).toBe(true)
    expect(matchesKey(pressed('ArrowDown', 'ArrowDown'), 'ArrowDown')).toBe(true)
    expect(matchesKey(pressed('?', 'Slash', { shiftKey: true }), '?')).toBe(true)
  })

  it('is none with Ctrl and the like, or within a letter that is being composed', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const) {
      expect(matchesKey(pressed('a', 'KeyA', { [held]: true }), 'a'), held).toBe(false)
    }
  })
})
