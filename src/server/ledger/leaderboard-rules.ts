// Ledger rules of leaderboards: each prize was paid once, out of its winner's own margin, and what was counted are rolls of the player.
// References are a period, its first day and a place, `week.2026-11-23.1`.
import { RAFFLE_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const LEADERBOARD_RULES: readonly Rule[] = [
  {
    name: 'a prize of a leaderboard was paid once from the bonuses account to its player, in its amount',
    broken: `select won.period, won.day, won.place, won.paid, given.id as transfer, given.amount
      from (select * from leader_prizes where paid > 0) won
      full join (select * from transfers where kind = 'leaderboard') given
        on given.reference = won.period || '.' || won.day || '.' || won.place
      where won.place is null or given.id is null or given.amount <> won.paid or given.credit_id <> won.player_id
        or given.debit_id <> ${HOUSE_ACCOUNTS.bonuses} or given.locked <> 0`,
  },
  {
    name: 'a prize of a leaderboard is within the share of the margin that its winner made in the period, which is settled',
    broken: `select leader_prizes.period, leader_prizes.day, leader_prizes.place, paid, margin from leader_prizes
      left join leader_periods on leader_periods.period = leader_prizes.period and leader_periods.day = leader_prizes.day
      where paid * 100000000::numeric > ${RAFFLE_PERCENT_MOST} * margin or leader_periods.day is null`,
  },
  {
    name: 'reversals took back no more prizes of leaderboards than a player was paid',
    broken: `select orders.player_id, sum(leader_prizes) as back, max(won.paid) as paid from order_reversals
      join orders on orders.id = order_reversals.order_id
      left join (select player_id, sum(paid) as paid from leader_prizes group by player_id) won
        on won.player_id = orders.player_id
      group by orders.player_id
      having min(leader_prizes) < 0 or sum(leader_prizes) > coalesce(max(won.paid), 0)`,
  },
  {
    name: 'the leaderboards count no more margin of a player than their rolls and battles made',
    broken: `select counted.player_id, counted.margin, made.margin as made
      from (select player_id, sum(margin) as margin from leader_days group by player_id) counted
      left join (select player_id, sum(margin) as margin from (select player_id, margin from rolls
        union all select player_id, margin from battle_stakes) of_games group by player_id) made using (player_id)
      where counted.margin > coalesce(made.margin, 0)`,
  },
  {
    name: 'the best result of a day is a roll of its player, paid with their own money',
    broken: `select leader_days.day, leader_days.player_id, leader_days.best_id from leader_days
      left join rolls on rolls.id = leader_days.best_id and rolls.player_id = leader_days.player_id
      where best_id is not null and (rolls.id is null or rolls.cash <> best_stake)`,
  },
]
