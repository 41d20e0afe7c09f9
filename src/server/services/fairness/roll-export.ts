// All rolls of a revealed seed as one file, to verify offline. It is streamed page by page: a seed may have more rolls than fit
// into memory.
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { GameName } from '../../../game/base/games.ts'
import { BALANCE_PRIZE } from '../../../game/fairness/odds-text.ts'
import { EXPORT_FORMAT, sealOf } from '../../../game/fairness/roll-export.ts'
import type { ClientSeedSource, ExportedRoll } from '../../../protocol/fairness.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { seeds } from '../../db/schema.ts'
import { joinPrizes, PRIZE_PRICE } from './money-prizes.ts'

const PAGE = 500

const ROLLS = {
  name: 'export-rolls',
  text: `
select rolls.id, rolls.game, rolls.nonce, rolls.n, rolls.roll, rolls.odds_hash, items.item_id,
  ${PRIZE_PRICE} as price
from rolls ${joinPrizes('rolls.id')}
where rolls.seed_id = $1 and rolls.nonce > $2 order by rolls.nonce limit ${PAGE}`,
}

const ODDS = {
  name: 'export-odds',
  text: `
select hash, text from odds_tables
where hash in (select odds_hash from rolls where seed_id = $1) and hash > $2 order by hash limit ${PAGE}`,
}

interface RollRow {
  id: string
  game: GameName
  nonce: number
  n: number
  roll: number
  odds_hash: string
  item_id: string | null
  /** The price of the item, or the amount that was won. */
  price: string | number | null
}

interface ExportedSeed {
  readonly id: number
  readonly commit: string
  readonly serverSeed: string
  readonly clientSeed: string | null
  readonly clientSeedSource: ClientSeedSource | null
  readonly count: number
}

function exported(row: RollRow): ExportedRoll {
  return {
    id: row.id,
    game: row.game,
    nonce: row.nonce,
    n: row.n,
    roll: row.roll,
    oddsHash: row.odds_hash,
    won: row.price === null ? null : { item: row.item_id ?? BALANCE_PRIZE, price: Number(row.price) },
  }
}

async function* rollLines(db: Database, seedId: number): AsyncGenerator<string> {
  let last = 0
  for (;;) {
    const rows = await db.run<RollRow>(ROLLS, [seedId, last])
    const before = last === 0 ? '\n' : ',\n'
    if (rows.length > 0) yield before + rows.map((row) => JSON.stringify(exported(row))).join(',\n')
    if (rows.length < PAGE) return
    last = rows.at(-1)?.nonce ?? 0
  }
}

async function* oddsLines(db: Database, seedId: number): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const rows = await db.run<{ hash: string; text: string }>(ODDS, [seedId, last])
    const before = last === '' ? '\n' : ',\n'
    const lines = rows.map(({ hash, text }) => `${JSON.stringify(hash)}:${JSON.stringify(text)}`)
    if (rows.length > 0) yield before + lines.join(',\n')
    if (rows.length < PAGE) return
    last = rows.at(-1)?.hash ?? ''
  }
}

async function* contents(db: Database, { id, ...seed }: ExportedSeed): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: EXPORT_FORMAT, ...seed }).slice(0, -1)},"rolls":[`
  yield* rollLines(db, id)
  yield '\n],"odds":{'
  yield* oddsLines(db, id)
  yield '\n},'
}

async function* sealed(parts: AsyncGenerator<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
  yield sealOf(hash.digest('hex'))
}

/**
 * Returns the file of a seed, in parts (protocol: `RollExport`). Only its player may have it: it ties together all rolls of a
 * player, even of one who hides.
 *
 * @returns null when the player has no revealed seed with this commitment
 */
export async function exportRolls(
  db: Database,
  playerId: number,
  commit: string,
): Promise<AsyncGenerator<string> | null> {
  const [seed] = await db.queries
    .select({
      id: seeds.id,
      serverSeed: seeds.serverSeed,
      clientSeed: seeds.clientSeed,
      clientSeedSource: seeds.clientSeedSource,
      nonce: seeds.nonce,
    })
    .from(seeds)
    .where(and(eq(seeds.playerId, playerId), eq(seeds.commit, commit), hasState(seeds.state, 'revealed')))
  if (seed === undefined) return null
  const { id, serverSeed, clientSeed, clientSeedSource, nonce } = seed
  return sealed(contents(db, { id, commit, serverSeed, clientSeed, clientSeedSource, count: nonce - 1 }))
}
