// Ledger rules of corrections: each moved what it says, between its player and the account of corrections, and nothing else moved that account.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

const { corrections } = HOUSE_ACCOUNTS

export const CORRECTION_RULES: readonly Rule[] = [
  {
    name: 'a correction moved what it says, once, between its player and the account of corrections',
    broken: `select balance_corrections.id, balance_corrections.player_id, balance_corrections.amount, moved.reference, moved.amount as moved
      from balance_corrections full join (select reference, count(*) as count,
          sum(case kind when 'correction-up' then amount else -amount end) as amount,
          max(case kind when 'correction-up' then credit_id else debit_id end) as player_id,
          bool_and(case kind when 'correction-up' then debit_id else credit_id end = ${corrections}) as is_house,
          bool_and(kind = 'correction-down' or locked = 0) as is_free
        from transfers where kind in ('correction-up', 'correction-down') group by reference) moved
        on moved.reference = balance_corrections.id::text
      where balance_corrections.id is null or moved.reference is null or moved.count <> 1 or moved.amount <> balance_corrections.amount
        or moved.player_id <> balance_corrections.player_id or not moved.is_house or not moved.is_free`,
  },
  {
    name: 'the account of corrections moves by corrections alone',
    broken: `select id, kind, debit_id, credit_id, amount from transfers
      where ${corrections} in (debit_id, credit_id) and kind not in ('correction-up', 'correction-down')`,
  },
]
