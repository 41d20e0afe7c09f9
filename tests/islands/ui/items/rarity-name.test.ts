// The name of an item's rarity: the game has one of its own for gloves.
import { expect, it } from 'vitest'
import { textFor } from '../../../../src/i18n/text.ts'
import { rarityKey } from '../../../../src/islands/ui/items/rarity-name.ts'

const t = textFor('en', 'common')

it.each([
  ['gloves', 'covert', 'Extraordinary'],
  ['knife', 'covert', 'Covert'],
  ['rifle', 'covert', 'Covert'],
  ['rifle', 'restricted', 'Restricted'],
] as const)('of %s that are %s is %s', (weaponClass, rarity, name) => {
  expect(t(rarityKey({ weaponClass, rarity }))).toBe(name)
})
