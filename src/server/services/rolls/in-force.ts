// What a roll is played at has to be in force: no item of its odds is held, and the catalogue is the newest edition. It is asked of the whole table
// before the roll, in the transaction or statement of the roll. A refusal that followed from what was drawn would tell the player their roll, which they
// could play where it wins most.
import { sql } from 'drizzle-orm'
import { readOdds } from '../../../game/fairness/odds-text.ts'
import { areDrawable } from '../../../game/prices/price-rules.ts'
import type { RefusalCode } from '../../../protocol/common.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, queryRows } from '../../db/database.ts'

/**
 * There is a newer edition than this instance has: it has not read it yet, or has refused it. What it would play at is known to be late.
 * With 'prices-old' its list is too old, and a newer one may have been taken elsewhere.
 */
export class CatalogueLate extends RefusalError {
  constructor(code: 'price-changed' | 'prices-old' = 'price-changed') {
    super(code)
    this.name = 'CatalogueLate'
  }
}

/**
 * Returns SQL for whether a catalogue is not the newest edition; false where there are no editions.
 *
 * @param digest SQL of its digest
 */
export const isLateSql = (digest: string): string =>
  `${digest} is distinct from coalesce((select catalogue_digest from shop_editions order by id desc limit 1), ${digest})`

/**
 * Returns SQL for whether an item of a stored odds table is held. The table is parsed only while something is held.
 *
 * @param hash SQL of the hash of the table
 */
export const hasHeldItemSql = (hash: string): string =>
  `case when (select exists (select from held_items)) then exists (select from held_items where item_id in (
    select line ->> 'item' from odds_tables, json_array_elements(odds_tables.text::json -> 'entries') line
    where odds_tables.hash = ${hash})) else false end`

/**
 * Refuses the prices of a catalogue that is not the newest edition.
 *
 * @throws CatalogueLate
 */
export async function assertNewest(tx: Queries, { digest }: Pick<LoadedCatalogue, 'digest'>): Promise<void> {
  const [row] = await queryRows<{ late: boolean }>(
    tx,
    sql`select ${sql.raw(isLateSql('given.digest'))} as late
    from (select ${digest}::text as digest) given`,
  )
  if (row?.late !== false) throw new CatalogueLate()
}

/**
 * Does something at the newest edition of the catalogue: where what this instance has is late, it reads the newest one and tries once more.
 *
 * @param work throws CatalogueLate before it changes anything
 * @throws CatalogueLate where this instance cannot read the newest edition
 */
export async function atNewest<Answer>(
  refreshCatalogue: () => Promise<void>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CatalogueLate)) throw error
    await refreshCatalogue()
    return work()
  }
}

/**
 * Makes the reading of the catalogue for what is drawn: cases, contracts, battles, the wheel and what is given. The odds of a draw hold at the
 * prices of the list, so players who see the market would draw where an old list is below it.
 *
 * @param parts `needsFreshPrices` is false for play money and where prices have no source: then no list is old
 * @returns the catalogue in force; throws CatalogueLate 'prices-old' while its list is too old
 */
export function createDrawnCatalogue(parts: {
  readonly catalogue: () => LoadedCatalogue
  readonly needsFreshPrices: boolean
  readonly now: () => number
}): () => LoadedCatalogue {
  const { catalogue, needsFreshPrices, now } = parts
  return () => {
    const loaded = catalogue()
    const { priceRules, priceState } = loaded
    if (needsFreshPrices && !areDrawable(priceRules, priceState.atMs, now())) throw new CatalogueLate('prices-old')
    return loaded
  }
}

/** The texts of odds tables, and the catalogue that they are of. */
export interface PlayedOdds extends Pick<LoadedCatalogue, 'digest'> {
  readonly texts: readonly string[]
}

/**
 * Refuses odds that are not in force.
 *
 * @param held the refusal where an item of them is held
 * @throws CatalogueLate
 */
export async function assertInForce(tx: Queries, { digest, texts }: PlayedOdds, held: RefusalCode): Promise<void> {
  const items = texts.flatMap((text) => readOdds(text)?.lines.flatMap(({ item }) => item ?? []) ?? [])
  const [row] = await queryRows<{ late: boolean; held: boolean }>(
    tx,
    sql`select ${digest}::text is distinct from coalesce(
        (select catalogue_digest from shop_editions order by id desc limit 1), ${digest}::text) as late,
      exists (select from held_items where item_id = any(${sql.param([...new Set(items)])}::text[])) as held`,
  )
  if (row?.late !== false) throw new CatalogueLate()
  if (row.held) throw new RefusalError(held)
}
