// Damage to corrections of balances, and the rule that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'

const CORRECTION = first('balance_corrections')
const MOVED = /a correction moved what it says/

export const CORRECTION_DAMAGE: readonly Damage[] = [
  ['a correction of another sum', `update balance_corrections set amount = amount + 1 where id = ${CORRECTION}`, MOVED],
  [
    'a correction of another player',
    `update balance_corrections set player_id = (select min(id) from players) where id = ${CORRECTION}`,
    MOVED,
  ],
  ['a correction without its transfer', `delete from transfers where kind = 'correction-down'`, /balance|correction/],
  ['a transfer without its correction', `delete from balance_corrections where id = ${CORRECTION}`, MOVED],
  [
    'money of the account of corrections for something else',
    `insert into transfers select ${UUID}, 'kept', 12, 11, 5, 'nothing', now()`,
    /account of corrections moves|kept money/,
  ],
]
