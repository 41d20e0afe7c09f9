// How prizes look on the wire.
import type { PrizeView } from '../../contract/prize.ts'
import type { Prize } from '../../game/rewards.ts'
import { itemView } from './item-view.ts'

/** A prize of data/rewards.json as the wire shows it. */
export function prizeView(prize: Prize): PrizeView {
  switch (prize.kind) {
    case 'nothing':
    case 'balance':
      return prize
    case 'item':
      return { kind: 'item', item: itemView(prize.item), price: prize.item.priceCents }
    case 'case': {
      const { url, image, name, priceCents } = prize.box
      return { kind: 'case', case: { url, image, name }, price: priceCents }
    }
  }
}
