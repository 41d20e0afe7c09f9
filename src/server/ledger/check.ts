// Recomputes the whole ledger from its transfers, and everything that has to agree with it. Reads only.

import { sql } from 'drizzle-orm'
import { DROP_SOURCES } from '../../game/base/games.ts'
import { LIVE_STATES } from '../../game/withdrawal/withdrawal.ts'
import { type Database, type Queries, queryRows } from '../db/database.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import { CALENDAR_RULES } from './calendar-rules.ts'
import { CORRECTION_RULES } from './correction-rules.ts'
import { GAME_RULES } from './game-rules.ts'
import { GIFT_RULES } from './gift-rules.ts'
import { KEPT_RULES } from './kept-rules.ts'
import { LEADERBOARD_RULES } from './leaderboard-rules.ts'
import { MISSION_RULES } from './mission-rules.ts'
import { REFERRAL_RULES } from './referral-rules.ts'
import { REVERSAL_RULES } from './reversal-rules.ts'
import type { Rule } from './rule.ts'
import { SPENDING } from './spending.ts'

/** Sources of winnings; a replacement is not one. */
const WINNINGS = DROP_SOURCES.map((type) => `'${type}'`).join(', ')

/** States of a withdrawal that holds its item. */
const UNDER_WAY = LIVE_STATES.map((state) => `'${state}'`).join(', ')

/** Paid orders that have used their promo code: those that were not refunded in full. */
const USED = `(orders.paid_at is not null and orders.refunded_minor < orders.charge)`

/** What the ledger and all rows that have to agree with it keep. */
export const RULES: readonly Rule[] = [
  {
    name: 'the entries of all accounts sum to zero',
    broken: `select sum(amount) as off from entries having coalesce(sum(amount), 0) <> 0`,
  },
  {
    name: 'every balance equals the sum of its entries',
    broken: `select accounts.id, accounts.balance, coalesce(sum(entries.amount), 0) as entries
      from accounts left join entries on entries.account_id = accounts.id
      where accounts.balance is not null group by accounts.id having accounts.balance <> coalesce(sum(entries.amount), 0)`,
  },
  {
    name: 'no balance is negative',
    broken: `select id, balance from accounts where balance < 0`,
  },
  {
    name: 'every transfer is between accounts that exist',
    broken: `select transfers.id from transfers
      left join accounts debit on debit.id = debit_id left join accounts credit on credit.id = credit_id
      where debit.id is null or credit.id is null`,
  },
  {
    name: 'exp equals what was spent on games',
    broken: `select accounts.id, accounts.spent, coalesce(sum(spending.amount), 0) as paid
      from accounts left join ${SPENDING} spending on spending.player_id = accounts.id
      where accounts.balance is not null group by accounts.id
      having accounts.spent <> coalesce(sum(spending.amount), 0)`,
  },
  {
    name: 'an item has ended if and only if it is not owned',
    broken: `select items.id, items.state, item_ends.kind from items full join item_ends on item_ends.item_id = items.id
      where items.id is null or (items.state in ('owned', 'withdrawing')) <> (item_ends.item_id is null)`,
  },
  {
    name: 'an item ended as its state says',
    broken: `select items.id, items.state, item_ends.kind from items join item_ends on item_ends.item_id = items.id
      where items.state <> item_ends.kind`,
  },
  {
    name: 'a sale paid what its items were worth',
    broken: `select transfers.id, transfers.amount, sum(coalesce(item_ends.value, items.price)) as worth from transfers
      left join item_ends on item_ends.transfer_id = transfers.id left join items on items.id = item_ends.item_id
      where transfers.kind in ('sell', 'reclaim') group by transfers.id
      having transfers.amount <> coalesce(sum(coalesce(item_ends.value, items.price)), 0)`,
  },
  {
    name: 'an item ended at a value of its own only where it was sold, staked or replaced, for less than it was won at',
    broken: `select item_ends.item_id, item_ends.kind, item_ends.value, items.price from item_ends
      join items on items.id = item_ends.item_id
      where item_ends.value is not null and (item_ends.value < 1 or item_ends.value >= items.price
        or item_ends.kind in ('withdrawn', 'voided'))`,
  },
  {
    name: 'every sold item was paid for',
    broken: `select item_ends.item_id from item_ends left join transfers on transfers.id = item_ends.transfer_id
      where item_ends.kind = 'sold' and transfers.id is null`,
  },
  ...GAME_RULES,
  ...CALENDAR_RULES,
  ...MISSION_RULES,
  ...LEADERBOARD_RULES,
  {
    name: 'no seed has used a nonce that it has not reached',
    broken: `select rolls.id from rolls left join seeds on seeds.id = rolls.seed_id and seeds.player_id = rolls.player_id
      where seeds.id is null or rolls.nonce >= seeds.nonce`,
  },
  {
    name: 'every nonce of a seed was rolled once',
    broken: `select seeds.id, seeds.nonce, count(rolls.id) as rolls, count(distinct rolls.nonce) as nonces
      from seeds left join rolls on rolls.seed_id = seeds.id group by seeds.id
      having count(rolls.id) <> seeds.nonce - 1 or count(distinct rolls.nonce) <> seeds.nonce - 1
        or min(rolls.nonce) < 1`,
  },
  {
    name: 'every roll has a stored odds table',
    broken: `select rolls.id, rolls.odds_hash from rolls left join odds_tables on odds_tables.hash = rolls.odds_hash
      where odds_tables.hash is null`,
  },
  {
    name: 'every player has an account, an active seed and a next one',
    broken: `select players.id from players left join accounts on accounts.id = players.id
      where accounts.id is null
        or (select count(*) from seeds where seeds.player_id = players.id and seeds.state in ('active', 'next')) <> 2`,
  },
  {
    name: 'the bonus of a first deposit was paid to a player once at most',
    broken: `select player_id, count(*) as bonuses from orders
      where paid_at is not null and promo_id is null and bonus > 0 group by player_id having count(*) > 1`,
  },
  {
    name: 'an order was credited if and only if it was paid, to its player, with its amount',
    broken: `select orders.id, orders.state, transfers.amount from orders
      left join transfers on transfers.kind = 'deposit' and transfers.reference = orders.id::text
      where (orders.paid_at is null) <> (transfers.id is null) or transfers.amount <> orders.amount
        or transfers.credit_id <> orders.player_id`,
  },
  {
    name: 'a paid order credited its bonus, an unpaid one none',
    broken: `select orders.id, orders.bonus, transfers.amount from orders
      left join transfers on transfers.kind = 'bonus' and transfers.reference = orders.id::text
      where coalesce(transfers.amount, 0) <> case when orders.paid_at is null then 0 else orders.bonus end`,
  },
  {
    name: 'every deposit and bonus belongs to an order',
    broken: `select transfers.id, transfers.kind, transfers.reference from transfers
      left join orders on orders.id::text = transfers.reference
      where transfers.kind in ('deposit', 'bonus') and orders.id is null`,
  },
  {
    name: 'an order is paid as its state says',
    broken: `select id, state, paid_at from orders
      where (state in ('paid', 'disputed', 'won', 'lost', 'partly_refunded') and paid_at is null)
        or (state in ('created', 'expired', 'failed', 'cancelled', 'kept') and paid_at is not null)`,
  },
  {
    name: 'no promo code was used more often than it may be',
    broken: `select code, uses_max, sum(uses) as uses from (
        select promo_codes.id, promo_codes.code, promo_codes.uses_max, count(*) filter (where ${USED})
          + (count(*) filter (where orders.state = 'created') > 0
            and count(*) filter (where ${USED}) < promo_codes.uses_per_player)::int as uses
        from promo_codes
        join orders on orders.promo_id = promo_codes.id and (orders.state = 'created' or ${USED}) and orders.bonus > 0
        group by promo_codes.id, orders.player_id
      ) as of_players group by id, code, uses_max having sum(uses) > uses_max`,
  },
  {
    name: 'no player used a promo code more often than each may',
    broken: `select promo_codes.code, promo_codes.uses_per_player, orders.player_id, count(*) as uses from promo_codes
      join orders on orders.promo_id = promo_codes.id and ${USED} and orders.bonus > 0
      group by promo_codes.id, orders.player_id having count(*) > promo_codes.uses_per_player`,
  },
  {
    name: 'a social bonus comes from the bonuses and goes to the player whom it names',
    broken: `select id, amount, debit_id, credit_id, reference from transfers
      where kind = 'social' and (debit_id <> ${HOUSE_ACCOUNTS.bonuses} or reference <> credit_id::text)`,
  },
  ...KEPT_RULES,
  ...CORRECTION_RULES,
  ...REVERSAL_RULES,
  {
    name: 'an account has the value of everything won, and its most expensive item',
    broken: `select accounts.id, accounts.won, accounts.best_id, accounts.best_price from accounts
      left join items on items.player_id = accounts.id and items.source in (${WINNINGS})
      where accounts.balance is not null group by accounts.id
      having accounts.won <> coalesce(sum(items.price), 0) or accounts.best_price <> coalesce(max(items.price), 0)
        or (accounts.best_id is not null or accounts.best_price > 0)
          and count(*) filter (where items.id = accounts.best_id and items.price = accounts.best_price) <> 1`,
  },
  {
    name: 'an account counts its owned items, and their value',
    broken: `select accounts.id, accounts.items, accounts.worth from accounts
      left join items on items.player_id = accounts.id and items.state = 'owned'
      where accounts.balance is not null group by accounts.id
      having accounts.items <> count(items.id) or accounts.worth <> coalesce(sum(items.price), 0)`,
  },
  {
    name: 'an item is being withdrawn if and only if one withdrawal of its player is in progress',
    broken: `select items.id, items.state, under_way.count from items
      full join (select item_id, player_id, count(*) as count from withdrawals where state in (${UNDER_WAY})
        group by item_id, player_id) under_way on under_way.item_id = items.id and under_way.player_id = items.player_id
      where items.id is null or (items.state = 'withdrawing')::int <> coalesce(under_way.count, 0)`,
  },
  {
    name: 'an item was withdrawn or replaced if and only if one withdrawal of its player ended so',
    broken: `select items.id, items.state, ended.state as withdrawal from items
      full join (select item_id, player_id, max(state) as state, count(*) as count from withdrawals
        where state in ('done', 'replaced') group by item_id, player_id) ended
        on ended.item_id = items.id and ended.player_id = items.player_id
      where items.id is null or ended.count > 1 or coalesce(ended.state, '') <>
        case items.state when 'withdrawn' then 'done' when 'replaced' then 'replaced' else '' end`,
  },
  {
    name: 'what replaced an item is worth what it was, with the rest',
    broken: `select withdrawals.id, items.price, given.worth, transfers.amount as rest from withdrawals
      join items on items.id = withdrawals.item_id
      left join item_ends on item_ends.item_id = items.id
      left join (select reference, player_id, sum(price) as worth from items where source = 'replacement'
        group by reference, player_id) given
        on given.reference = withdrawals.id::text and given.player_id = withdrawals.player_id
      left join transfers on transfers.kind = 'replacement' and transfers.reference = withdrawals.id::text
        and transfers.credit_id = withdrawals.player_id and transfers.debit_id = ${HOUSE_ACCOUNTS.items}
      where withdrawals.state = 'replaced'
        and (given.worth is null or coalesce(item_ends.value, items.price) <> given.worth + coalesce(transfers.amount, 0))`,
  },
  {
    name: 'every replacement and every rest belongs to a withdrawal whose item was replaced',
    broken: `select given.id, given.reference from (
        select id, reference, player_id from items where source = 'replacement'
        union all select id, reference, credit_id from transfers where kind = 'replacement') given
      left join withdrawals on withdrawals.id::text = given.reference and withdrawals.player_id = given.player_id
        and withdrawals.state = 'replaced'
      where withdrawals.id is null`,
  },
  {
    name: 'a withdrawal holds the difference that its player paid to the house for it, less what went back',
    broken: `select withdrawals.id, withdrawals.difference, moved.reference, moved.amount from withdrawals
      full join (select reference, case kind when 'difference' then debit_id else credit_id end as player_id,
          sum(case kind when 'difference' then amount else -amount end) as amount,
          bool_and(case kind when 'difference' then credit_id else debit_id end = ${HOUSE_ACCOUNTS.items}
            and coalesce(locked, 0) + coalesce(unlocked, 0) = 0) as is_free
        from transfers where kind in ('difference', 'difference-back') group by 1, 2) moved
        on moved.reference = withdrawals.id::text and moved.player_id = withdrawals.player_id
      where withdrawals.id is null or withdrawals.difference <> coalesce(moved.amount, 0) or not coalesce(moved.is_free, true)`,
  },
  {
    name: 'no difference is kept where the site ended or stopped the purchase',
    broken: `select id, state, reason, difference from withdrawals where difference <> 0
      and (state in ('refused', 'unavailable', 'replaced', 'returned') or (state = 'declined' and reason = 'operator'))`,
  },
  {
    name: 'a withdrawal is in the state of its last step',
    broken: `select withdrawals.id, withdrawals.state, last.state as step from withdrawals
      left join (select distinct on (withdrawal_id) withdrawal_id, state from withdrawal_steps
        order by withdrawal_id, id desc) last on last.withdrawal_id = withdrawals.id
      where last.state is distinct from withdrawals.state`,
  },
  {
    name: 'a withdrawal that a person had to check was sent after their approval only',
    broken: `select bought.withdrawal_id, bought.id as step, max(before.id) as review from withdrawal_steps bought
      join withdrawal_steps before on before.withdrawal_id = bought.withdrawal_id and before.id < bought.id
      where bought.state = 'buying' and before.state in ('review', 'approved')
      group by bought.withdrawal_id, bought.id
      having max(before.id) filter (where before.state = 'review') > coalesce(max(before.id) filter
        (where before.state = 'approved'), 0)`,
  },
  {
    // A payment's time is taken a moment before it is stored.
    name: 'no withdrawal was sent while a deposit held it',
    broken: `select withdrawals.id, steps.at, orders.id as deposit, orders.held_until from withdrawal_steps steps
      join withdrawals on withdrawals.id = steps.withdrawal_id
      join orders on orders.player_id = withdrawals.player_id
      where steps.state = 'buying' and orders.state = 'paid' and orders.held_until > steps.at
        and orders.paid_at < steps.at - interval '1 minute'`,
  },
  ...GIFT_RULES,
  ...REFERRAL_RULES,
]

export interface LedgerReport {
  readonly rules: number
  readonly transfers: number
  /** The first difference found; undefined when the ledger is right. */
  readonly difference: { readonly rule: string; readonly row: Readonly<Record<string, unknown>> } | undefined
}

async function rowsOf(tx: Queries, text: string): Promise<Record<string, unknown>[]> {
  const rows = await queryRows<Record<string, unknown>>(tx, sql.raw(text))
  return rows
}

/**
 * Checks every rule and stops at the first that is broken.
 *
 * @param onRule called before each rule with how many are done, and how many there are
 */
export function checkLedger(db: Database, onRule?: (done: number, all: number) => void): Promise<LedgerReport> {
  return db.transaction(async (tx) => {
    // Whole tables are joined, and hashing them is linear. Without fresh statistics PostgreSQL would use nested loops, and be
    // cancelled by the time limit of a player's call.
    await tx.execute('set local enable_nestloop = off')
    // A plan that has to loop anyway has such a high cost that compiling it would take longer than everything else.
    await tx.execute('set local jit = off')
    await tx.execute('set local statement_timeout = 0')
    const [count] = await rowsOf(tx, 'select count(*) as transfers from transfers')
    const transfers = Number(count?.transfers ?? 0)
    for (const [place, rule] of RULES.entries()) {
      onRule?.(place, RULES.length)
      const [row] = await rowsOf(tx, `${rule.broken} limit 1`)
      if (row !== undefined) return { rules: RULES.length, transfers, difference: { rule: rule.name, row } }
    }
    return { rules: RULES.length, transfers, difference: undefined }
  }, 'long')
}
