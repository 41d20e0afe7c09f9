// The texts of the catalogue's files with changed prices and changed tickets. Everything else stays as it is.
import { applyEdits, modify } from 'jsonc-parser'
import { z } from 'zod'
import type { PriceState } from '../../../game/prices/price-rules.ts'
import { parseJson } from '../json-positions.ts'
import type { CatalogueFiles } from '../read-catalogue.ts'
import type { PriceStateRecord } from '../records.ts'
import type { AppliedPrices } from './apply-prices.ts'

/** The part of cases.json that is needed to find a case; the whole file was checked before. */
const caseUrls = z.object({ cases: z.array(z.object({ url: z.string() })) })

/** Returns the text of data/prices.json, a price a line. */
function pricesText(prices: ReadonlyMap<string, number>): string {
  const records = [...prices].map(([id, price]) => `${JSON.stringify(id)}: ${price}`)
  return `{\n${records.join(',\n')}\n}\n`
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** Returns the text of data/price-state.json, an item a line. */
export function priceStateText({ source, atMs, agesMs, held, spreads, moves, isShipped }: PriceState): string {
  const record: PriceStateRecord = {
    source,
    at: atMs === null ? null : isoOf(atMs),
    ages: Object.fromEntries([...agesMs].map(([id, ms]) => [id, isoOf(ms)])),
    held: Object.fromEntries(
      [...held].map(([id, { seenCents, seenMs, sinceMs, isOfWrongList }]) => [
        id,
        {
          price: seenCents,
          ...(seenMs === undefined ? {} : { seen: isoOf(seenMs) }),
          since: isoOf(sinceMs),
          ...(isOfWrongList === undefined ? {} : { wrong: isOfWrongList }),
        },
      ]),
    ),
    spreads: Object.fromEntries(
      [...spreads].map(([id, { lowestCents, highestCents, sources }]) => [id, [lowestCents, highestCents, sources]]),
    ),
    moves: Object.fromEntries(
      [...moves].map(([id, { fromCents, atMs: at }]) => [id, { from: fromCents, at: isoOf(at) }]),
    ),
    ...(isShipped ? { shipped: true } : {}),
  }
  return `${JSON.stringify(record, null, 1)}\n`
}

/** Changes fields of a case in the text of cases.json. */
function changeCase(text: string, url: string, change: (at: number, text: string) => string): string {
  const at = caseUrls.parse(parseJson(text).value).cases.findIndex((record) => record.url === url)
  return at < 0 ? text : change(at, text)
}

const setField = (text: string, path: (string | number)[], value: unknown): string =>
  applyEdits(text, modify(text, path, value, {}))

/** Returns the text of cases.json with other tickets of a case, in the order of its entries, and the case switched on. */
export function withTickets(text: string, url: string, tickets: readonly number[]): string {
  return changeCase(text, url, (at, before) =>
    tickets.reduce(
      (changed, count, place) => setField(changed, ['cases', at, 'entries', place, 'tickets'], count),
      setField(before, ['cases', at, 'enabled'], true),
    ),
  )
}

/** Returns the files that applied prices change. */
export function priceTexts({ prices, changes, state }: AppliedPrices): CatalogueFiles {
  const texts = { 'price-state.json': priceStateText(state) }
  return changes.length === 0 ? texts : { ...texts, 'prices.json': pricesText(prices) }
}
