// One item as the API returns it, for tests that need any item.
import type { ItemView } from '../../src/protocol/common.ts'
import { sampleName } from '../support/players/sample-name.ts'

export const redline: ItemView = {
  id: 'ak-47-redline.ft',
  skin: 'ak-47-redline',
  model: 'ak-47',
  weaponClass: 'rifle',
  rarity: 'classified',
  star: false,
  stattrak: false,
  wear: 'FT',
  icon_url: null,
  market_hash_name: 'AK-47 | Redline (Field-Tested)',
  name: { ...sampleName('AK-47 | Redline'), ru: 'AK-47 | Красная линия', uk: 'АК-47 | Червона лінія' },
}
