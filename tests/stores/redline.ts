// One item as the wire brings it, for tests in which it does not matter which.
import type { ItemView } from '../../src/contract/common.ts'

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
  name: { en: 'AK-47 | Redline', ru: 'AK-47 | Красная линия', uk: 'AK-47 | Червона лінія' },
}
