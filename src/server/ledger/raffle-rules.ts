// Ledger rules of raffles. Those who paid a share are in the draw; in raffles that are older than the rule everyone is, with a share of 0.
import { RAFFLE_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import type { Rule } from './rule.ts'

/** The text that is hashed when a raffle is frozen (game/rewards/raffle.ts). */
const LIST = `'{"raffle":"' || raffles.id || '","number":' || raffles.number || ',"players":[' ||
  coalesce(string_agg(raffle_entries.public_number::text, ',' order by raffle_entries.public_number)
    filter (where raffle_entries.share is not null), '') || ']}'`

const hashOf = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

export const RAFFLE_RULES: readonly Rule[] = [
  {
    name: 'every drawn raffle gave exactly its prize, to a player in its draw',
    broken: `select raffles.id, raffles.winner_id, raffles.won_id from raffles
      left join items on items.id = raffles.won_id and items.source = 'raffle' and items.reference = raffles.id::text
        and items.player_id = raffles.winner_id and items.item_id = raffles.item_id and items.price = raffles.price
        and items.roll_id is null
      left join raffle_entries on raffle_entries.raffle_id = raffles.id and raffle_entries.player_id = raffles.winner_id
      where raffles.state = 'drawn' and (items.id is null or raffle_entries.share is null)`,
  },
  {
    name: 'every item of a raffle is the prize of one that was drawn',
    broken: `select items.id, items.reference from items
      left join raffles on raffles.won_id = items.id and raffles.id::text = items.reference and raffles.state = 'drawn'
      where items.source = 'raffle' and raffles.id is null`,
  },
  {
    name: 'a closed raffle holds the entries that were frozen, and kept its prize where there were none',
    broken: `select raffles.id, raffles.state, raffles.entries, raffles.joined from raffles
      left join raffle_entries on raffle_entries.raffle_id = raffles.id
      group by raffles.id having case when raffles.state = 'open' then num_nonnulls(raffles.entries, raffles.entries_hash) > 0
          or count(raffle_entries.share) > 0
        else raffles.entries is distinct from count(raffle_entries.share)
          or raffles.joined is distinct from count(raffle_entries.player_id)
          or raffles.entries_hash is distinct from ${hashOf(LIST)}
          or (raffles.state = 'returned') <> (raffles.entries = 0) end
        or raffles.state <> 'drawn' and num_nonnulls(raffles.roll, raffles.winner_id, raffles.won_id) > 0`,
  },
  {
    name: 'the winner of a raffle is at the place that was rolled',
    broken: `select raffles.id, raffles.roll, raffles.winner_id from raffles
      left join (select raffle_id, player_id, row_number() over (partition by raffle_id order by public_number) as place
        from raffle_entries where share is not null) list on list.raffle_id = raffles.id and list.player_id = raffles.winner_id
      where raffles.state = 'drawn' and raffles.roll is distinct from list.place`,
  },
  {
    name: 'those in the draw of a raffle paid its prize in equal shares, and who could have paid one is in it',
    broken: `select raffles.id, raffles.cost, raffles.price, paid.shares, paid.players from raffles
      join (select raffle_id, count(share) as players, min(share) as least, max(share) as most, sum(share) as shares,
          count(*) filter (where available is null or share > available) as short,
          max(available) filter (where share is null) as left_out
        from raffle_entries group by raffle_id) paid on paid.raffle_id = raffles.id
      where raffles.cost is not null and (raffles.cost < raffles.price or paid.short > 0
        or (paid.players > 0 and (paid.least <> paid.most
          or paid.most <> (raffles.cost + paid.players - 1) / paid.players or paid.left_out >= paid.least)))`,
  },
  {
    name: 'what raffles took of a player is the sum of their shares, and of their prizes of leaderboards that did not go back',
    broken: `select accounts.id, accounts.raffled, coalesce(sum(taken.amount), 0) as shares from accounts
      left join (select player_id, share as amount from raffle_entries
        union all select player_id, paid from leader_prizes
        union all select orders.player_id, -leader_prizes from order_reversals
          join orders on orders.id = order_reversals.order_id) taken on taken.player_id = accounts.id
      where accounts.balance is not null group by accounts.id
      having accounts.raffled <> coalesce(sum(taken.amount), 0)`,
  },
  {
    name: 'raffles took no more of a player than their share of the margin that they made',
    broken: `select accounts.id, accounts.raffled, accounts.margin from accounts
      left join (select player_id, sum(voided_margin) as margin from orders group by player_id) voided
        on voided.player_id = accounts.id
      where accounts.raffled * 100000000::numeric > ${RAFFLE_PERCENT_MOST} * (accounts.margin + coalesce(voided.margin, 0))`,
  },
  {
    name: 'a raffle was drawn from the seed that it had committed to, or from a round of the beacon',
    broken: `select id, source from raffles where case source
      when 'seed' then commit is distinct from ${hashOf('server_seed')}
      else round is null or state = 'drawn' and signature is null end`,
  },
]
