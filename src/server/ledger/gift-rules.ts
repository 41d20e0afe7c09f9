// Rules of the ledger for gifts: margin, locked and unlocked money recomputed from rolls, transfers and items. Rows without a locked
// part are older than the rule; they made no margin, and nothing in them is locked.

import { CHARGES, GAMES, PLAYER_GAMES } from '../../game/base/games.ts'
import { OWN_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'
import { SPENDING } from './spending.ts'

const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ')

const SPENT = listed(CHARGES)

/** Kinds of transfers that pay what a roll won to the balance. */
const WON = listed(PLAYER_GAMES.flatMap((game) => GAMES[game].payout ?? []))

/** Kinds of transfers that give money, and sources of items that are given without a roll. */
const GIVEN_MONEY = `'bonus', 'social', 'calendar', 'mission'`
const GIVEN_ITEMS = `'calendar', 'missions'`

/** The margin of a staked cent in each odds table, in millionths rounded down; prices of a free roll make none. */
const RATES = `(select hash, price, case when price = 0 then 0
      else floor(greatest(0, all_tickets * price - worth) * 1000000 / (all_tickets * price)) end as rate
    from (select hash, (text::json->>'price')::numeric as price, sum((entry->>'tickets')::numeric) as all_tickets,
        sum((entry->>'tickets')::numeric * (entry->>'price')::numeric) as worth
      from odds_tables, json_array_elements(text::json->'entries') as listed (entry) group by hash) summed)`

/** The locked part of what a roll's stake wins at a price, as `lockedOfWin` (game/rewards/gifts.ts) computes it. */
const lockedOf = (price: string): string =>
  `case when odds.price = 0 then ${price} else ceil((odds.price - rolls.cash) * ${price} / odds.price) end`

/** The part of an item that was locked when it ended, at what it ended at, as `lockedAtValue` (game/rewards/gifts.ts) computes it. */
const LOCKED_AT_END = `case when items.unlocked is null
    then (coalesce(items.locked, 0) * coalesce(item_ends.value, items.price) + items.price - 1) / items.price else 0 end`

export const GIFT_RULES: readonly Rule[] = [
  {
    name: 'the locked part of every balance equals what its transfers locked and unlocked',
    broken: `select accounts.id, accounts.locked, coalesce(sum(moved.amount), 0) as transfers from accounts
      left join (select credit_id as account_id, coalesce(locked, 0) as amount from transfers
        union all select debit_id, -coalesce(locked, 0) - coalesce(unlocked, 0) from transfers) moved
        on moved.account_id = accounts.id
      where accounts.balance is not null group by accounts.id having accounts.locked <> coalesce(sum(moved.amount), 0)`,
  },
  {
    name: 'what a player unlocked equals what their transfers and withdrawals unlocked',
    broken: `select accounts.id, accounts.unlocked, coalesce(sum(taken.amount), 0) as taken from accounts
      left join (select debit_id as account_id, unlocked as amount from transfers where unlocked > 0
        union all select player_id, unlocked from items where unlocked > 0) taken on taken.account_id = accounts.id
      where accounts.balance is not null group by accounts.id having accounts.unlocked <> coalesce(sum(taken.amount), 0)`,
  },
  {
    name: 'the margin of an account is what its rolls and battles made, less what reversals took back',
    broken: `select accounts.id, accounts.margin, coalesce(sum(made.margin), 0) as made from accounts
      left join (select player_id, margin from rolls where margin > 0
        union all select player_id, margin from battle_stakes where margin > 0
        union all select player_id, -voided_margin from orders where voided_margin > 0) made on made.player_id = accounts.id
      where accounts.balance is not null group by accounts.id having accounts.margin <> coalesce(sum(made.margin), 0)`,
  },
  {
    name: 'margin was taken back only where a deposit was',
    broken: `select orders.id, orders.voided_margin from orders
      where orders.voided_margin <> 0 and (orders.voided_margin < 0 or not exists (select from order_reversals
        where order_reversals.order_id = orders.id and order_reversals.amount > 0))`,
  },
  {
    name: 'the stakes that no longer count as turnover were staked, and taken back with deposits',
    broken: `select accounts.id, accounts.voided_stakes, coalesce(voided.stakes, 0) as orders from accounts
      left join (select player_id, sum(voided_stakes) as stakes, bool_or(voided_stakes < 0 or voided_stakes > 0 and not exists (
          select from order_reversals where order_reversals.order_id = orders.id and order_reversals.amount > 0)) as is_odd
        from orders where voided_stakes <> 0 group by player_id) voided on voided.player_id = accounts.id
      where accounts.balance is not null and (accounts.voided_stakes <> coalesce(voided.stakes, 0)
        or accounts.voided_stakes > accounts.spent - accounts.spent_locked or voided.is_odd)`,
  },
  {
    name: 'no player has unlocked more than their share of the margin that they made',
    broken: `select accounts.id, accounts.unlocked, accounts.margin from accounts
      left join (select player_id, sum(voided_margin) as margin from orders group by player_id) voided
        on voided.player_id = accounts.id
      where accounts.unlocked * 100000000::numeric > ${OWN_PERCENT_MOST} * (accounts.margin + coalesce(voided.margin, 0))`,
  },
  {
    name: 'what locked money paid for games is counted',
    broken: `select accounts.id, accounts.spent_locked, coalesce(sum(spending.locked), 0) as locked from accounts
      left join ${SPENDING} spending on spending.player_id = accounts.id
      where accounts.balance is not null group by accounts.id
      having accounts.spent_locked <> coalesce(sum(spending.locked), 0)`,
  },
  {
    name: 'a roll made no more margin than its cash stake at its odds',
    broken: `select rolls.id, rolls.cash, rolls.margin, odds.price, odds.rate from rolls
      join ${RATES} odds on odds.hash = rolls.odds_hash
      where rolls.cash is not null
        and (rolls.cash not between 0 and odds.price or rolls.margin not between 0 and rolls.cash * odds.rate)`,
  },
  {
    name: 'what a roll won is locked as its stake was',
    broken: `select rolls.id, rolls.cash, won.price, won.locked from rolls join ${RATES} odds on odds.hash = rolls.odds_hash
      join (select id::text as reference, player_id, price, locked from items where roll_id = id
        union all select reference, credit_id, amount, locked from transfers where kind in (${WON})) won
        on won.reference = rolls.id::text and won.player_id = rolls.player_id
      where rolls.cash is not null and won.locked is distinct from ${lockedOf('won.price')}`,
  },
  {
    name: 'the cash of a stake is what was not locked in its money and items',
    broken: `select rolls.id, rolls.cash, odds.price, paid.locked, staked.locked as items from rolls
      join ${RATES} odds on odds.hash = rolls.odds_hash
      left join (select reference, sum(locked) as locked from transfers where kind in (${SPENT}) and kind <> 'open'
        group by reference) paid on paid.reference = rolls.id::text
      left join (select item_ends.roll_id, sum(${LOCKED_AT_END}) as locked
        from item_ends join items on items.id = item_ends.item_id where item_ends.roll_id is not null
        group by item_ends.roll_id) staked on staked.roll_id = rolls.id
      where rolls.cash is not null and rolls.game <> 'case' and odds.price > 0
        and rolls.cash <> odds.price - coalesce(paid.locked, 0) - coalesce(staked.locked, 0)`,
  },
  {
    name: 'what locked money paid for openings is not the cash of their rolls',
    broken: `select accounts.id, paid.locked, rolled.locked as rolls from accounts
      left join (select debit_id, sum(locked) as locked from transfers where kind = 'open' group by debit_id) paid
        on paid.debit_id = accounts.id
      left join (select rolls.player_id, sum(odds.price - rolls.cash) as locked from rolls
        join ${RATES} odds on odds.hash = rolls.odds_hash where rolls.game = 'case' and rolls.cash is not null
        group by rolls.player_id) rolled on rolled.player_id = accounts.id
      where coalesce(paid.locked, 0) <> coalesce(rolled.locked, 0)`,
  },
  {
    name: 'a gift is locked',
    broken: `select given.id, given.amount, given.locked from (
        select id, amount, locked from transfers where kind in (${GIVEN_MONEY}) and debit_id = ${HOUSE_ACCOUNTS.bonuses}
        union all select id, price, locked from items where source in (${GIVEN_ITEMS}) and roll_id is null) given
      where given.locked <> given.amount`,
  },
  {
    name: 'no more of an item is locked than its price',
    broken: `select id, price, locked, unlocked from items where locked not between 0 and price or unlocked < 0
      or (unlocked is not null and locked is null)`,
  },
  {
    name: 'a sale locks what was locked in its items',
    broken: `select transfers.id, transfers.locked, sum(${LOCKED_AT_END}) as items from transfers
      join item_ends on item_ends.transfer_id = transfers.id and item_ends.kind = 'sold'
      left join items on items.id = item_ends.item_id
      where transfers.kind in ('sell', 'reclaim') and transfers.locked is not null group by transfers.id
      having transfers.locked <> coalesce(sum(${LOCKED_AT_END}), 0)`,
  },
]
