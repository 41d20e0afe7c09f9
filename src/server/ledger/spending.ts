// What counts as spent on games, in SQL: the price of a game when it is charged, the seat of a battle once the battle is settled.
import { CHARGES, GAMES } from '../../game/base/games.ts'

const CHARGED_AT_ONCE = CHARGES.filter((kind) => kind !== GAMES.battle.charge)
  .map((kind) => `'${kind}'`)
  .join(', ')

/** A table of what players spent, with the part of it that was locked. */
export const SPENDING = `(select debit_id as player_id, amount, coalesce(locked, 0) as locked from transfers
    where kind in (${CHARGED_AT_ONCE})
  union all select player_id, stake, stake - cash from battle_stakes)`
