// Drafts of typed prices: their files are made anew of the shop in force each time, so that no price of an older list comes back with them.

import type { WrittenDraft } from '../../../../protocol/office/drafts.ts'
import type { EffectsReply, NamedItem, PriceDraftReply } from '../../../../protocol/office/prices.ts'
import type { StaffActor } from '../../../audit/actor.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { TakenPrices } from '../../../catalogue/prices/take-list.ts'
import { takeTyped } from '../../../catalogue/prices/take-typed.ts'
import type { Database } from '../../../db/database.ts'
import { type Draft, draftById } from '../../../shop/draft-store.ts'
import { editionById } from '../../../shop/edition-store.ts'
import { beginDraft, rewriteDraft } from '../drafts/write.ts'
import { effectsOf } from './effects.ts'
import { itemsOf } from './list.ts'
import { type PricedShop, type ReadShop, readingOf, type SoundReading, shopInForce } from './reading.ts'

const PRICES = 'prices.json'

/** The files that typed prices change. */
const OWN: readonly string[] = [PRICES, 'price-state.json', 'cases.json', 'rewards.json']

export interface PriceDesk {
  readonly db: Database
  readonly shop: PricedShop
  readonly now: () => number
}

type Prices = ReadonlyMap<string, number>

const pricesIn = (text: string | null | undefined): Prices =>
  new Map(Object.entries(JSON.parse(text ?? '{}') as Record<string, number>))

/** Returns the prices that a draft changes, beside those of the edition that it was made on. */
async function typedIn(db: Database, { base, files }: Pick<Draft, 'base' | 'files'>): Promise<Prices> {
  const before = pricesIn((await editionById(db.queries, base))?.files[PRICES])
  return new Map([...pricesIn(files[PRICES])].filter(([id, price]) => before.get(id) !== price))
}

/**
 * Returns a draft that holds typed prices, and nothing that would be lost when its files are made anew.
 *
 * @throws ProtocolError 'unknown', and 'draft-other' for one that holds something else
 */
async function priceDraft(db: Database, id: number): Promise<Draft> {
  const draft = await draftById(db.queries, id)
  if (draft === undefined) throw new ProtocolError(404, 'unknown', 'There is no such draft')
  const names = Object.keys(draft.files)
  if (typeof draft.files[PRICES] === 'string' && names.every((name) => OWN.includes(name))) return draft
  throw new ProtocolError(409, 'draft-other', 'This draft changes something other than prices')
}

/** Throws ProtocolError 'unknown' for an item that the shop does not know. */
function assertKnown(reading: SoundReading, prices: Prices): void {
  const { rows } = itemsOf(reading)
  const [unknown] = [...prices.keys()].filter((id) => !rows.has(id))
  if (unknown !== undefined) throw new ProtocolError(404, 'unknown', `There is no item "${unknown}"`)
}

const take = ({ reading }: ReadShop, prices: Prices, nowMs: number): TakenPrices => {
  assertKnown(reading, prices)
  return takeTyped(reading, prices, nowMs)
}

/** Returns what typed prices would do; with a draft, beside those that it has. Throws ProtocolError 'unknown', 'draft-other'. */
export async function readEffects(
  { db, shop, now }: PriceDesk,
  typed: Prices,
  draft: number | null,
): Promise<EffectsReply> {
  const inForce = await shopInForce(db, shop)
  const before = draft === null ? new Map() : await typedIn(db, await priceDraft(db, draft))
  const { applied, files } = take(inForce, new Map([...before, ...typed]), now())
  return effectsOf(inForce.reading, { prices: applied.prices, held: applied.state.held, files })
}

/** Returns the prices that a draft changes, beside those in force. Throws ProtocolError 'unknown', 'draft-other'. */
export async function readPriceDraft({ db, shop, now }: PriceDesk, id: number): Promise<PriceDraftReply> {
  const draft = await priceDraft(db, id)
  const inForce = await shopInForce(db, shop)
  const typed = await typedIn(db, draft)
  const { rows } = itemsOf(inForce.reading)
  const known = new Map([...typed].filter(([itemId]) => rows.has(itemId)))
  const items = [...known].flatMap(([itemId, after]): PriceDraftReply['items'] => {
    const row = rows.get(itemId)
    if (row === undefined) return []
    const { name, star, stattrak, wear }: NamedItem = row
    return [{ id: itemId, name, star, stattrak, wear, before: row.price, after }]
  })
  const { applied, files } = take(inForce, known, now())
  const { effects } = effectsOf(inForce.reading, { prices: applied.prices, held: applied.state.held, files })
  const base = await editionById(db.queries, draft.base)
  const isOld = OWN.some((name) => base?.files[name] !== inForce.reading.files[name])
  return { isOld, items, effects }
}

/** Refuses a draft in which somebody has edited cases or rewards by hand: these edits would be lost. */
async function assertOwn({ db, shop }: PriceDesk, draft: Draft, typed: Prices): Promise<void> {
  const base = await editionById(db.queries, draft.base)
  const reading = base === undefined ? undefined : await readingOf(base, shop.sources)
  const files = reading === undefined ? {} : takeTyped(reading, typed, 0).files
  const isOther = ['cases.json', 'rewards.json'].some((name) => (draft.files[name] ?? undefined) !== files[name])
  if (isOther) throw new ProtocolError(409, 'draft-other', 'This draft changes something other than prices')
}

/**
 * Writes typed prices into a draft, on the edition in force: into a new one, or beside those that one has.
 *
 * @throws ProtocolError 'unknown', 'draft-changed', 'draft-other', and 'prices-same' where nothing changes
 * @throws NotAllowed for a draft that is not open
 */
export async function writePriceDraft(
  desk: PriceDesk,
  {
    draft,
    title,
    prices,
  }: {
    readonly draft: { readonly id: number; readonly version: number } | null
    readonly title: string | null
    readonly prices: Prices
  },
  by: StaffActor,
): Promise<WrittenDraft> {
  const { db, shop, now } = desk
  const inForce = await shopInForce(db, shop)
  const old = draft === null ? undefined : await priceDraft(db, draft.id)
  const before = old === undefined ? new Map() : await typedIn(db, old)
  if (old !== undefined) await assertOwn(desk, old, before)
  const { files } = take(inForce, new Map([...before, ...prices]), now())
  if (Object.keys(files).length === 0) {
    throw new ProtocolError(409, 'prices-same', 'These are the prices that the shop has')
  }
  if (draft === null || old === undefined) {
    return beginDraft(desk, { title: title ?? '', base: inForce.edition, files: { ...files } }, by)
  }
  const written = { version: draft.version, title: title ?? old.title, base: inForce.edition, files: { ...files } }
  return rewriteDraft(desk, draft.id, written, by)
}
