// The shop in force as prices are applied to it: with the items that are held, which are taken out of what is sold.
import { type Offered, withoutHeld } from '../../../../game/prices/held-items.ts'
import type { NamedItem } from '../../../../protocol/office/prices.ts'
import { OperatorError } from '../../../base/operator-error.ts'
import { formatFault } from '../../../catalogue/faults.ts'
import { type CatalogueReading, checkCatalogue } from '../../../catalogue/read-catalogue.ts'
import type { Database, Queries } from '../../../db/database.ts'
import type { ActiveShop } from '../../../shop/active-shop.ts'
import { type Edition, newestEdition, newestId } from '../../../shop/edition-store.ts'

export type SoundReading = Extract<CatalogueReading, { readonly ok: true }>

/** What the room asks of the shop. */
export type PricedShop = Pick<ActiveShop, 'current' | 'refresh' | 'sources' | 'announce'>

/** The shop of an edition. */
export interface ReadShop {
  readonly edition: number
  readonly reading: SoundReading
}

/**
 * Reads the catalogue of an edition.
 *
 * @throws OperatorError for one that has faults here, e.g. of an older release
 */
export async function readingOf(
  { id, files }: Pick<Edition, 'id' | 'files'>,
  { pictures }: { readonly pictures: string },
): Promise<SoundReading> {
  const reading = await checkCatalogue(files, { pathOf: (name) => `edition ${id}/${name}`, pictures })
  if (!reading.ok) throw new OperatorError(reading.faults.map(formatFault).join('\n'))
  return reading
}

/** By the files of the edition. */
const known = new WeakMap<object, Promise<SoundReading>>()

/** Returns the shop in force; the edition that a call before has just published, where this process has not taken it yet. */
export async function shopInForce(db: Pick<Database, 'queries'>, shop: PricedShop): Promise<ReadShop> {
  if ((await newestId(db.queries)) > shop.current.edition) await shop.refresh()
  const { edition, files } = shop.current
  const reading = known.get(files) ?? readingOf({ id: edition, files }, shop.sources)
  known.set(files, reading)
  reading.catch(() => known.delete(files))
  return { edition, reading: await reading }
}

/** Returns the newest shop in a transaction that holds the lock of editions. */
export async function newestShop(tx: Queries, sources: { readonly pictures: string }): Promise<ReadShop> {
  const newest = await newestEdition(tx)
  if (newest === undefined) throw new OperatorError('The site has no edition yet: start it once, then try again.')
  return { edition: newest.id, reading: await readingOf(newest, sources) }
}

const offers = new WeakMap<SoundReading, Offered>()

/** Returns what is sold and given: without what is held. */
export function offeredBy(reading: SoundReading): Offered {
  const offered = offers.get(reading) ?? withoutHeld(reading, reading.priceState.held)
  offers.set(reading, offered)
  return offered
}

/** Returns an item as replies name it. */
export function namedItem({
  id,
  skin,
  stattrak,
  wear,
}: {
  readonly id: string
  readonly skin: { readonly name: NamedItem['name']; readonly star: boolean }
  readonly stattrak: boolean
  readonly wear: NamedItem['wear']
}): NamedItem {
  return { id, name: skin.name, star: skin.star, stattrak, wear }
}
