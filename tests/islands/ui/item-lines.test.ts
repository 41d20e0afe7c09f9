import { describe, expect, it } from 'vitest'
import { itemLines, itemName } from '../../../src/islands/ui/item-lines.ts'
import { sampleName } from '../../support/sample-name.ts'

const named = (name: string, marks: { star?: boolean; stattrak?: boolean } = {}) => ({
  name: sampleName(name),
  star: false,
  stattrak: false,
  ...marks,
})

describe('the name of an item', () => {
  it('has two lines where it is visible', () => {
    expect(itemLines(named('AK-47 | Redline'), 'en')).toEqual({ weapon: 'AK-47', finish: 'Redline' })
    expect(itemLines(named('Karambit | Doppler', { star: true }), 'en')).toEqual({
      weapon: '★ Karambit',
      finish: 'Doppler',
    })
    expect(itemLines(named('Karambit', { star: true }), 'en')).toEqual({ weapon: '★', finish: 'Karambit' })
  })

  it('is read out completely, with the labels of badges', () => {
    expect(itemName(named('AK-47 | Redline'), 'uk')).toBe('AK-47 Redline')
    expect(itemName(named('AK-47 | Redline', { stattrak: true }), 'ru')).toBe('StatTrak™ AK-47 Redline')
    expect(itemName(named('Karambit', { star: true, stattrak: true }), 'en')).toBe('★ StatTrak™ Karambit')
  })
})
