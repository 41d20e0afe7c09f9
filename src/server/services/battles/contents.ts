// The contents of the cases of battles, by the hash of their odds tables. A battle keeps the odds of its creation; the catalogue may have
// changed since.

import { type Cents, cents } from '../../../game/base/money.ts'
import { ticketRanges } from '../../../game/cases/case.ts'
import { readOdds } from '../../../game/fairness/odds-text.ts'
import type { ContentView } from '../../../protocol/case.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { growingCache } from '../../base/growing-cache.ts'
import type { Database } from '../../db/database.ts'

/** Enough for all cases of a catalogue and of the one before it. Cases have 40 items at most. */
const KEPT_TABLES = 500

const TABLES = { name: 'battle-odds', text: 'select hash, text from odds_tables where hash = any($1::text[])' }
const ITEMS = { name: 'battle-items', text: 'select id, view from catalogue_items where id = any($1::text[])' }

/** A line of an odds table, in the order of its tickets. */
export interface RoundEntry {
  readonly itemId: string
  readonly item: ItemView
  readonly priceCents: Cents
  readonly tickets: number
}

export interface RoundContents {
  readonly entries: readonly RoundEntry[]
  /** Most expensive first, as the page of a case shows them. */
  readonly views: ContentView[]
}

export interface BattleContents {
  /**
   * Returns the contents of odds tables, by their hashes.
   *
   * @throws Error when a table or one of its items is not stored
   */
  of(hashes: readonly string[]): Promise<ReadonlyMap<string, RoundContents>>
  /** Forgets what items look like: their pictures were imported. */
  forget(): void
}

function viewsOf(entries: readonly RoundEntry[]): ContentView[] {
  const ranges = ticketRanges(entries)
  const views = entries.map(({ item, priceCents, tickets }, place) => ({
    item,
    price: priceCents,
    tickets,
    from: ranges[place]?.from ?? 0,
    to: ranges[place]?.to ?? 0,
  }))
  return views.sort((one, other) => other.price - one.price)
}

function contentsOf(hash: string, text: string, items: ReadonlyMap<string, ItemView>): RoundContents {
  const odds = readOdds(text)
  if (odds === null) throw new Error(`The odds table ${hash} cannot be parsed`)
  const entries = odds.lines.map(({ item: itemId, priceCents, tickets }): RoundEntry => {
    const item = itemId === null ? undefined : items.get(itemId)
    if (itemId === null || item === undefined) throw new Error(`An item of the odds table ${hash} is not stored`)
    return { itemId, item, priceCents: cents(priceCents), tickets }
  })
  return { entries, views: viewsOf(entries) }
}

/** Makes the contents over a database. */
export function createBattleContents(db: Database): BattleContents {
  const kept = growingCache<string, RoundContents>(KEPT_TABLES)

  async function read(hashes: readonly string[]): Promise<void> {
    const tables = await db.run<{ hash: string; text: string }>(TABLES, [hashes])
    const ids = tables.flatMap(({ text }) => readOdds(text)?.lines.flatMap(({ item }) => item ?? []) ?? [])
    const rows = await db.run<{ id: string; view: ItemView }>(ITEMS, [[...new Set(ids)]])
    const items = new Map(rows.map(({ id, view }) => [id, view]))
    for (const { hash, text } of tables) kept.set(hash, contentsOf(hash, text, items))
  }

  return {
    of: async (hashes) => {
      const wanted = [...new Set(hashes)]
      const missing = wanted.filter((hash) => !kept.has(hash))
      if (missing.length > 0) await read(missing)
      return new Map(
        wanted.map((hash) => {
          const contents = kept.get(hash)
          if (contents === undefined) throw new Error(`The odds table ${hash} is not stored`)
          return [hash, contents]
        }),
      )
    },
    forget: () => kept.clear(),
  }
}
