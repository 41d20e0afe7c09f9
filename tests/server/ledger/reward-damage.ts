// Damage to spins, free cases, the calendar, missions and raffles, and the rule that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'

const PLAYER = first('players')
const OWNED = first('items', "state = 'owned'")
const spin = (where: string): string => `(select roll_id from wheel_spins where ${where} order by roll_id limit 1)`
const PAID_SPIN = spin('free_day is null')
const FREE_SPIN = spin('free_day is not null')
const MONEY_SPIN = spin('balance > 0')
const ITEM_SPIN = spin('item_id is not null')

export const REWARD_DAMAGE: readonly Damage[] = [
  [
    'a roll of the wheel without its spin',
    `delete from wheel_spins where roll_id = ${PAID_SPIN}`,
    /wheel has its spin/,
  ],
  [
    'a spin without a roll',
    `insert into wheel_spins select ${UUID}, ${PLAYER}, null, 0, 0, null, now()`,
    /wheel has its spin/,
  ],
  [
    'a spin moved to another player',
    `update wheel_spins set player_id = player_id + 1 where roll_id = ${PAID_SPIN}`,
    /wheel has its spin/,
  ],
  [
    'a paid spin recorded as free',
    `update wheel_spins set free_day = '2020-01-01' where roll_id = ${PAID_SPIN}`,
    /paid spin cost the price/,
  ],
  [
    'a free spin recorded as paid',
    `update wheel_spins set free_day = null where roll_id = ${FREE_SPIN}`,
    /paid spin cost the price/,
  ],
  [
    'a paid spin without a payment',
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
    'money won on the wheel without a payment',
    `update transfers set kind = 'grant' where kind = 'spin-won' and reference = ${MONEY_SPIN}::text`,
    /won what its odds say/,
  ],
  [
    'a more expensive item won on the wheel',
    `update items set item_id = 'x' where id = ${ITEM_SPIN};
     update wheel_spins set item_id = 'x' where roll_id = ${ITEM_SPIN}`,
    /won what its odds say/,
  ],
  [
    'an item of the wheel with another source',
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
    'a mission without a reward',
    `insert into mission_claims select player_id, mission, '2000-01-01', null, now() from mission_claims limit 1`,
    /mission that was claimed gave one reward/,
  ],
  [
    'a mission with the item of another',
    `insert into mission_claims select player_id, mission, '2000-01-01', won_id, now() from mission_claims
       where won_id is not null limit 1`,
    /mission that was claimed gave one reward/,
  ],
  [
    'a missing item of a mission',
    `update mission_claims set won_id = null where won_id is not null`,
    /mission that was claimed gave one reward/,
  ],
  [
    'money for an unclaimed mission',
    `delete from mission_claims where won_id is null`,
    /reward of a mission comes from/,
  ],
  [
    'an item for an unclaimed mission',
    `delete from mission_claims where won_id is not null`,
    /reward of a mission comes from/,
  ],
  [
    'a mission paid from another account',
    `update transfers set debit_id = 3 where kind = 'mission'`,
    /reward of a mission comes from/,
  ],
  [
    'an item of a mission with the roll of a game',
    `update items set roll_id = ${first('rolls', "game = 'upgrade'")} where source = 'missions' and roll_id is null`,
    /what a mission opened/,
  ],
  [
    'an opening for a mission without its roll',
    `update items set roll_id = ${UUID} where source = 'missions' and roll_id is not null`,
    /roll of a free opening/,
  ],
  [
    'a missing item of a free case',
    `delete from items where source = 'case' and state = 'owned' and reference like 'free_case:%'`,
    /roll of a free opening/,
  ],
  [
    'an item of another tier than the rolled one',
    `update items set reference = 'free_case:nova' where reference = 'free_case:spark'`,
    /roll of a free opening/,
  ],
  [
    'a case opened by a code more often than a player may',
    `update promo_openings set use = 2`,
    /case that a promo code opened has its roll/,
  ],
  [
    'a code that names another case than it opened',
    `update promo_codes set case_url = 'orion' where case_url is not null`,
    /case that a promo code opened has its roll/,
  ],
  [
    'a case opened by a code for another player',
    `update promo_openings set player_id = (select min(id) from players where id <> player_id)`,
    /case that a promo code opened has its roll/,
  ],
  ['a free case opened without a record', `delete from free_openings`, /free case that was opened has its roll/],
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
    'a free case opened by another player',
    `update free_openings set player_id = player_id + 1`,
    /free case that was opened has its roll/,
  ],
  [
    'a claimed day without a prize',
    `insert into calendar_claims values (${PLAYER}, '2020-01-01', 1, null, now())`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'a prize without a day',
    `delete from calendar_claims where streak = 4`,
    /day of the calendar that was claimed gave one prize/,
  ],
  [
    'a duplicated item of the calendar',
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
    'money of the calendar without a claim, from another account',
    `insert into transfers select ${UUID}, 'calendar', 1, ${PLAYER}, 5, 'nothing', now();
     update accounts set balance = balance + 5 where id = ${PLAYER}`,
    /prize in money of the calendar comes from the bonuses/,
  ],
  [
    'a streak that continues after a missed day',
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
  [
    'a prize of a leaderboard that was not paid',
    `insert into leader_periods values ('day', '2026-11-21', now());
     insert into leader_prizes select 'day', '2026-11-21', 1, id, 1000000000, 1, 1 from accounts where id >= 1000
       order by margin / 10 - raffled * 10000000::numeric desc limit 1;
     update accounts set raffled = raffled + 1 where id = (select player_id from leader_prizes)`,
    /prize of a leaderboard was paid once/,
  ],
  [
    'a place of a period that is not settled',
    `insert into leader_prizes select 'day', '2026-11-21', 1, min(id), 0, 1, 0 from accounts where id >= 1000`,
    /prize of a leaderboard is within the share/,
  ],
  [
    'a prize of a leaderboard that went back and was never paid',
    `update order_reversals set leader_prizes = 1 where id = (select min(id::text)::uuid from order_reversals);
     update accounts set raffled = raffled - 1 where id = (select player_id from orders
       join order_reversals on order_reversals.order_id = orders.id where leader_prizes = 1)`,
    /took back no more prizes of leaderboards/,
  ],
  [
    'margin on the boards that was not made',
    `insert into leader_days (day, player_id, margin) select '2026-11-21', id, margin * 2 + 1 from accounts where id >= 1000`,
    /leaderboards count no more margin/,
  ],
  [
    'a result on the boards that was not rolled',
    `insert into leader_days (day, player_id, best_id, best_stake, best_won)
       select '2026-11-21', min(id), ${UUID}, 100, 200 from accounts where id >= 1000`,
    /best result of a day is a roll/,
  ],
  [
    'a drawn raffle without a prize',
    `update raffles set won_id = null where state = 'drawn'`,
    /drawn raffle gave exactly/,
  ],
  [
    'a winner who had not joined',
    `delete from raffle_entries using raffles where raffles.id = raffle_id and raffles.winner_id = raffle_entries.player_id`,
    /drawn raffle gave exactly/,
  ],
  [
    'a prize above the displayed price',
    `update raffles set price = price - 1 where state = 'drawn'`,
    /drawn raffle gave exactly/,
  ],
  [
    'a duplicated prize of a raffle',
    `insert into items select ${UUID}, player_id, item_id, price, 'owned', source, reference, roll_id, at
       from items where source = 'raffle';
     update accounts set items = accounts.items + 1, worth = worth + items.price, won = won + items.price
       from items where items.id = ${UUID} and accounts.id = items.player_id`,
    /item of a raffle is the prize/,
  ],
  [
    'an entry added after the freeze',
    `insert into raffle_entries (raffle_id, player_id) select id, ${PLAYER} from raffles where state = 'drawn'`,
    /entries that were frozen/,
  ],
  [
    'a replaced entry',
    `update raffle_entries set public_number = public_number + 1 from raffles where raffles.id = raffle_id
       and raffles.state = 'drawn' and raffles.winner_id <> raffle_entries.player_id`,
    /entries that were frozen/,
  ],
  [
    'a raffle without entrants and with a winner',
    `update raffles set winner_id = ${PLAYER} where state = 'returned'`,
    /entries that were frozen/,
  ],
  [
    'a roll that names another place',
    `update raffles set roll = 3 - roll where state = 'drawn'`,
    /is at the place that was rolled/,
  ],
  [
    'a seed replaced after the raffle had opened',
    `update raffles set server_seed = repeat('0', 64) where state = 'drawn'`,
    /seed that it had committed to/,
  ],
  [
    'a share that was not paid',
    `update raffle_entries set share = 0 from raffles where raffles.id = raffle_id and raffles.state = 'drawn'`,
    /in equal shares/,
  ],
  [
    'an entrant without a place who could have paid one',
    `insert into raffle_entries (raffle_id, player_id, available) select id, ${PLAYER}, 100 from raffles where state = 'drawn';
     update raffles set joined = joined + 1 where state = 'drawn'`,
    /in equal shares/,
  ],
  [
    'a share that an account does not know',
    `update accounts set raffled = raffled - 1 where raffled > 0`,
    /is the sum of their shares/,
  ],
  [
    'shares of margin that was never made',
    `update accounts set margin = 1 where raffled > 0`,
    /raffles took no more of a player/,
  ],
]
