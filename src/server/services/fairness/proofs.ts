// Proofs of rolls: everything that a roll was made of, public.

import type { GameName } from '../../../game/base/games.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { ClientSeedSource, RollProof } from '../../../protocol/fairness.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { Database } from '../../db/database.ts'
import { joinPrizes, PRIZE_PRICE } from './money-prizes.ts'

const PROOF = {
  name: 'roll-proof',
  text: `
select rolls.id, rolls.game, rolls.nonce, rolls.n, rolls.roll, rolls.odds_hash,
  extract(epoch from rolls.at) * 1000 as created_at, players.id as player_id,
  case when players.hidden then null else players.username end as username,
  seeds.commit, seeds.client_seed, seeds.client_seed_source, case when seeds.state = 'revealed' then seeds.server_seed end as server_seed,
  odds_tables.text as odds, ${PRIZE_PRICE} as price,
  catalogue_items.view as item, catalogue_cases.view as box
from rolls
join players on players.id = rolls.player_id
join seeds on seeds.id = rolls.seed_id
join odds_tables on odds_tables.hash = rolls.odds_hash
${joinPrizes('rolls.id')}
left join catalogue_items on catalogue_items.id = items.item_id
left join catalogue_cases on rolls.game in ('case', 'free_case') and catalogue_cases.url = odds_tables.reference
where rolls.id = $1`,
}

interface ProofRow {
  id: string
  game: GameName
  nonce: number
  n: number
  roll: number
  odds_hash: string
  created_at: string | number
  player_id: number
  /** Null for a player who hides. */
  username: string | null
  commit: string
  client_seed: string
  client_seed_source: ClientSeedSource
  server_seed: string | null
  odds: string
  /** The price of the item, or the amount that was won. */
  price: string | number | null
  item: ItemView | null
  box: NonNullable<LiveDrop['case']> | null
}

/**
 * Returns the proof of a roll; undefined for an unknown id. It includes the server seed once that was rotated. A player who hides is
 * named to themselves only: an id leads to all rolls of theirs that anybody has seen. Commitment, client seed and nonce stay, so that
 * anybody can check a drop or a shared result. They relate the rolls of one pair of seeds to each other, and hiding begins another.
 *
 * @param viewerId who asks; null for a guest
 */
export async function rollProof(db: Database, rollId: string, viewerId: number | null): Promise<RollProof | undefined> {
  const [row] = await db.run<ProofRow>(PROOF, [rollId])
  if (row === undefined) return undefined
  const isShown = row.username !== null || row.player_id === viewerId
  return {
    id: row.id,
    game: row.game,
    player: { id: isShown ? row.player_id : null, username: row.username },
    created_at: Math.round(Number(row.created_at)),
    commit: row.commit,
    serverSeed: row.server_seed,
    clientSeed: row.client_seed,
    clientSeedSource: row.client_seed_source,
    nonce: row.nonce,
    n: row.n,
    roll: row.roll,
    oddsHash: row.odds_hash,
    odds: row.odds,
    case: row.box,
    won: row.price === null ? null : { item: row.item, price: Number(row.price) },
  }
}
