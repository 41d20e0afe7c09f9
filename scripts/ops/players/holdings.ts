// What a player holds, for the commands about players.
import { cents } from '../../../src/game/base/money.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import type { AccountRow } from '../../../src/server/services/account/lookup.ts'

/** Returns the lines of a player's balance and items. */
export function holdingsOf({ balance, items, worth }: AccountRow): (readonly [name: string, value: string])[] {
  return [
    ['balance', formatMoney(cents(balance ?? 0))],
    ['items', `${items} worth ${formatMoney(cents(worth))}`],
  ]
}
