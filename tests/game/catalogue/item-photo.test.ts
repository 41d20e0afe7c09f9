// Where pictures of items are loaded from.
import { expect, it } from 'vitest'
import { itemPhoto, ownPicture, smallPicture } from '../../../src/game/catalogue/item-photo.ts'

it('a photo comes from Steam’s image host by its icon_url', () => {
  expect(itemPhoto('-9a81dlWLwJ2', '96fx72f')).toBe(
    'https://community.akamai.steamstatic.com/economy/image/-9a81dlWLwJ2/96fx72f',
  )
})

it.each(['https://images.test/ak.png', 'http://images.test/ak.png'])('the absolute address %s stays', (address) => {
  expect(itemPhoto(address, '96fx72f')).toBe(address)
})

it('an item without a photo has our drawing, and its raster where it is small', () => {
  expect(itemPhoto(null, '96fx72f')).toBeNull()
  expect(ownPicture('ak-47-redline')).toBe('/assets/img/items/ak-47-redline.svg')
  expect(smallPicture('ak-47-redline')).toBe('/assets/img/items/ak-47-redline.webp')
})
