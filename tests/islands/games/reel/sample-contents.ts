// The contents of a case, for tests of its reel.
import type { Rarity } from '../../../../src/game/catalogue/rarity.ts'
import type { ContentView } from '../../../../src/protocol/case.ts'
import type { ItemView } from '../../../../src/protocol/common.ts'
import { sampleName } from '../../../support/players/sample-name.ts'

export function item(id: string, rarity: Rarity = 'mil-spec', star = false): ItemView {
  return {
    id,
    skin: id,
    model: 'ak47',
    weaponClass: 'rifle',
    rarity,
    star,
    stattrak: false,
    wear: 'FT',
    icon_url: null,
    market_hash_name: id,
    name: sampleName(id),
  }
}

function line(id: string, from: number, to: number): ContentView {
  return { item: item(id), price: 100, tickets: to - from + 1, from, to }
}

export const contents = [line('knife', 1, 2500), line('rifle', 2501, 200_000), line('pistol', 200_001, 1_000_000)]
