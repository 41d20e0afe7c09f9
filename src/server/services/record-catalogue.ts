// Keeps in the database what catalogues come and go with: odds that rolls name, items that players own, cases that drops name.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { FREE_CASE_URL } from '../../game/case-path.ts'
import type { Item } from '../../game/catalogue.ts'
import { freeCaseReference } from '../../game/free-case.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { catalogueCases, catalogueItems, oddsPeriods, oddsTables } from '../db/schema.ts'
import { itemView } from './item-view.ts'

/** Any number will do; it is the same for every instance, so that each change of odds is written by one of them. */
const ODDS_LOCK = 7_306_041_999

/** Items whose looks are written in one statement while players play. */
const ITEMS_AT_ONCE = 100

/** Does what `recordIn` does in a transaction of its own. */
export function recordCatalogue(db: Database, held: HeldCatalogue): Promise<void> {
  return db.transaction((tx) => recordIn(tx, held))
}

async function recordViews(queries: Queries, items: readonly Item[]): Promise<void> {
  const views = items.map((item) => ({ id: item.id, view: itemView(item) }))
  await queries.execute(sql`
    insert into ${catalogueItems} (id, view)
    select id, view from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as given(id text, view jsonb)
    order by id
    on conflict (id) do update set view = excluded.view where ${catalogueItems.view} is distinct from excluded.view`)
}

/**
 * Writes how a catalogue's items look, when nothing else of it has changed. Bit by bit: this is done while players play, and PGlite
 * works in their thread.
 */
export async function recordLooks(db: Database, held: HeldCatalogue): Promise<void> {
  const items = [...held.catalogue.items.values()]
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    await recordViews(db.queries, items.slice(at, at + ITEMS_AT_ONCE))
    // PGlite may have answered without ever letting go of the thread: whoever waits comes first.
    await setImmediate()
  }
}

/**
 * Writes a catalogue's odds tables, items and cases, and since when its odds are in force. Must be done before a roll is made with it;
 * doing it again changes nothing.
 */
export async function recordIn(tx: Queries, held: HeldCatalogue): Promise<void> {
  const cases = [...held.catalogue.cases.values()]
  const boxes = [
    ...cases.map(({ url, image, name }) => ({ url, view: { url, image, name } })),
    // Drops name the tier; the address is the one page of all free cases.
    ...held.rewards.freeCases.map(({ tier, image, name }) => ({
      url: freeCaseReference(tier),
      view: { url: FREE_CASE_URL, image, name },
    })),
  ]
  const odds = cases.map((box) => ({ url: box.url, ...held.odds.get(box.url) }))
  await recordViews(tx, [...held.catalogue.items.values()])
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
  // A case that is gone from the catalogue ends its last odds with a row that has none.
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
