// Damage to the ledger without the app, and the rule of the ledger check that has to find it.
import { BATTLE_DAMAGE } from './battle-damage.ts'
import { CORRECTION_DAMAGE } from './correction-damage.ts'
import { type Damage, first, UUID } from './damage-rows.ts'
import { GIFT_DAMAGE } from './gift-damage.ts'
import { KEPT_DAMAGE } from './kept-damage.ts'
import { REFERRAL_DAMAGE } from './referral-damage.ts'
import { REVERSAL_DAMAGE } from './reversal-damage.ts'
import { REWARD_DAMAGE } from './reward-damage.ts'

const SOLD = first('items', "state = 'sold'")
const OWNED = first('items', "state = 'owned'")
const ROLL = first('rolls')
const SALE = first('transfers', "kind = 'sell'")
const OPENING = first('transfers', "kind = 'open'")
const GRANT = first('transfers', "kind = 'grant'")
const PLAYER = first('players')
const PAID_ORDER = first('orders', "state = 'paid'")
const UNPAID_ORDER = first('orders', "state = 'created'")

/** The order of a code again, for the same player. */
const SECOND_USE = `alter table orders drop constraint order_once_a_click;
  insert into orders (id, player_id, state, provider, method, amount, bonus, bonus_percent, promo_id, currency, rate, charge, key,
    request_hash, expires_at)
  select gen_random_uuid(), player_id, 'created', provider, method, amount, bonus, bonus_percent, promo_id, currency, rate, charge, key,
    request_hash, now()
  from orders where promo_id is not null limit 1`

/** Changes by a person with access to the database, and the rule that reveals them. */
export const DAMAGE: readonly Damage[] = [
  [
    'a cent more on a balance',
    `update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /balance equals the sum/,
  ],
  [
    'a cent less on a balance',
    `update accounts set balance = balance - 1 where id = ${PLAYER}`,
    /balance equals the sum/,
  ],
  [
    'a view of entries that adds a cent to each payment',
    `create or replace view entries as
      select id as transfer_id, debit_id as account_id, -amount as amount, kind, reference, at from transfers
      union all select id, credit_id, amount + 1, kind, reference, at from transfers`,
    /entries of all accounts sum to zero/,
  ],
  ['a missing transfer', `delete from transfers where id = ${GRANT}`, /balance equals the sum/],
  ['another amount', `update transfers set amount = amount + 1 where id = ${OPENING}`, /balance equals the sum/],
  [
    'an invented payment',
    `insert into transfers select ${UUID}, 'grant', 1, ${PLAYER}, 500, 'x', now()`,
    /balance equals the sum/,
  ],
  [
    'a payment without a recipient',
    `insert into transfers values (${UUID}, 'grant', 1, 99999999, 500, 'x', now())`,
    /accounts that exist/,
  ],
  ['a spending total above the payments', `update accounts set spent = spent + 1 where id = ${PLAYER}`, /exp equals/],
  ['a purchase recorded as a gift', `update transfers set kind = 'grant' where id = ${OPENING}`, /exp equals/],
  ['a sold item that is owned again', `update items set state = 'owned' where id = ${SOLD}`, /ended if and only if/],
  [
    'an item that ended without a record',
    `update items set state = 'sold' where id = ${OWNED}`,
    /ended if and only if/,
  ],
  ['a missing end of an item', `delete from item_ends where item_id = ${SOLD}`, /ended if and only if/],
  [
    'an end of an unknown item',
    `insert into item_ends (item_id, kind) values (${UUID}, 'sold')`,
    /ended if and only if/,
  ],
  [
    'a sold item recorded as withdrawn',
    `update items set state = 'withdrawn' where id = ${SOLD}`,
    /ended as its state says/,
  ],
  [
    'a sold item with a lower price',
    `update items set price = price + 1 where id = ${SOLD}`,
    /paid what its items were worth/,
  ],
  [
    'a sold item with a value that is its price',
    `alter table item_ends disable trigger all;
     update item_ends set value = (select price from items where id = ${SOLD}) where item_id = ${SOLD}`,
    /ended at a value of its own/,
  ],
  [
    'an item added to a sale',
    `insert into item_ends (item_id, kind, transfer_id) select ${OWNED}, 'sold', ${SALE};
     update items set state = 'sold' where id = ${OWNED}`,
    /paid what its items were worth/,
  ],
  [
    'an item sold for nothing',
    `insert into item_ends (item_id, kind) select ${OWNED}, 'sold';
     update items set state = 'sold' where id = ${OWNED}`,
    /sold item was paid for/,
  ],
  ['a missing item', `delete from items where id = ${OWNED}`, /roll of a case won exactly one item/],
  [
    'an item moved to another player',
    `update items set player_id = player_id + 1 where id = ${OWNED}`,
    /won exactly one item/,
  ],
  [
    'a duplicated item',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, roll_id, at
     from items where id = ${OWNED}`,
    /won exactly one item/,
  ],
  [
    'an invented item',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, ${UUID}, at
     from items where id = ${OWNED}`,
    /item of a game has its roll/,
  ],
  ['a nonce that was not reached', `update rolls set nonce = nonce + 1000 where id = ${ROLL}`, /has not reached/],
  ['a roll of another player', `update rolls set seed_id = seed_id + 1000 where id = ${ROLL}`, /has not reached/],
  [
    'a duplicated nonce, and a missing one',
    `alter table rolls drop constraint nonce_used_once; update rolls set nonce = 1 where nonce = 2`,
    /rolled once/,
  ],
  ['a nonce without a roll', `update seeds set nonce = nonce + 1 where state = 'active'`, /rolled once/],
  ['replaced odds', `update rolls set odds_hash = 'x' where id = ${ROLL}`, /stored odds table/],
  [
    'missing odds',
    'delete from odds_tables where hash not in (select odds_hash from battle_rounds)',
    /stored odds table/,
  ],
  [
    'a player without a next seed',
    `delete from seeds where state = 'next'`,
    /an account, an active seed and a next one/,
  ],
  [
    'a negative balance that adds up',
    `alter table accounts drop constraint balance_never_negative;
     alter table accounts drop constraint locked_within_balance;
     insert into transfers select ${UUID}, 'grant', ${PLAYER}, 1, 999999, 'x', now();
     update accounts set balance = balance - 999999 where id = ${PLAYER}`,
    /negative/,
  ],
  [
    'an upgrade without a stake',
    `update item_ends set roll_id = null where kind = 'upgraded'; update transfers set kind = 'open' where kind = 'upgrade'`,
    /roll of an upgrade/,
  ],
  [
    'an item used without a game',
    `update item_ends set roll_id = null where kind = 'contracted'`,
    /roll of a contract/,
  ],
  ['a contract without a prize', `update items set source = 'case' where source = 'contract'`, /roll of a contract/],
  [
    'an item used in another game',
    `update item_ends set kind = 'contracted' where kind = 'upgraded';
     update items set state = 'contracted' where state = 'upgraded'`,
    /names a roll of that game/,
  ],
  [
    'a stake with a lower value',
    `update items set price = price - 1 where state = 'upgraded'`,
    /the price in its odds/,
  ],
  [
    'a balance staked on nothing',
    `insert into transfers select ${UUID}, 'upgrade', ${PLAYER}, 6, 1, 'nothing', now();
     update accounts set balance = balance - 1, spent = spent + 1 where id = ${PLAYER}`,
    /staked on an upgrade names its roll/,
  ],
  [
    'a first deposit twice',
    `insert into orders (id, player_id, state, provider, method, amount, bonus, bonus_percent, currency, rate, charge, key, request_hash,
       created_at, expires_at, paid_at)
     select gen_random_uuid(), player_id, 'paid', provider, method, amount, 5, 5, currency, rate, charge, gen_random_uuid(),
       request_hash, now(), now(), now() from orders, generate_series(1, 2) where orders.id = ${PAID_ORDER}`,
    /first deposit was paid to a player once/,
  ],
  [
    'a deposit without a credit',
    `update orders set paid_at = now() where id = ${UNPAID_ORDER}`,
    /if and only if it was paid/,
  ],
  [
    'a deposit credited twice',
    `drop index transfers_once; insert into transfers select ${UUID}, 'deposit', 4, ${PLAYER}, 500, reference, now()
     from transfers where kind = 'deposit' limit 1; update accounts set balance = balance + 500 where id = ${PLAYER}`,
    /if and only if it was paid/,
  ],
  [
    'a deposit of another amount',
    `update orders set amount = amount + 1 where id = ${PAID_ORDER}`,
    /if and only if it was paid/,
  ],
  [
    'a deposit of another player',
    `update orders set player_id = player_id + 1 where id = ${PAID_ORDER}`,
    /if and only if it was paid/,
  ],
  ['an invented bonus', `update orders set bonus = bonus + 1 where id = ${PAID_ORDER}`, /credited its bonus/],
  [
    'a deposit without an order',
    `update transfers set reference = ${UUID} where id = ${first('transfers', "kind = 'deposit'")}`,
    /if and only if it was paid/,
  ],
  [
    'a social bonus that names another player',
    `insert into transfers select ${UUID}, 'social', 5, ${PLAYER}, 1, 'nobody', now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /social bonus comes from the bonuses/,
  ],
  [
    'a social bonus from another account',
    `insert into transfers select ${UUID}, 'social', 1, ${PLAYER}, 1, ${PLAYER}::text, now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /social bonus comes from the bonuses/,
  ],
  [
    'a bonus without an order',
    `insert into transfers select ${UUID}, 'bonus', 5, ${PLAYER}, 1, 'nothing', now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /belongs to an order/,
  ],
  [
    'a paid order recorded as open',
    `update orders set state = 'created' where id = ${PAID_ORDER}`,
    /paid as its state says/,
  ],
  ['a code used too often', `update promo_codes set uses_max = 1; ${SECOND_USE}`, /more often than it may/],
  [
    'a code used too often by one player',
    'alter table promo_codes drop constraint uses_sane; update promo_codes set uses_per_player = 0 where case_url is null',
    /more often than each may/,
  ],
  ...CORRECTION_DAMAGE,
  ...KEPT_DAMAGE,
  ...REVERSAL_DAMAGE,
  ...REFERRAL_DAMAGE,
  ...REWARD_DAMAGE,
  ...BATTLE_DAMAGE,
  ...GIFT_DAMAGE,
  ...(['cases', 'upgrades', 'contracts'] as const).map(
    (games) =>
      [
        `${games} that nobody played`,
        `update accounts set ${games} = ${games} + 1 where id = ${PLAYER}`,
        /counts the games/,
      ] as const,
  ),
  ['invented winnings', `update accounts set won = won + 1 where id = ${PLAYER}`, /everything won/],
  [
    'a wrong most expensive item',
    `update accounts set best_id = ${UUID} where id = ${PLAYER}`,
    /its most expensive item/,
  ],
  [
    'a missing most expensive item',
    `update accounts set best_id = null where id = ${PLAYER}`,
    /its most expensive item/,
  ],
  [
    'a price that no prize had',
    `update accounts set best_price = best_price + 1 where id = ${PLAYER}`,
    /its most expensive item/,
  ],
  ['an item counted twice', `update accounts set items = items + 1 where id = ${PLAYER}`, /counts its owned items/],
  ['items with a higher value', `update accounts set worth = worth + 1 where id = ${PLAYER}`, /counts its owned items/],
  [
    'a reserved item without a withdrawal',
    `update withdrawals set state = 'returned' where state = 'sent'`,
    /being withdrawn if and only if/,
  ],
  [
    'a withdrawal of an item that is not reserved',
    `update withdrawals set state = 'sent' where state = 'declined'`,
    /being withdrawn if and only if/,
  ],
  [
    'an item with two open withdrawals',
    `drop index one_withdrawal_an_item; insert into withdrawals select gen_random_uuid(), player_id, item_id, state, reason, provider,
       trade_link, null, url, sent_at, protected_until, requested_at, changed_at, due_at, failures, problem, null, null, null, null, null
     from withdrawals where state = 'sent'`,
    /being withdrawn if and only if/,
  ],
  [
    "a withdrawal of another player's item",
    `update withdrawals set player_id = player_id + 1 where state = 'sent'`,
    /being withdrawn if and only if/,
  ],
  [
    'a withdrawn item without a withdrawal',
    `update withdrawals set state = 'reversed' where state = 'done'`,
    /withdrawn or replaced if and only if/,
  ],
  [
    'a difference that is too large',
    `update accounts set balance = balance + 1 where id = (select credit_id from transfers where kind = 'replacement');
     update transfers set amount = amount + 1 where kind = 'replacement'`,
    /what replaced an item is worth/,
  ],
  [
    'a replacement for another item',
    `update items set reference = 'nothing' where source = 'replacement'`,
    /what replaced an item is worth/,
  ],
  [
    'a difference of zero',
    `insert into transfers select ${UUID}, 'replacement', 3, ${PLAYER}, 1, 'nothing', now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /every replacement and every rest/,
  ],
  [
    'a difference of a price that nobody paid',
    `update withdrawals set difference = difference + 1 where difference = 0`,
    /holds the difference that its player paid/,
  ],
  [
    'a difference that another house account received',
    `update transfers set credit_id = 2 where kind = 'difference'`,
    /holds the difference that its player paid/,
  ],
  [
    'a difference that was kept although the shop had none',
    `delete from transfers where kind = 'difference-back';
     update accounts set balance = accounts.balance - paid.amount from transfers paid, withdrawals
       where paid.kind = 'difference' and paid.debit_id = accounts.id and withdrawals.id::text = paid.reference
         and withdrawals.state = 'unavailable';
     update withdrawals set difference = paid.amount from transfers paid
       where paid.kind = 'difference' and paid.reference = withdrawals.id::text and withdrawals.state = 'unavailable'`,
    /no difference is kept/,
  ],
  [
    'a withdrawal in a state without a step',
    `update withdrawals set state = 'buying' where state = 'sent'`,
    /state of its last step/,
  ],
  [
    'a withdrawal that was sent although nobody approved it',
    `insert into withdrawal_steps (withdrawal_id, state)
       select id, unnest(array['review', 'buying', 'sent']) from withdrawals where state = 'sent'`,
    /after their approval only/,
  ],
  [
    'a withdrawal that was sent while a deposit held it',
    `update orders set held_until = now() + interval '1 day', paid_at = '2020-01-01', state = 'paid' where id = (
       select min(orders.id::text)::uuid from orders join withdrawals on withdrawals.player_id = orders.player_id
       where withdrawals.state = 'sent' and orders.state = 'paid')`,
    /while a deposit held it/,
  ],
]
