// Prizes as the protocol shows them.

import type { Prize } from '../../../game/rewards/rewards.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import { itemView } from './item-view.ts'

/** Converts a prize of data/rewards.json for the protocol. */
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
