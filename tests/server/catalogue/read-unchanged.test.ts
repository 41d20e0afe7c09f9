// A folder that is read again without a change is not checked again.
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder } from './catalogue-folder.ts'

it('a sound folder is checked once, until a file changes', async () => {
  await using place = await catalogueFolder()
  const first = await readCatalogue(place)
  expect(await readCatalogue(place)).toBe(first)
  await place.replace('prices.json', '"karambit": 60000', '"karambit": 60001')
  const next = await readCatalogue(place)
  expect(next.ok && next.catalogue.items.get('karambit')?.priceCents).toBe(60_001)
  await place.replace('prices.json', '"karambit": 60001', '"karambit": 60000')
  expect(await readCatalogue(place)).toEqual(first)
})

it('a sound folder is checked again once a picture is missing', async () => {
  await using place = await catalogueFolder()
  expect((await readCatalogue(place)).ok).toBe(true)
  const [picture = ''] = await readdir(place.pictures)
  await rename(join(place.pictures, picture), join(place.pictures, `other-${picture}`))
  expect((await readCatalogue(place)).ok).toBe(false)
})
