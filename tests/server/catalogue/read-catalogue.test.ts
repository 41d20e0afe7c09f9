import { describe, expect, it } from 'vitest'
import { returnToPlayer } from '../../../src/game/cases/case.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder, faultsAfter } from './catalogue-folder.ts'

/** A line of skins.json without translations and with one item. */
const SKIN =
  '{"id":"karambit","model":"awp","class":"sniper","rarity":"covert","star":false,"name":{"en":"Karambit"},"wears":[],"stattrak":false,"icon":null}'

describe('a sound folder', () => {
  it('is read into skins, items, categories and cases', async () => {
    await using place = await catalogueFolder()
    const reading = await readCatalogue(place)
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    const { skins, items, categories, cases } = reading.catalogue
    expect([skins.size, items.size, categories.length, cases.size]).toEqual([2, 8, 1, 1])
    expect(items.get('ak-47-redline.ft.st')).toMatchObject({
      wear: 'FT',
      stattrak: true,
      priceCents: 110,
      marketHashName: 'StatTrak™ AK-47 | Redline (Field-Tested)',
    })
    expect(items.get('karambit.st')?.marketHashName).toBe('★ StatTrak™ Karambit')
    const orion = cases.get('orion')
    expect(categories[0]?.cases).toEqual([orion])
    expect(orion?.entries[0]?.item).toBe(items.get('karambit'))
    expect(orion && returnToPlayer(orion)).toBeCloseTo(0.9075, 4)
  })

  it('has names in English where they are not translated, and counts them', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', ',"uk":"Оріон"', '')
    await place.replace('cases.json', '"ru":"Орбита",', '')
    await place.replace('skins.json', ',"uk":"Керамбіт"', '')
    const reading = await readCatalogue(place)
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    const { cases, categories, skins } = reading.catalogue
    expect(cases.get('orion')?.name).toEqual({ en: 'Orion', ru: 'Орион', uk: 'Orion' })
    expect(categories[0]?.name).toEqual({ en: 'Orbit', ru: 'Orbit', uk: 'Орбіта' })
    expect(skins.get('karambit')?.name).toEqual({ en: 'Karambit', ru: 'Керамбит', uk: 'Karambit' })
    expect(reading.untranslated).toEqual({ en: 0, ru: 1, uk: 2 })
  })

  it('may have Latin words beside Cyrillic ones, and a straight apostrophe in English', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"ru":"Керамбит"', '"ru":"AWP | Поп-AWP 2000 龍王"')
    await place.replace('skins.json', '"en":"Karambit"', `"en":"Chef's Karambit"`)
    const reading = await readCatalogue(place)
    expect(reading.ok ? [] : reading.faults.map(formatFault)).toEqual([])
  })

  it('does not sell an item without a price, and keeps its skin', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"wears":["FN","MW","FT"]', '"wears":["FN","MW","FT","BS"]')
    const reading = await readCatalogue(place)
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    expect(reading.catalogue.items.size).toBe(8)
    expect(reading.catalogue.items.has('ak-47-redline.bs')).toBe(false)
    expect(reading.unpriced).toEqual(['ak-47-redline.bs', 'ak-47-redline.bs.st'])
  })

  it('may have a skin of which nothing is sold', async () => {
    await using place = await catalogueFolder()
    const lore = SKIN.replaceAll('karambit', 'awp-dragon-lore').replaceAll('Karambit', 'AWP | Dragon Lore')
    await place.replace('skins.json', '\n]\n', `,\n${lore}\n]\n`)
    const reading = await readCatalogue(place)
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    expect(reading.catalogue.skins.has('awp-dragon-lore')).toBe(true)
    expect(reading.catalogue.items.size).toBe(8)
    expect(reading.unpriced).toEqual(['awp-dragon-lore'])
  })

  it('has the digest of its files', async () => {
    await using place = await catalogueFolder()
    const digestOf = async (): Promise<string | null> => {
      const reading = await readCatalogue(place)
      return reading.ok ? reading.digest : null
    }
    const first = await digestOf()
    expect(await digestOf()).toBe(first)
    await place.replace('prices.json', '"karambit": 60000', '"karambit": 60001')
    expect(await digestOf()).not.toBe(first)
  })
})

describe('a fault is told with its file and line', () => {
  it.each([
    [
      'an unknown item',
      ['cases.json', '"item":"karambit.st"', '"item":"karambit.fn"'],
      ['cases.json:16: case "orion": unknown item "karambit.fn"'],
    ],
    [
      'tickets that do not sum to 1,000,000',
      ['cases.json', '"tickets":199800', '"tickets":199801'],
      ['cases.json:14: case "orion": the tickets sum to 1000001, not to 1000000'],
    ],
    [
      'a return above the band',
      ['cases.json', '"price": 130', '"price": 120'],
      ['cases.json:11: case "orion": the return to player is 98.3117 %, outside of 80 % to 95 %'],
    ],
    [
      'a return below the band',
      ['cases.json', '"price": 130', '"price": 150'],
      ['cases.json:11: case "orion": the return to player is 78.6493 %, outside of 80 % to 95 %'],
    ],
    [
      'a return that a price moved out of the band',
      ['prices.json', '"karambit": 60000', '"karambit": 160000'],
      ['cases.json:11: case "orion": the return to player is 98.4415 %, outside of 80 % to 95 %'],
    ],
    [
      'a missing name',
      ['cases.json', '"en":"Orion",', ''],
      ['cases.json:8: case "orion": the name is missing in English ("en")'],
    ],
    [
      'an empty translation',
      ['skins.json', '"ru":"Керамбит"', '"ru":" "'],
      ['skins.json:3: skin "karambit": the name is missing in Russian ("ru")'],
    ],
    [
      'a category without a name',
      ['cases.json', '"en":"Orbit",', ''],
      [
        'cases.json:3: category "orbit": the name is missing in English ("en")',
        'cases.json:10: case "orion": unknown category "orbit"',
      ],
    ],
    [
      'a time that is none',
      ['cases.json', '"enabled": true,', '"enabled": true,\n  "from": "tomorrow",'],
      ['cases.json:13: case "orion": "from" must be a time such as 2026-12-01T10:00:00Z'],
    ],
    [
      'a sale that ends before it begins',
      [
        'cases.json',
        '"enabled": true,',
        '"enabled": true,\n  "from": "2026-12-02T00:00:00+02:00",\n  "until": "2026-12-01T22:00:00Z",',
      ],
      ['cases.json:14: case "orion": it must end after it begins'],
    ],
    [
      'a missing picture',
      ['rewards.json', 'orion.svg', 'lyra.svg'],
      ['rewards.json:3: free case "spark": the picture "lyra.svg" is missing'],
    ],
    [
      'a picture outside of its folder',
      ['cases.json', 'orion.svg', '../orion.svg'],
      ['cases.json:9: case "orion": "image" must be the name of a picture file'],
    ],
    [
      'an item that is in a case twice',
      ['cases.json', '"item":"karambit.st"', '"item":"karambit"'],
      ['cases.json:16: case "orion": item "karambit" is in it twice'],
    ],
    [
      'an item without a price in a case, free cases and a raffle',
      ['prices.json', '"karambit": 60000,\n', ''],
      [
        'cases.json:15: case "orion": item "karambit" has no price in prices.json',
        'rewards.json:4: item "karambit" has no price in prices.json',
        'rewards.json:14: item "karambit" has no price in prices.json',
        'rewards.json:24: item "karambit" has no price in prices.json',
        'rewards.json:57: item "karambit" has no price in prices.json',
      ],
    ],
    [
      'an item without a price in free cases, the calendar, a mission and a raffle',
      ['prices.json', '"ak-47-redline.ft": 80,\n', ''],
      [
        'cases.json:22: case "orion": item "ak-47-redline.ft" has no price in prices.json',
        ...[11, 21, 31, 46, 52, 57].map(
          (line) => `rewards.json:${line}: item "ak-47-redline.ft" has no price in prices.json`,
        ),
      ],
    ],
    [
      'a price that is not whole',
      ['prices.json', '"karambit": 60000', '"karambit": 600.5'],
      ['prices.json:8: item "karambit": the price must be a whole number of cents from 1 to 100000000, not 600.5'],
    ],
    [
      'a price of nothing',
      ['prices.json', '"karambit": 60000', '"karambit": 0'],
      ['prices.json:8: item "karambit": the price must be a whole number of cents from 1 to 100000000, not 0'],
    ],
    [
      'a price of an unknown item',
      ['prices.json', '"karambit": 60000', '"karambit.ww": 1,\n"karambit": 60000'],
      ['prices.json:8: price of unknown item "karambit.ww"'],
    ],
    [
      'a price written twice',
      ['prices.json', '"karambit.st": 50000', '"karambit.st": 50000,\n"karambit": 1'],
      ['prices.json:10: "karambit" is written twice'],
    ],
    [
      'an unknown category',
      ['cases.json', '"category": "orbit"', '"category": "orbits"'],
      ['cases.json:10: case "orion": unknown category "orbits"'],
    ],
    [
      'tickets that are none',
      ['cases.json', '"tickets":199800', '"tickets":0'],
      ['cases.json:17: case "orion": "entries.2.tickets" too small: expected number to be >=1'],
    ],
    [
      'a field that is missing',
      ['cases.json', '  "enabled": true,\n', ''],
      ['cases.json:6: case "orion": "enabled" is missing'],
    ],
    [
      'a rarity that does not exist',
      ['skins.json', '"covert"', '"secret"'],
      [
        'skins.json:3: skin "karambit": "rarity" invalid option: expected one of "consumer"|"industrial"|"mil-spec"|"restricted"|"classified"|"covert"|"contraband"',
      ],
    ],
    [
      'a name that holds the star',
      ['skins.json', '"en":"Karambit"', '"en":"★ Karambit"'],
      ['skins.json:3: skin "karambit": "name.en" must not hold the star, StatTrak or Souvenir'],
    ],
    [
      'a souvenir, which is another item than the skin',
      ['skins.json', '"en":"AK-47 | Redline"', '"en":"Souvenir AK-47 | Redline"'],
      ['skins.json:2: skin "ak-47-redline": "name.en" must not hold the star, StatTrak or Souvenir'],
    ],
    [
      'two skins that share a name in one language',
      ['skins.json', '"uk":"Керамбіт"', '"uk":"АК-47 | Червона Лінія"'],
      ['skins.json:3: skin "karambit": the name in Ukrainian ("uk") is also the name of skin "ak-47-redline"'],
    ],
    [
      'a Latin letter in a Cyrillic word',
      ['cases.json', '"uk":"Оріон"', '"uk":"Oрбіта"'],
      ['cases.json:8: case "orion": the name in Ukrainian ("uk") mixes Latin and Cyrillic letters in "Oрбіта"'],
    ],
    [
      'a Cyrillic letter after a combining accent in an English word',
      ['skins.json', '"en":"Karambit"', '"en":"Kar\u0301аmbit"'],
      [
        'skins.json:3: skin "karambit": the name in English ("en") mixes Latin and Cyrillic letters in "Kar\u0301аmbit"',
      ],
    ],
    [
      'a straight apostrophe in a translated name',
      ['rewards.json', '"uk":"Даром 500"', `"uk":"М'ята"`],
      [`rewards.json:3: free case "spark": the name in Ukrainian ("uk") has a straight apostrophe: ’ is expected`],
    ],
    [
      'bad JSON',
      ['cases.json', '"price": 130,', '"price": 130'],
      ['cases.json:12: Not JSON: "," expected, ""enabled":" found'],
    ],
    [
      'a list in the place of the prices',
      ['prices.json', '{', '[{'],
      ['prices.json:11: Not JSON: "," or "]" expected, the end found'],
    ],
  ] as const)('%s', async (_name, [file, from, to], faults) => {
    expect(await faultsAfter(file, from, to)).toEqual(faults)
  })

  it('a price of a case below $0.50 or above $500', async () => {
    for (const price of [49, 50_001]) {
      const told = await faultsAfter('cases.json', '"price": 130', `"price": ${price}`)
      expect(told).toContain(`cases.json:11: case "orion": the price must be from 50 to 50000 cents, not ${price}`)
    }
  })

  it('fewer than 8 items, and more than 40', async () => {
    const seven = '"tickets":200000},\n    {"item":"ak-47-redline.fn","tickets":100000}'
    expect(await faultsAfter('cases.json', seven, '"tickets":300000}')).toEqual([
      'cases.json:14: case "orion": 8 to 40 items are expected, not 7',
    ])
    const many = Array.from({ length: 34 }, (_, at) => `{"item":"karambit","tickets":${at === 0 ? 67 : 1}}`).join(',')
    const told = await faultsAfter('cases.json', '{"item":"karambit","tickets":100}', many)
    expect(told).toContain('cases.json:14: case "orion": 8 to 40 items are expected, not 41')
  })

  it('a case and a skin that are there twice', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"id":"karambit"', '"id":"ak-47-redline"')
    const reading = await readCatalogue(place)
    expect(reading.ok ? [] : reading.faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: skin "ak-47-redline": the id is taken by a skin above',
    ])
  })

  it('a file that is not there', async () => {
    await using place = await catalogueFolder()
    const reading = await readCatalogue({ ...place, folder: place.pictures })
    expect(reading.ok ? [] : reading.faults.map(({ message }) => message)).toEqual([
      'The file cannot be read: ENOENT',
      'The file cannot be read: ENOENT',
      'The file cannot be read: ENOENT',
      'The file cannot be read: ENOENT',
      'The file cannot be read: ENOENT',
    ])
  })

  it('all of them at once, in the order of the lines', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '"uk":"Оріон"', '"uk":""')
    await place.replace('cases.json', '"id":"orbit"', '"id":"Orbit!"')
    await place.replace('prices.json', '80,', '-80,')
    const reading = await readCatalogue(place)
    expect(reading.ok ? [] : reading.faults.map(({ file, line }) => `${file.split('/').at(-1)}:${line}`)).toEqual([
      'cases.json:3',
      'cases.json:8',
      'prices.json:4',
    ])
  })
})

describe('a case that is switched off', () => {
  it('may lie outside of the band: that is how a change of prices leaves it', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '"price": 130', '"price": 300')
    expect((await readCatalogue(place)).ok).toBe(false)
    await place.replace('cases.json', '"enabled": true', '"enabled": false')
    expect((await readCatalogue(place)).ok).toBe(true)
  })
})
