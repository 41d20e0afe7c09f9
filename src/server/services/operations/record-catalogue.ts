// Stores the parts of a catalogue that outlive it: odds that rolls refer to, items that players own, cases that drops name.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { FREE_CASE_URL } from '../../../game/cases/case-path.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { freeCaseReference } from '../../../game/rewards/free-case.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { catalogueCases, catalogueItems, heldItems, oddsPeriods, oddsTables } from '../../db/schema.ts'
import { itemView } from '../rolls/item-view.ts'

/** Any number works; it is the same for every instance, so that one of them writes each change of odds. */
const ODDS_LOCK = 7_306_041_999

/** How many item views are written in one statement while players play. */
const ITEMS_AT_ONCE = 100

async function recordViews(queries: Queries, items: readonly Item[]): Promise<void> {
  const views = items.map((item) => ({ id: item.id, view: itemView(item) }))
  await queries.execute(sql`
    insert into ${catalogueItems} (id, view)
    select id, view from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as given(id text, view jsonb)
    order by id
    on conflict (id) do update set view = excluded.view where ${catalogueItems.view} is distinct from excluded.view`)
}

/**
 * Writes the views of a catalogue's items when nothing else has changed. In small parts: players play meanwhile, and PGlite runs
 * in their thread.
 */
export async function recordItemViews(db: Database, loaded: LoadedCatalogue): Promise<void> {
  const items = [...loaded.catalogue.items.values()]
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    await recordViews(db.queries, items.slice(at, at + ITEMS_AT_ONCE))
    // PGlite may have answered without yielding the thread: other work runs first.
    await setImmediate()
  }
}

/** Writes which items are held, and forgets the others. */
async function recordHeldItems(tx: Queries, { priceState }: LoadedCatalogue): Promise<void> {
  const held = [...priceState.held].map(([id, { seenCents, sinceMs }]) => ({
    id,
    seen: seenCents,
    since: new Date(sinceMs).toISOString(),
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as given(id text, seen bigint, since timestamptz)`
  await tx.execute(sql`delete from ${heldItems} where item_id not in (select id from ${given})`)
  await tx.execute(sql`
    insert into ${heldItems} (item_id, seen, since) select id, seen, since from ${given} order by id
    on conflict (item_id) do update set seen = excluded.seen, since = excluded.since`)
}

/**
 * Writes a catalogue's odds tables, items, held items and cases, and since when its odds are in force. Must be done before a roll is made
 * with it; repeating it changes nothing.
 */
export async function recordCatalogueIn(tx: Queries, loaded: LoadedCatalogue): Promise<void> {
  const cases = [...loaded.catalogue.cases.values()]
  const boxes = [
    ...cases.map(({ url, image, name }) => ({ url, view: { url, image, name } })),
    // Drops name the tier; the URL is the one page of all free cases.
    ...loaded.rewards.freeCases.map(({ tier, image, name }) => ({
      url: freeCaseReference(tier),
      view: { url: FREE_CASE_URL, image, name },
    })),
  ]
  const odds = cases.map((box) => ({ url: box.url, ...loaded.odds.get(box.url) }))
  await recordViews(tx, [...loaded.catalogue.items.values()])
  await tx.execute(sql`
    insert into ${catalogueCases} (url, view)
    select url, view from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as given(url text, view jsonb)
    order by url
    on conflict (url) do update set view = excluded.view where ${catalogueCases.view} is distinct from excluded.view`)
  await tx.execute(sql`
    insert into ${oddsTables} (hash, game, reference, text)
    select hash, 'case', url, text
    from jsonb_to_recordset(${JSON.stringify(odds)}::jsonb) as given(hash text, url text, text text)
    order by hash
    on conflict (hash) do nothing`)
  await tx.execute(sql`select pg_advisory_xact_lock(${ODDS_LOCK})`)
  await recordHeldItems(tx, loaded)
  // A case that left the catalogue ends its last odds with a row without odds.
  await tx.execute(sql`
    insert into ${oddsPeriods} (reference, hash)
    select reference, given.hash
    from (
      select url as reference, hash
      from jsonb_to_recordset(${JSON.stringify(odds)}::jsonb) as sent(hash text, url text)
    ) given
    full join (
      select distinct on (reference) reference, hash from ${oddsPeriods} order by reference, id desc
    ) latest using (reference)
    where given.hash is distinct from latest.hash order by reference`)
}
