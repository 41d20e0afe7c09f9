// Damage to battles, and the rule that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'

const OPEN = first('battles', "state = 'open'")
const CANCELLED = first('battles', "state = 'cancelled'")
const SETTLED = first('battles', "state = 'settled'")
const WITH_ITEMS = "(select battle_id from battle_payouts where form = 'items' order by battle_id limit 1)"
const WITH_MONEY = "(select battle_id from battle_payouts where form = 'money' order by battle_id limit 1)"
const PLAYER = first('players')

export const BATTLE_DAMAGE: readonly Damage[] = [
  [
    'a stake that left the account of an open battle',
    `update transfers set credit_id = 10, kind = 'grant' where kind = 'battle' and reference = ${OPEN}::text`,
    /account of a battle holds/,
  ],
  [
    'a cancelled battle that kept what it held',
    `insert into transfers select ${UUID}, 'battle-house', 10, -number, 5, id::text, now() from battles where id = ${CANCELLED}`,
    /account of a battle holds/,
  ],
  [
    'a settled battle that kept its stakes',
    `delete from transfers where kind = 'battle-pot' and reference = ${SETTLED}::text`,
    /account of a battle holds/,
  ],
  [
    'an account of no battle',
    `insert into accounts (id, name) values (-99999, 'battle:99999')`,
    /account below zero is that of a battle/,
  ],
  [
    'a stake in the account of another battle',
    `update transfers set reference = ${OPEN}::text where kind = 'battle-pot' and reference = ${SETTLED}::text`,
    /moves between their accounts/,
  ],
  [
    'a bot that a player paid',
    `update battle_seats set house = house - 1, funded = funded + 1, player_id = ${PLAYER} where player_id is null`,
    /seat cost the price/,
  ],
  [
    'a part that the house paid too little for',
    `update battle_seats set house = house - 1, paid = paid + 1 where house > 0 and player_id is not null`,
    /seat cost the price/,
  ],
  [
    'a stake that is recorded as a gift’s',
    `update transfers set locked = 1 where kind = 'battle' and reference = ${OPEN}::text`,
    /players paid for their seats/,
  ],
  ['a seat that is not counted', `update battles set filled = 1 where id = ${OPEN}`, /counts the seats that are taken/],
  [
    'a round at another price',
    `update battle_rounds set price = price + 1 where battle_id = ${CANCELLED}`,
    /counts the seats that are taken/,
  ],
  [
    'another client seed than the lock binds',
    `update battle_seats set seed = 'another' where battle_id = ${SETTLED} and slot = 1`,
    /last lock of a battle binds/,
  ],
  [
    'another receipt than the lock binds',
    `update battle_seats set id = ${UUID} where battle_id = ${SETTLED} and slot = 2`,
    /last lock of a battle binds/,
  ],
  ['a battle without its lock', `delete from battle_locks where battle_id = ${SETTLED}`, /last lock of a battle binds/],
  [
    'another seed than the committed one',
    `update battles set server_seed = 'x' || substr(server_seed, 2) where id = ${OPEN}`,
    /drawn from the seed that it had committed to/,
  ],
  [
    'another roll than the one that wins the item',
    `update battle_drops set roll = case when roll > 500000 then 1 else 1000000 end where battle_id = ${SETTLED} and slot = 1`,
    /has a drop for each seat in each round/,
  ],
  [
    'a missing drop',
    `delete from battle_drops where battle_id = ${SETTLED} and slot = 1`,
    /has a drop for each seat in each round/,
  ],
  [
    'shares of less than was drawn',
    `update battles set shares[1] = shares[1] - 1 where id = ${WITH_MONEY}`,
    /shares of a battle add up/,
  ],
  [
    'a share of a losing seat',
    `update battles set shares = array[shares[2], shares[1]] where id = ${WITH_ITEMS}`,
    /shares of a battle add up/,
  ],
  [
    'a payout to a losing seat',
    `insert into battle_payouts select battle_id, 3 - slot, player_id, 1, 1, 'money' from battle_payouts where battle_id = ${WITH_ITEMS}`,
    /paid each winning seat its share/,
  ],
  [
    'a winner who was not paid',
    `delete from battle_payouts where battle_id = ${WITH_MONEY}`,
    /paid each winning seat its share/,
  ],
  [
    'less money than the payout',
    `update accounts set balance = balance - 1 where id = (select credit_id from transfers where kind = 'battle-won' limit 1);
     update transfers set amount = amount - 1 where id = (select id from transfers where kind = 'battle-won' limit 1)`,
    /paid in money is the sum/,
  ],
  [
    'an item that nobody drew',
    `update items set item_id = 'x' where source = 'battle'
       and id = (select id from items where source = 'battle' limit 1)`,
    /exactly the items that were drawn/,
  ],
  [
    'items that are recorded as money',
    `update battle_payouts set form = 'money' where form = 'items'`,
    /items are the payout/,
  ],
  [
    'a locked prize of a free stake',
    `update items set locked = 1 where id = ${first('items', "source = 'battle'")}`,
    /won is locked as its seat was/,
  ],
  [
    'more margin than the stake of a battle makes',
    `update accounts set margin = margin + 1000000000 where id = (select player_id from battle_stakes order by id limit 1);
     update battle_stakes set margin = margin + 1000000000 where id = (select id from battle_stakes order by id limit 1)`,
    /stakes of a settled battle are those/,
  ],
  [
    'a stake that nobody paid',
    `update accounts set spent = spent + 5 where id = ${PLAYER};
     insert into battle_stakes select ${UUID}, ${OPEN}, 1, ${PLAYER}, 5, 5, 0, false`,
    /stakes of a settled battle are those/,
  ],
]
