// Ledger rules of missions.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const MISSION_RULES: readonly Rule[] = [
  {
    name: 'every mission that was claimed gave one reward, money or its item',
    broken: `select mission_claims.player_id, mission, period, transfers.amount, items.id as item from mission_claims
      left join transfers on transfers.kind = 'mission' and transfers.credit_id = mission_claims.player_id
        and transfers.reference = mission_claims.player_id || ':' || mission || ':' || period
      left join items on items.id = won_id and items.player_id = mission_claims.player_id and items.source = 'missions'
        and items.reference = mission_claims.player_id || ':' || mission || ':' || period
      where (transfers.id is null) = (items.id is null) or (won_id is null) <> (items.id is null)`,
  },
  {
    name: 'every reward of a mission comes from the bonuses and belongs to a claim',
    broken: `select given.id, given.reference from (
        select id, reference, credit_id as player_id, null::uuid as won_id, debit_id from transfers where kind = 'mission'
        union all select id, reference, player_id, id, ${HOUSE_ACCOUNTS.bonuses} from items where source = 'missions') given
      left join mission_claims on mission_claims.player_id = given.player_id
        and given.reference = mission_claims.player_id || ':' || mission || ':' || period
        and mission_claims.won_id is not distinct from given.won_id
      where mission_claims.period is null or given.debit_id <> ${HOUSE_ACCOUNTS.bonuses}`,
  },
  {
    name: 'what a mission opened has the roll of a free case, and its id',
    broken: `select items.id, items.roll_id from items left join rolls on rolls.id = items.roll_id
        and rolls.id = items.id and rolls.player_id = items.player_id and rolls.game = 'free_case'
      where items.source = 'missions' and items.roll_id is not null and rolls.id is null`,
  },
]
