// A site after a long time: the requested number of drops, written by the database itself, with a correct ledger.
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { supplyClientSeed } from '../../support/players/client-seed.ts'
import type { TestSite } from '../../support/sites/site.ts'

export interface Growth {
  /** The number of opened cases in all, one at a time. */
  readonly drops: number
  /** One in this many belongs to the player, the rest to others. */
  readonly everyNth: number
}

const OTHERS = 99
const CASE = { url: 'first-step', price: 50 }
/** The time of the first drop: one hour for each 3,600,000 drops before now. */
const FIRST_MS = 1_700_000_000_000

const STATEMENTS_OF_A_DROP = [
  `insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash, at)
    select id, player_id, 'case', seed_id, nonce, 1000000, 1 + n * 7919 % 1000000, odds_hash, at from grown`,
  `insert into items (id, player_id, item_id, price, state, source, reference, roll_id, at)
    select id, player_id, item_id, price, 'owned', 'case', '${CASE.url}', id, at from grown`,
  `insert into transfers (id, kind, debit_id, credit_id, amount, reference, at)
    select id, 'open', player_id, ${HOUSE_ACCOUNTS.case}, ${CASE.price}, '${CASE.url}', at from grown`,
]

/** Fills an empty site that has only the given player. The rows are valid: the ledger check accepts them. */
export async function fillWithDrops(site: TestSite, playerId: number, { drops, everyNth }: Growth): Promise<void> {
  for (let place = 0; place < OTHERS; place++) {
    const profile = { steamid: `1000000000000${place}`, name: `Other ${place}`, avatar: '/x.svg', level: null }
    await supplyClientSeed(site.services, await site.services.players.upsertPlayer(profile, null))
  }
  const oddsHash = site.catalogue.current.odds.get(CASE.url)?.hash
  const others = `(n - n / ${everyNth} - 1)`
  const isPlayers = `n % ${everyNth} = 0`
  await site.db.asOwner(
    [
      `create table grown as
        select n, players.id as player_id, seeds.id as seed_id, catalogue.id as item_id, '${oddsHash}' as odds_hash,
          case when ${isPlayers} then n / ${everyNth} else ${others} / ${OTHERS} + 1 end as nonce,
          case when n % 500 = 1 then 2000 + n % 900 else 3 + n % 700 end as price,
          (lpad(to_hex(${FIRST_MS} + n), 12, '0') || '70008000000000000000')::uuid as id,
          to_timestamp(${FIRST_MS / 1000} + n * 0.001) as at
        from generate_series(1::bigint, ${drops}) n
        join (select id, row_number() over (order by id) - 1 as place from players where id <> ${playerId}) other
          on other.place = case when ${isPlayers} then 0 else ${others} % ${OTHERS} end
        join players on players.id = case when ${isPlayers} then ${playerId} else other.id end
        join seeds on seeds.player_id = players.id and seeds.state = 'active'
        join (select id, row_number() over (order by id) - 1 as place from catalogue_items) catalogue
          on catalogue.place = n * 31 % (select count(*) from catalogue_items)
        order by n`,
      `insert into transfers (id, kind, debit_id, credit_id, amount, reference, at)
        select gen_random_uuid(), 'grant', ${HOUSE_ACCOUNTS.sandbox}, player_id, count(*) * ${CASE.price}, 'grown', min(at)
        from grown group by player_id`,
      ...STATEMENTS_OF_A_DROP,
      `update seeds set nonce = 1 + count from (select seed_id, count(*) from grown group by seed_id) used where seeds.id = seed_id`,
      `update accounts set spent = ${CASE.price} * count, cases = count, won = sum, worth = sum, items = count,
          best_price = top, best_id = (items_by_price)[1]
        from (select player_id, count(*), sum(price), max(price) as top, array_agg(id order by price desc) as items_by_price
          from grown group by player_id) total
        where accounts.id = player_id`,
      'drop table grown',
    ].join(';'),
  )
  await site.db.asOwner('vacuum analyze')
}
