// What rolls won, in SQL: items, and the money of the games that pay prizes to balances. Statements about any game are built
// from these parts. They are constants, so that prepared statements stay the same.
import type { PayoutGame, PlayerGame } from '../../../game/base/games.ts'

interface MoneyPrizes {
  /** The table with a row for each round of the game, keyed by `roll_id`. */
  readonly table: string
  /** The column of the amount that was won, in cents; 0 where the round won no money. */
  readonly amount: string
  /** The column that is null for rounds that were paid for. */
  readonly freeBy: string
}

/** Where each game whose rolls pay prizes to balances stores them. */
const MONEY_PRIZES: Readonly<Record<Extract<PayoutGame, PlayerGame>, MoneyPrizes>> = {
  wheel: { table: 'wheel_spins', amount: 'wheel_spins.balance', freeBy: 'wheel_spins.free_day' },
}

const PRIZES = Object.values(MONEY_PRIZES)

/** The price of the item or the amount that a roll won; null where it won nothing. */
export const PRIZE_PRICE = `coalesce(${['items.price', ...PRIZES.map(({ amount }) => `nullif(${amount}, 0)`)].join(', ')})`

/** The sum of what rolls won, in a statement that groups them. */
export const PRIZE_SUM = ['items.price', ...PRIZES.map(({ amount }) => amount)]
  .map((amount) => `coalesce(sum(${amount}), 0)`)
  .join(' + ')

/** The condition that a round of these games was paid for; true for rolls of all other games. */
export const PAID_ROUND = PRIZES.map(({ freeBy }) => `${freeBy} is null`).join(' and ')

/** Returns the joins of what a roll won. */
export function joinPrizes(rollId: 'rolls.id' | 'found.id'): string {
  const joins = PRIZES.map(({ table }) => `left join ${table} on ${table}.roll_id = ${rollId}`)
  return [`left join items on items.id = ${rollId}`, ...joins].join('\n')
}
