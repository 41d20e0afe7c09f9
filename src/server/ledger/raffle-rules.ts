// Ledger rules of raffles.
import type { Rule } from './rule.ts'

/** The text that is hashed when a raffle is frozen (game/raffle.ts). */
const LIST = `'{"raffle":"' || raffles.id || '","number":' || raffles.number || ',"players":[' ||
  coalesce(string_agg(raffle_entries.public_number::text, ',' order by raffle_entries.public_number), '') || ']}'`

const hashOf = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

export const RAFFLE_RULES: readonly Rule[] = [
  {
    name: 'every drawn raffle gave exactly its prize, to a player who had joined it',
    broken: `select raffles.id, raffles.winner_id, raffles.won_id from raffles
      left join items on items.id = raffles.won_id and items.source = 'raffle' and items.reference = raffles.id::text
        and items.player_id = raffles.winner_id and items.item_id = raffles.item_id and items.price = raffles.price
        and items.roll_id is null
      left join raffle_entries on raffle_entries.raffle_id = raffles.id and raffle_entries.player_id = raffles.winner_id
      where raffles.state = 'drawn' and (items.id is null or raffle_entries.player_id is null)`,
  },
  {
    name: 'every item of a raffle is the prize of one that was drawn',
    broken: `select items.id, items.reference from items
      left join raffles on raffles.won_id = items.id and raffles.id::text = items.reference and raffles.state = 'drawn'
      where items.source = 'raffle' and raffles.id is null`,
  },
  {
    name: 'a closed raffle holds the entries that were frozen, and gave its prize back where there were none',
    broken: `select raffles.id, raffles.state, raffles.entries from raffles
      left join raffle_entries on raffle_entries.raffle_id = raffles.id
      group by raffles.id having case when raffles.state = 'open' then num_nonnulls(raffles.entries, raffles.entries_hash) > 0
        else raffles.entries is distinct from count(raffle_entries.player_id)
          or raffles.entries_hash is distinct from ${hashOf(LIST)}
          or (raffles.state = 'returned') <> (raffles.entries = 0) end
        or raffles.state <> 'drawn' and num_nonnulls(raffles.roll, raffles.winner_id, raffles.won_id) > 0`,
  },
  {
    name: 'the winner of a raffle is at the place that was rolled',
    broken: `select raffles.id, raffles.roll, raffles.winner_id from raffles
      left join (select raffle_id, player_id, row_number() over (partition by raffle_id order by public_number) as place
        from raffle_entries) list on list.raffle_id = raffles.id and list.player_id = raffles.winner_id
      where raffles.state = 'drawn' and raffles.roll is distinct from list.place`,
  },
  {
    name: 'a raffle was drawn from the seed that it had committed to, or from a round of the beacon',
    broken: `select id, source from raffles where case source
      when 'seed' then commit is distinct from ${hashOf('server_seed')}
      else round is null or state = 'drawn' and signature is null end`,
  },
]
