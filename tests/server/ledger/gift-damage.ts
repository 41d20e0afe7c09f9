// Damage to margin, locked and unlocked money, and the rule of the ledger check that has to find it.
import { type Damage, first } from './damage-rows.ts'

/** An account that has unlocked gifts, and holds locked money. */
const ACCOUNT = first('accounts', 'unlocked > 0 and locked > 0 and locked < balance')
const CASE_ROLL = first('rolls', "game = 'case' and margin > 0")
const CASE_ITEM = first('items', "source = 'case' and roll_id = id and locked = 0")
const SPIN = first('transfers', "kind = 'spin' and locked = 0")
const OPENING = first('transfers', "kind = 'open' and locked = 0")
const SALE = first('transfers', "kind = 'sell' and locked is not null")
const GIFT = first('transfers', "kind = 'bonus' and locked > 0")

/** Changes a transfer and its account alike, so that their sums still agree. */
const asLocked = (transfer: string): string =>
  `update accounts set spent_locked = spent_locked + 1 where id = (select debit_id from transfers where id = ${transfer});
   update transfers set locked = 1, unlocked = -1 where id = ${transfer}`

export const GIFT_DAMAGE: readonly Damage[] = [
  [
    'a cent of a gift made free',
    `update accounts set locked = locked - 1 where id = ${ACCOUNT}`,
    /locked part of every balance/,
  ],
  [
    'a charge that took no locked money',
    `update transfers set locked = 0 where id = ${first('transfers', "kind = 'open' and locked > 0")}`,
    /locked part of every balance/,
  ],
  [
    'less unlocked than was',
    `update accounts set unlocked = unlocked - 1 where id = ${ACCOUNT}`,
    /what a player unlocked equals/,
  ],
  ['margin without a stake', `update accounts set margin = margin + 1 where id = ${ACCOUNT}`, /margin of an account/],
  [
    'margin of a reversed deposit',
    `update accounts set margin = 1 where id = (select player_id from orders where voided_margin > 0 limit 1)`,
    /margin of an account/,
  ],
  [
    'margin that was taken back for no reversal',
    `update orders set voided_margin = 1 where id = (select orders.id from orders
       join accounts on accounts.id = orders.player_id where orders.state = 'paid' and margin > 0 limit 1);
     update accounts set margin = margin - 1 where id = (select player_id from orders where voided_margin = 1)`,
    /margin was taken back only/,
  ],
  [
    'turnover of a reversed deposit',
    `update accounts set voided_stakes = 0 where id = (select player_id from orders where voided_stakes > 0 limit 1)`,
    /no longer count as turnover/,
  ],
  [
    'turnover that was taken back for no reversal',
    `update orders set voided_stakes = 1 where id = (select orders.id from orders
       join accounts on accounts.id = orders.player_id where orders.state = 'paid' and spent > spent_locked + 1 limit 1);
     update accounts set voided_stakes = voided_stakes + 1 where id = (select player_id from orders where voided_stakes = 1)`,
    /no longer count as turnover/,
  ],
  [
    'margin that was never made',
    // Of players whose margin no raffle has used.
    `update rolls set margin = 0 where player_id in (select id from accounts where raffled = 0);
     update battle_stakes set margin = 0 where player_id in (select id from accounts where raffled = 0);
     update orders set voided_margin = 0 where player_id in (select id from accounts where raffled = 0);
     update accounts set margin = 0 where raffled = 0`,
    /unlocked more than their share/,
  ],
  [
    'a locked stake that is not counted',
    `update accounts set spent_locked = spent_locked - 1 where spent_locked > 0`,
    /locked money paid for games is counted/,
  ],
  [
    'a roll that made more margin',
    `update accounts set margin = margin + 100000000 where id = (select player_id from rolls where id = ${CASE_ROLL});
     update rolls set margin = margin + 100000000 where id = ${CASE_ROLL}`,
    /made no more margin/,
  ],
  ['more cash than its stake', `update rolls set cash = cash + 1 where id = ${CASE_ROLL}`, /made no more margin/],
  ['a free item that is locked', `update items set locked = 1 where id = ${CASE_ITEM}`, /won is locked as its stake/],
  [
    'an item that lost its lock',
    `update items set locked = null where id = ${CASE_ITEM}`,
    /won is locked as its stake/,
  ],
  ['a spin that was paid by locked money', asLocked(SPIN), /cash of a stake/],
  ['openings that were paid by locked money', asLocked(OPENING), /paid for openings/],
  [
    'a gift that is free',
    `update accounts set locked = locked - 1 where id = (select credit_id from transfers where id = ${GIFT});
     update transfers set locked = locked - 1 where id = ${GIFT}`,
    /a gift is locked/,
  ],
  [
    'a negative unlocking',
    `update items set unlocked = -1 where id = ${first('items', "state = 'owned'")}`,
    /no more of an item is locked/,
  ],
  [
    'a sale that unlocks',
    `update accounts set locked = locked + 1 where id = (select credit_id from transfers where id = ${SALE});
     update transfers set locked = locked + 1 where id = ${SALE}`,
    /a sale locks/,
  ],
]
