import { describe, expect, it } from 'vitest'
import { displayName, itemName, nameLength, wornItemName } from '../../../src/game/catalogue/display-name.ts'
import { sampleName } from '../../support/players/sample-name.ts'

const named = (name: string, marks: { star?: boolean; stattrak?: boolean } = {}) => ({
  name: sampleName(name),
  star: false,
  stattrak: false,
  ...marks,
})

describe('the name of an item', () => {
  it.each([
    ['AK-47 | Redline', {}, 'AK-47', 'Redline'],
    ['AK-47 | Redline', { stattrak: true }, '[ST] AK-47', 'Redline'],
    ['Karambit | Doppler', { star: true }, '★ Karambit', 'Doppler'],
    ['Karambit | Doppler', { star: true, stattrak: true }, '[ST] ★ Karambit', 'Doppler'],
    ['Karambit', { star: true }, '★', 'Karambit'],
    ['Karambit', { star: true, stattrak: true }, '[ST] ★', 'Karambit'],
  ])('of %s with %o has two lines, and one for titles', (name, marks, weapon, finish) => {
    expect(displayName(named(name, marks), 'en')).toEqual({ weapon, finish })
    expect(itemName(named(name, marks), 'uk')).toBe(`${weapon} ${finish}`)
  })

  it('says the wear where nothing beside it does', () => {
    const item = named('AK-47 | Redline', { stattrak: true })
    expect(wornItemName({ ...item, wear: 'FT' }, 'ru')).toBe('[ST] AK-47 Redline (FT)')
    expect(wornItemName({ ...item, wear: null }, 'ru')).toBe('[ST] AK-47 Redline')
  })

  it('has one line without a weapon', () => {
    expect(displayName(named('Medal'), 'ru')).toEqual({ weapon: '', finish: 'Medal' })
    expect(itemName(named('Medal'), 'ru')).toBe('Medal')
  })

  it.each([
    [{ weapon: '[ST] AK-47', finish: 'Redline' }, undefined],
    [{ weapon: 'AWP', finish: 'Dragon Lore of twenty' }, 'long'],
    [{ weapon: 'АВП', finish: 'Гіперчудовисько' }, 'longest'],
    [{ weapon: 'Desert Eagle', finish: 'Каллиграффити' }, 'longest'],
    [{ weapon: '[ST] Подвійні «Беретти»', finish: 'Кобра' }, 'long'],
  ])('%o is %s', (lines, length) => {
    expect(nameLength(lines)).toBe(length)
  })
})
