// What can be done to the books behind the app's back, and the rule of the ledger's check that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'
import { REFERRAL_DAMAGE } from './referral-damage.ts'

const SOLD = first('items', "state = 'sold'")
const OWNED = first('items', "state = 'owned'")
const ROLL = first('rolls')
const SALE = first('transfers', "kind = 'sell'")
const OPENING = first('transfers', "kind = 'open'")
const GRANT = first('transfers', "kind = 'grant'")
const PLAYER = first('players')
const PAID_ORDER = first('orders', "state = 'paid'")
const UNPAID_ORDER = first('orders', "state = 'created'")
const spin = (where: string): string => `(select roll_id from wheel_spins where ${where} order by roll_id limit 1)`
const PAID_SPIN = spin('free_day is null')
const FREE_SPIN = spin('free_day is not null')
const MONEY_SPIN = spin('balance > 0')
const ITEM_SPIN = spin('item_id is not null')

/** What somebody with the keys to the database could have done, and the rule that gives it away. */
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
  ['a transfer that is gone', `delete from transfers where id = ${GRANT}`, /balance equals the sum/],
  ['another amount', `update transfers set amount = amount + 1 where id = ${OPENING}`, /balance equals the sum/],
  [
    'a payment made up',
    `insert into transfers select ${UUID}, 'grant', 1, ${PLAYER}, 500, 'x', now()`,
    /balance equals the sum/,
  ],
  [
    'a payment to nobody',
    `insert into transfers values (${UUID}, 'grant', 1, 99999999, 500, 'x', now())`,
    /accounts that exist/,
  ],
  ['more spent than was paid', `update accounts set spent = spent + 1 where id = ${PLAYER}`, /exp equals/],
  ['a purchase called a gift', `update transfers set kind = 'grant' where id = ${OPENING}`, /exp equals/],
  ['a sold item owned again', `update items set state = 'owned' where id = ${SOLD}`, /ended if and only if/],
  ['an item that ended without a trace', `update items set state = 'sold' where id = ${OWNED}`, /ended if and only if/],
  ['the end of an item forgotten', `delete from item_ends where item_id = ${SOLD}`, /ended if and only if/],
  [
    'the end of an item that never was',
    `insert into item_ends values (${UUID}, 'sold', null, now())`,
    /ended if and only if/,
  ],
  [
    'a sold item called withdrawn',
    `update items set state = 'withdrawn' where id = ${SOLD}`,
    /ended as its state says/,
  ],
  [
    'a sold item that was cheaper',
    `update items set price = price + 1 where id = ${SOLD}`,
    /paid what its items were worth/,
  ],
  [
    'an item smuggled into a sale',
    `insert into item_ends select ${OWNED}, 'sold', ${SALE}, now();
     update items set state = 'sold' where id = ${OWNED}`,
    /paid what its items were worth/,
  ],
  [
    'an item sold for nothing',
    `insert into item_ends select ${OWNED}, 'sold', null, now();
     update items set state = 'sold' where id = ${OWNED}`,
    /sold item was paid for/,
  ],
  ['an item that is gone', `delete from items where id = ${OWNED}`, /roll of a case won exactly one item/],
  [
    'an item given to another',
    `update items set player_id = player_id + 1 where id = ${OWNED}`,
    /won exactly one item/,
  ],
  [
    'an item doubled',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, roll_id, at
     from items where id = ${OWNED}`,
    /won exactly one item/,
  ],
  [
    'an item made up',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, ${UUID}, at
     from items where id = ${OWNED}`,
    /item of a game has its roll/,
  ],
  ['a nonce that was not reached', `update rolls set nonce = nonce + 1000 where id = ${ROLL}`, /has not reached/],
  ['a roll of a stranger', `update rolls set seed_id = seed_id + 1000 where id = ${ROLL}`, /has not reached/],
  [
    'a nonce doubled, and one left out',
    `alter table rolls drop constraint nonce_used_once; update rolls set nonce = 1 where nonce = 2`,
    /rolled once/,
  ],
  ['nonces counted on without a roll', `update seeds set nonce = nonce + 1 where state = 'active'`, /rolled once/],
  ['odds that were replaced', `update rolls set odds_hash = 'x' where id = ${ROLL}`, /kept table of odds/],
  ['odds that are gone', 'delete from odds_tables', /kept table of odds/],
  [
    'a player without a next seed',
    `delete from seeds where state = 'next'`,
    /an account, an active seed and a next one/,
  ],
  [
    'a negative balance that adds up',
    `alter table accounts drop constraint balance_never_negative;
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
    'an item used up without a game',
    `update item_ends set roll_id = null where kind = 'contracted'`,
    /roll of a contract/,
  ],
  ['a contract that won nothing', `update items set source = 'case' where source = 'contract'`, /roll of a contract/],
  [
    'an item used up in another game',
    `update item_ends set kind = 'contracted' where kind = 'upgraded';
     update items set state = 'contracted' where state = 'upgraded'`,
    /names a roll of that game/,
  ],
  [
    'a stake that was worth less',
    `update items set price = price - 1 where state = 'upgraded'`,
    /the price in its odds/,
  ],
  [
    'a roll of the wheel without its spin',
    `delete from wheel_spins where roll_id = ${PAID_SPIN}`,
    /wheel has its spin/,
  ],
  [
    'a spin that was never rolled',
    `insert into wheel_spins select ${UUID}, ${PLAYER}, null, 0, 0, null, now()`,
    /wheel has its spin/,
  ],
  [
    'a spin given to another player',
    `update wheel_spins set player_id = player_id + 1 where roll_id = ${PAID_SPIN}`,
    /wheel has its spin/,
  ],
  [
    'a paid spin called free',
    `update wheel_spins set free_day = '2020-01-01' where roll_id = ${PAID_SPIN}`,
    /paid spin cost the price/,
  ],
  [
    'a free spin called paid',
    `update wheel_spins set free_day = null where roll_id = ${FREE_SPIN}`,
    /paid spin cost the price/,
  ],
  [
    'a spin that was not paid for',
    `update accounts set balance = accounts.balance + 100, spent = spent - 100 from wheel_spins
     where accounts.id = player_id and roll_id = ${PAID_SPIN};
     delete from transfers where kind = 'spin' and reference = ${PAID_SPIN}::text`,
    /paid spin cost the price/,
  ],
  [
    'another sector than the rolled one',
    `update wheel_spins set sector = sector + 1 where roll_id = ${PAID_SPIN}`,
    /won what its odds say/,
  ],
  [
    'more money won on the wheel',
    `update wheel_spins set balance = balance + 1 where roll_id = ${MONEY_SPIN};
     update transfers set amount = amount + 1 where kind = 'spin-won' and reference = ${MONEY_SPIN}::text;
     update accounts set balance = accounts.balance + 1 from wheel_spins where accounts.id = player_id and roll_id = ${MONEY_SPIN}`,
    /won what its odds say/,
  ],
  [
    'money won on the wheel and not paid',
    `update transfers set kind = 'grant' where kind = 'spin-won' and reference = ${MONEY_SPIN}::text`,
    /won what its odds say/,
  ],
  [
    'a dearer item won on the wheel',
    `update items set item_id = 'x' where id = ${ITEM_SPIN};
     update wheel_spins set item_id = 'x' where roll_id = ${ITEM_SPIN}`,
    /won what its odds say/,
  ],
  [
    'an item of the wheel from elsewhere',
    `update items set source = 'wheel' where id = ${OWNED}`,
    /wheel names a spin/,
  ],
  [
    'a payment of the wheel without a spin',
    `insert into transfers select ${UUID}, 'spin-won', 7, ${PLAYER}, 50, ${UUID}, now();
     update accounts set balance = balance + 50 where id = ${PLAYER}`,
    /wheel names a spin/,
  ],
  [
    'a balance staked on nothing',
    `insert into transfers select ${UUID}, 'upgrade', ${PLAYER}, 6, 1, 'nothing', now();
     update accounts set balance = balance - 1, spent = spent + 1 where id = ${PLAYER}`,
    /staked on an upgrade names its roll/,
  ],
  [
    'a deposit that nobody credited',
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
  ['a bonus that never was', `update orders set bonus = bonus + 1 where id = ${PAID_ORDER}`, /the bonus that it holds/],
  [
    'a refund that took too little',
    `update orders set shortfall = shortfall + 1 where state = 'refunded'`,
    /a refund took back/,
  ],
  [
    'a deposit without an order',
    `update transfers set reference = ${UUID} where id = ${first('transfers', "kind = 'deposit'")}`,
    /if and only if it was paid/,
  ],
  [
    'a bonus without an order',
    `insert into transfers select ${UUID}, 'bonus', 5, ${PLAYER}, 1, 'nothing', now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /belongs to an order/,
  ],
  [
    'a paid order called open',
    `update orders set state = 'created' where id = ${PAID_ORDER}`,
    /paid as its state says/,
  ],
  [
    'a code used too often',
    `update promo_codes set uses_max = 1; alter table orders drop constraint order_once_a_click;
     insert into orders select gen_random_uuid(), player_id, 'created', provider, method, null, null, amount, bonus, bonus_percent,
       promo_id, currency, rate, charge, 0, null, key, request_hash, now(), now(), null, null, null
     from orders where promo_id is not null limit 1`,
    /more often than it may/,
  ],
  ...REFERRAL_DAMAGE,
  ...(['cases', 'upgrades', 'contracts'] as const).map(
    (games) =>
      [
        `${games} that nobody played`,
        `update accounts set ${games} = ${games} + 1 where id = ${PLAYER}`,
        /counts the games/,
      ] as const,
  ),
  ['winnings that were none', `update accounts set won = won + 1 where id = ${PLAYER}`, /what was won in all/],
  ['a dearest item that is not', `update accounts set best_id = ${UUID} where id = ${PLAYER}`, /the dearest of it/],
  ['a dearest item forgotten', `update accounts set best_id = null where id = ${PLAYER}`, /the dearest of it/],
  [
    'a price that nothing won had',
    `update accounts set best_price = best_price + 1 where id = ${PLAYER}`,
    /the dearest of it/,
  ],
  ['an item counted twice', `update accounts set items = items + 1 where id = ${PLAYER}`, /counts what is owned/],
  ['items worth more', `update accounts set worth = worth + 1 where id = ${PLAYER}`, /counts what is owned/],
  [
    'an item that nobody withdraws on its way',
    `update withdrawals set state = 'returned' where state = 'sent'`,
    /on its way if and only if/,
  ],
  [
    'a withdrawal of an item that is owned',
    `update withdrawals set state = 'sent' where state = 'declined'`,
    /on its way if and only if/,
  ],
  [
    'an item withdrawn twice at once',
    `drop index one_withdrawal_an_item; insert into withdrawals select gen_random_uuid(), player_id, item_id, state, reason, provider,
       trade_link, null, url, sent_at, protected_until, requested_at, changed_at, due_at, failures, problem
     from withdrawals where state = 'sent'`,
    /on its way if and only if/,
  ],
  [
    "a withdrawal of another player's item",
    `update withdrawals set player_id = player_id + 1 where state = 'sent'`,
    /on its way if and only if/,
  ],
  [
    'an item that was withdrawn by nobody',
    `update withdrawals set state = 'reversed' where state = 'done'`,
    /withdrawn or replaced if and only if/,
  ],
  [
    'a rest that is too much',
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
    'a rest of nothing',
    `insert into transfers select ${UUID}, 'replacement', 3, ${PLAYER}, 1, 'nothing', now();
     update accounts set balance = balance + 1 where id = ${PLAYER}`,
    /every replacement and every rest/,
  ],
  [
    'a mission that brought nothing',
    `insert into mission_claims select player_id, mission, '2000-01-01', null, now() from mission_claims limit 1`,
    /mission that was claimed brought one reward/,
  ],
  [
    'a mission whose item was of another',
    `insert into mission_claims select player_id, mission, '2000-01-01', won_id, now() from mission_claims
       where won_id is not null limit 1`,
    /mission that was claimed brought one reward/,
  ],
  [
    'the item of a mission forgotten',
    `update mission_claims set won_id = null where won_id is not null`,
    /mission that was claimed brought one reward/,
  ],
  [
    'money for a mission that nobody claimed',
    `delete from mission_claims where won_id is null`,
    /reward of a mission comes from/,
  ],
  [
    'an item for a mission that nobody claimed',
    `delete from mission_claims where won_id is not null`,
    /reward of a mission comes from/,
  ],
  [
    'a mission that another account paid',
    `update transfers set debit_id = 3 where kind = 'mission'`,
    /reward of a mission comes from/,
  ],
  [
    'an opening for a mission without its roll',
    `update items set roll_id = ${UUID} where source = 'missions' and roll_id is not null`,
    /roll of a free opening/,
  ],
  [
    'a withdrawal in a state that it never came to',
    `update withdrawals set state = 'buying' where state = 'sent'`,
    /state of its last step/,
  ],
  [
    'an item of a free case that is gone',
    `delete from items where source = 'case' and reference like 'free_case:%'`,
    /roll of a free opening/,
  ],
  [
    'an item of another tier than the rolled one',
    `update items set reference = 'free_case:nova' where reference = 'free_case:spark'`,
    /roll of a free opening/,
  ],
  ['a free case opened without a trace', `delete from free_openings`, /free case that was opened has its roll/],
  [
    'a free case opened without an item',
    `insert into free_openings values (${PLAYER}, 'nova', '2020-01-01', ${UUID}, now())`,
    /free case that was opened has its roll/,
  ],
  [
    'one item for two nights',
    `insert into free_openings select player_id, tier, '2020-01-01', roll_id, now() from free_openings limit 1`,
    /free case that was opened has its roll/,
  ],
  [
    'a free case that another has opened',
    `update free_openings set player_id = player_id + 1`,
    /free case that was opened has its roll/,
  ],
  [
    'a day that was claimed without a prize',
    `insert into calendar_claims values (${PLAYER}, '2020-01-01', 1, null, now())`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'a prize without a day',
    `delete from calendar_claims where streak = 4`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'an item of the calendar doubled',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, roll_id, at
       from items where source = 'calendar';
     update accounts set items = accounts.items + 1, worth = worth + items.price, won = won + items.price
       from items where items.id = ${UUID} and accounts.id = items.player_id`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'a day of the calendar paid from another account',
    `update transfers set debit_id = 1 where kind = 'calendar'`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'money of the calendar that no day was claimed for, from another account',
    `insert into transfers select ${UUID}, 'calendar', 1, ${PLAYER}, 5, 'nothing', now();
     update accounts set balance = balance + 5 where id = ${PLAYER}`,
    /prize in money of the calendar comes from the bonuses/,
  ],
  [
    'a row that goes on after a missed day',
    `update transfers set reference = credit_id || ':2020-01-02' where id = (select min(id::text)::uuid from transfers
       where kind = 'calendar');
     update calendar_claims set day = '2020-01-02' where streak = 1`,
    /in a row are counted from the day before/,
  ],
  [
    'a day counted twice',
    `update calendar_claims set streak = streak + 1 where streak > 2`,
    /in a row are counted from the day before/,
  ],
  ['a raffle drawn for nothing', `update raffles set won_id = null where state = 'drawn'`, /drawn raffle gave exactly/],
  [
    'a winner who had not joined',
    `delete from raffle_entries using raffles where raffles.id = raffle_id and raffles.winner_id = raffle_entries.player_id`,
    /drawn raffle gave exactly/,
  ],
  [
    'a prize that was dearer than the one on show',
    `update raffles set price = price - 1 where state = 'drawn'`,
    /drawn raffle gave exactly/,
  ],
  [
    'a prize of a raffle doubled',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, roll_id, at
       from items where source = 'raffle';
     update accounts set items = accounts.items + 1, worth = worth + items.price, won = won + items.price
       from items where items.id = ${UUID} and accounts.id = items.player_id`,
    /item of a raffle is the prize/,
  ],
  [
    'an entry smuggled in after the freeze',
    `insert into raffle_entries select id, ${PLAYER}, now() from raffles where state = 'drawn'`,
    /entries that were frozen/,
  ],
  [
    'an entry that was exchanged for another',
    `update raffle_entries set player_id = ${PLAYER} from raffles where raffles.id = raffle_id
       and raffles.state = 'drawn' and raffles.winner_id <> raffle_entries.player_id`,
    /entries that were frozen/,
  ],
  [
    'a raffle without players that was won',
    `update raffles set winner_id = ${PLAYER} where state = 'returned'`,
    /entries that were frozen/,
  ],
  [
    'a roll that names another place',
    `update raffles set roll = 3 - roll where state = 'drawn'`,
    /stands at the place that was rolled/,
  ],
  [
    'a seed that was exchanged after the raffle had opened',
    `update raffles set server_seed = repeat('0', 64) where state = 'drawn'`,
    /seed that it had committed to/,
  ],
]
