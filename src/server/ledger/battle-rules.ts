// Ledger rules of battles: what their accounts hold, what seats cost, and that what was drawn, shared and paid is the same sum.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

/** States in which the account of a battle holds its stakes. */
const RUNNING = `('open', 'locked', 'drawn')`
/** States with a lock, and with a result. */
const LOCKED = `('locked', 'drawn', 'settled')`
const DRAWN = `('drawn', 'settled')`

const hashOf = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** What a part of a price costs, rounded up, as `partOfPrice` (game/battles/battle.ts) computes it. */
const partOf = (percent: string): string => `(battles.price * ${percent} + 99) / 100`

/** The locked part of what a seat wins, as `lockedOfWin` (game/rewards/gifts.ts) computes it. */
const lockedOf = (won: string): string =>
  `(${won} * seats.locked + seats.paid + seats.funded - 1) / (seats.paid + seats.funded)`

/** The text that a lock hashes (game/battles/lock.ts), from the rows that it binds. */
const LOCK_TEXT = `'{"battle":"' || battles.id || '","format":"' || battles.format || '","mode":"' || battles.mode
    || '","crazy":' || battles.crazy || ',"rounds":[' || rounds.text || '],"seats":[' || seats.text || '],"source":"'
    || case battles.source when 'drand' then 'drand","chain":"' || battles.chain || '","round":' || locks.round
      else 'seed","commit":"' || battles.commit || '"' end || '}'`

const MONEY_RULES: readonly Rule[] = [
  {
    name: 'the account of a battle holds what its seats paid while it runs, and nothing afterwards',
    broken: `select battles.id, battles.state, held.amount as held, seats.amount as seats, battles.fund_held from battles
      left join (select account_id, sum(amount) as amount from entries where account_id < 0 group by account_id) held
        on held.account_id = -battles.number
      left join (select battle_id, sum(paid + funded + house) as amount from battle_seats group by battle_id) seats
        on seats.battle_id = battles.id
      where coalesce(held.amount, 0) <> case when battles.state in ${RUNNING}
        then coalesce(seats.amount, 0) + battles.fund_held else 0 end`,
  },
  {
    name: 'every account below zero is that of a battle, and every battle has one',
    broken: `select accounts.id, battles.id as battle from (select id, name from accounts where id < 0) accounts
      full join battles on accounts.id = -battles.number and accounts.name = 'battle:' || battles.number
      where accounts.id is null or battles.id is null`,
  },
  {
    name: 'money of battles moves between their accounts, those who pay and the house, and names the battle',
    broken: `select transfers.id, kind, debit_id, credit_id, reference from transfers
      left join battles on battles.id::text = transfers.reference
      where (kind in ('battle', 'battle-fund', 'battle-back', 'battle-won', 'battle-house', 'battle-house-back', 'battle-pot')
          or debit_id < 0 or credit_id < 0)
        and case kind
          when 'battle' then debit_id >= 1000 and credit_id = -battles.number
          when 'battle-fund' then debit_id = battles.creator_id and credit_id = -battles.number
          when 'battle-back' then debit_id = -battles.number and credit_id >= 1000
          when 'battle-won' then debit_id = ${HOUSE_ACCOUNTS.battle} and credit_id >= 1000
          when 'battle-house' then debit_id = ${HOUSE_ACCOUNTS.battle} and credit_id = -battles.number
          when 'battle-house-back' then debit_id = -battles.number and credit_id = ${HOUSE_ACCOUNTS.battle}
          when 'battle-pot' then debit_id = -battles.number and credit_id = ${HOUSE_ACCOUNTS.battle}
        end is distinct from true`,
  },
  {
    name: 'a seat cost the price of its battle, in the parts of its player, its creator and the house',
    broken: `select battle_seats.id, battles.price, battle_seats.percent, paid, funded, house from battle_seats
      join battles on battles.id = battle_seats.battle_id
      where case when battle_seats.player_id is null then house <> battles.price
        else funded <> case when battle_seats.player_id = battles.creator_id then 0
            else ${partOf('least(battles.fund, battle_seats.percent)')} end
          or paid + funded <> ${partOf('battle_seats.percent')} or house <> battles.price - paid - funded end`,
  },
  {
    name: 'players paid for their seats and for those of others, and got back what was not used',
    broken: `select coalesce(due.battle_id, moved.battle_id) as battle, coalesce(due.player_id, moved.player_id) as player_id,
        due.amount as due, moved.amount as paid, due.locked as due_locked, moved.locked from (
        select battle_id, player_id, sum(amount) as amount, sum(locked) as locked from (
          select battles.id as battle_id, battle_seats.player_id, paid as amount, locked from battle_seats
            join battles on battles.id = battle_id where battle_seats.player_id is not null and battles.state not in ('cancelled', 'expired')
          union all select battles.id, creator_id, fund_held, 0 from battles
          union all select battles.id, creator_id, funded, 0 from battle_seats
            join battles on battles.id = battle_id where battles.state not in ('cancelled', 'expired')) parts
        group by 1, 2) due
      full join (select reference::uuid as battle_id, greatest(debit_id, credit_id) as player_id,
          sum(case when debit_id > 0 then amount else -amount end) as amount,
          sum(case when debit_id > 0 then coalesce(locked, 0) else -coalesce(locked, 0) end) as locked
        from transfers where kind in ('battle', 'battle-fund', 'battle-back') group by 1, 2) moved
        on moved.battle_id = due.battle_id and moved.player_id = due.player_id
      where coalesce(due.amount, 0) <> coalesce(moved.amount, 0) or coalesce(due.locked, 0) <> coalesce(moved.locked, 0)`,
  },
]

const DRAW_RULES: readonly Rule[] = [
  {
    name: 'a battle counts the seats that are taken, and its price is that of its cases',
    broken: `select battles.id, battles.filled, seats.count, battles.price, rounds.price as rounds from battles
      left join (select battle_id, count(*) as count, max(slot) as last from battle_seats group by battle_id) seats
        on seats.battle_id = battles.id
      left join (select battle_id, sum(price) as price, count(*) as count, max(round) as last from battle_rounds group by battle_id)
        rounds on rounds.battle_id = battles.id
      where battles.filled is distinct from seats.count or seats.last > battles.seats
        or battles.price is distinct from rounds.price
          and (rounds.count > 0 or battles.locked_at is not null or battles.state not in ('cancelled', 'expired'))
        or rounds.count <> rounds.last`,
  },
  {
    name: 'the last lock of a battle binds its rounds, seats and source, and was sent before a beacon drew it',
    broken: `select battles.id, locks.sequence, locks.hash from battles
      left join (select distinct on (battle_id) * from battle_locks order by battle_id, sequence desc) locks
        on locks.battle_id = battles.id
      left join (select battle_id, string_agg('{"odds":"' || odds_hash || '","price":' || price || '}', ',' order by round) as text
        from battle_rounds group by battle_id) rounds on rounds.battle_id = battles.id
      left join (select battle_id, string_agg('{"id":"' || id || '","seed":"' || seed || '","percent":' || percent || '}', ','
          order by slot) as text from battle_seats group by battle_id) seats on seats.battle_id = battles.id
      where (battles.state in ${LOCKED} or battles.ended_by is not distinct from 'source' and battles.locked_at is not null)
          <> (locks.battle_id is not null)
        or locks.text is distinct from case when locks.battle_id is not null then ${LOCK_TEXT} end
        or locks.hash is distinct from ${hashOf('locks.text')} or locks.round is distinct from battles.round
        or battles.source = 'drand' and battles.state in ${DRAWN} and locks.sent_at is null`,
  },
  {
    name: 'a battle was drawn from the seed that it had committed to, or from a round of the beacon',
    broken: `select id, source from battles where case source
      when 'seed' then commit is distinct from ${hashOf('server_seed')}
      else state in ${DRAWN} and (round is null or signature is null) end`,
  },
  {
    name: 'a drawn battle has a drop for each seat in each round, which its roll wins in the odds of the round',
    broken: `select battles.id, battles.state, drops.count, rounds.count as rounds from battles
      left join (select battle_id, count(*) as count from battle_rounds group by battle_id) rounds on rounds.battle_id = battles.id
      left join (select battle_drops.battle_id, count(*) as count, count(lines.hash) as won from battle_drops
        left join battle_rounds on battle_rounds.battle_id = battle_drops.battle_id and battle_rounds.round = battle_drops.round
        left join (select hash, entry->>'item' as item, (entry->>'price')::bigint as price, (entry->>'tickets')::bigint as tickets,
            sum((entry->>'tickets')::bigint) over (partition by hash order by place) as last
          from odds_tables, json_array_elements(text::json->'entries') with ordinality as listed (entry, place)
          where hash in (select odds_hash from battle_rounds)) lines
          on lines.hash = battle_rounds.odds_hash and battle_drops.roll between lines.last - lines.tickets + 1 and lines.last
            and lines.item = battle_drops.item_id and lines.price = battle_drops.price
        group by battle_drops.battle_id) drops on drops.battle_id = battles.id
      where coalesce(drops.count, 0) <> case when battles.state in ${DRAWN} then battles.seats * rounds.count else 0 end
        or drops.won <> drops.count`,
  },
  {
    name: 'the shares of a battle add up to everything that was drawn, and only winners have one',
    broken: `select battles.id, battles.pot, drops.worth, shared.amount from battles
      left join (select battle_id, sum(price) as worth from battle_drops group by battle_id) drops on drops.battle_id = battles.id
      left join (select battles.id, sum(share) as amount, count(*) as count,
          count(*) filter (where share > 0 and place <> all (battles.winners)) as lost
        from battles, unnest(battles.shares) with ordinality as listed (share, place) group by battles.id) shared
        on shared.id = battles.id
      where battles.pot is distinct from drops.worth or battles.pot is distinct from shared.amount
        or shared.count <> battles.seats or shared.lost > 0 or cardinality(battles.winners) = 0`,
  },
]

const PAYOUT_RULES: readonly Rule[] = [
  {
    name: 'a settled battle paid each winning seat its share, and no other seat',
    broken: `select coalesce(due.id, battle_payouts.battle_id) as battle, coalesce(due.slot, battle_payouts.slot) as slot,
        due.share, battle_payouts.share as paid, battle_payouts.amount from (
        select battles.id, won.slot, battles.shares[won.slot] as share, seats.player_id, seats.percent
        from battles cross join unnest(battles.winners) as won (slot)
        join battle_seats seats on seats.battle_id = battles.id and seats.slot = won.slot where battles.state = 'settled') due
      full join battle_payouts on battle_payouts.battle_id = due.id and battle_payouts.slot = due.slot
      where due.share is distinct from battle_payouts.share or due.player_id is distinct from battle_payouts.player_id
        or battle_payouts.amount <> case when due.player_id is null then 0 else due.share * due.percent / 100 end`,
  },
  {
    name: 'items are the payout of the one winner of a battle who paid the whole seat',
    broken: `select battle_payouts.battle_id, battle_payouts.slot, form from battle_payouts
      join battles on battles.id = battle_payouts.battle_id
      join battle_seats seats on seats.battle_id = battle_payouts.battle_id and seats.slot = battle_payouts.slot
      where (form = 'items') <> (cardinality(battles.winners) = 1 and seats.percent = 100 and seats.player_id is not null)`,
  },
  {
    name: 'what a battle paid in money is the sum of the payouts in that form',
    broken: `select coalesce(due.battle_id::text, paid.reference) as battle, due.amount, paid.amount as paid from (
        select battle_id, player_id, sum(amount) as amount from battle_payouts where form = 'money' group by 1, 2) due
      full join (select reference, credit_id, sum(amount) as amount from transfers where kind = 'battle-won' group by 1, 2) paid
        on paid.reference = due.battle_id::text and paid.credit_id = due.player_id
      where due.amount is distinct from paid.amount`,
  },
  {
    name: 'a player who won all of a battle got exactly the items that were drawn',
    broken: `select coalesce(due.battle_id::text, given.reference) as battle, due.item_id, given.item_id as given from (
        select battle_drops.battle_id, battle_payouts.player_id, item_id, price, count(*) as count from battle_payouts
        join battle_drops on battle_drops.battle_id = battle_payouts.battle_id
        where form = 'items' group by 1, 2, 3, 4) due
      full join (select reference, player_id, item_id, price, count(*) as count from items where source = 'battle'
        group by 1, 2, 3, 4) given
        on given.reference = due.battle_id::text and given.player_id = due.player_id and given.item_id = due.item_id
          and given.price = due.price
      where due.count is distinct from given.count`,
  },
  {
    name: 'what a battle won is locked as its seat was',
    broken: `select seats.id, won.amount, won.locked from battle_seats seats
      join (select reference, player_id, price as amount, locked from items where source = 'battle'
        union all select reference, credit_id, amount, locked from transfers where kind = 'battle-won') won
        on won.reference = seats.battle_id::text and won.player_id = seats.player_id
      where won.locked is distinct from ${lockedOf('won.amount')}`,
  },
  {
    name: 'the stakes of a settled battle are those of its players, and made no more margin than its odds',
    broken: `select coalesce(due.battle_id, battle_stakes.battle_id) as battle, due.paid, battle_stakes.stake from (
        select battle_seats.*, battles.margin_rate from battle_seats join battles on battles.id = battle_seats.battle_id
        where battles.state = 'settled' and battle_seats.player_id is not null) due
      full join battle_stakes on battle_stakes.battle_id = due.battle_id and battle_stakes.slot = due.slot
      where due.paid is distinct from battle_stakes.stake or due.player_id is distinct from battle_stakes.player_id
        or battle_stakes.cash <> due.paid - due.locked or battle_stakes.margin > battle_stakes.cash * due.margin_rate
        or battle_stakes.is_paired and battle_stakes.margin > 0`,
  },
]

export const BATTLE_RULES: readonly Rule[] = [...MONEY_RULES, ...DRAW_RULES, ...PAYOUT_RULES]
