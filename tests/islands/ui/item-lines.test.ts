import { describe, expect, it } from 'vitest'
import { itemLines, itemName } from '../../../src/islands/ui/item-lines.ts'

const named = (name: string, marks: { star?: boolean; stattrak?: boolean } = {}) => ({
  name: { en: name, ru: name, uk: name },
  star: false,
  stattrak: false,
  ...marks,
})

describe('the name of an item', () => {
  it('is two lines where it is shown', () => {
    expect(itemLines(named('AK-47 | Redline'), 'en')).toEqual({ weapon: 'AK-47', finish: 'Redline' })
    expect(itemLines(named('Karambit | Doppler', { star: true }), 'en')).toEqual({
      weapon: '★ Karambit',
      finish: 'Doppler',
    })
    expect(itemLines(named('Karambit', { star: true }), 'en')).toEqual({ weapon: '★', finish: 'Karambit' })
  })

  it('is read out whole, with the marks that pictures show', () => {
    expect(itemName(named('AK-47 | Redline'), 'uk')).toBe('AK-47 Redline')
    expect(itemName(named('AK-47 | Redline', { stattrak: true }), 'ru')).toBe('StatTrak™ AK-47 Redline')
    expect(itemName(named('Karambit', { star: true, stattrak: true }), 'en')).toBe('★ StatTrak™ Karambit')
  })
})
