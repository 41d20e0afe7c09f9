// The texts of the catalogue's files with changed prices, cases switched off, and changed tickets. Everything else stays as it is.
import { applyEdits, modify } from 'jsonc-parser'
import { z } from 'zod'
import { parseJson } from '../json-positions.ts'

/** The part of cases.json that is needed to find a case; the whole file was checked before. */
const caseUrls = z.object({ cases: z.array(z.object({ url: z.string() })) })

/** Returns the text of data/prices.json, a price a line. */
export function pricesText(prices: ReadonlyMap<string, number>): string {
  const records = [...prices].map(([id, price]) => `${JSON.stringify(id)}: ${price}`)
  return `{\n${records.join(',\n')}\n}\n`
}

/** Changes fields of a case in the text of cases.json. */
function changeCase(text: string, url: string, change: (at: number, text: string) => string): string {
  const at = caseUrls.parse(parseJson(text).value).cases.findIndex((record) => record.url === url)
  return at < 0 ? text : change(at, text)
}

const setField = (text: string, path: (string | number)[], value: unknown): string =>
  applyEdits(text, modify(text, path, value, {}))

/** Returns the text of cases.json with cases switched off. */
export function switchOff(text: string, urls: readonly string[]): string {
  return urls.reduce(
    (changed, url) => changeCase(changed, url, (at, before) => setField(before, ['cases', at, 'enabled'], false)),
    text,
  )
}

/** Returns the text of cases.json with other tickets of a case, in the order of its entries, and the case switched on. */
export function withTickets(text: string, url: string, tickets: readonly number[]): string {
  return changeCase(text, url, (at, before) =>
    tickets.reduce(
      (changed, count, place) => setField(changed, ['cases', at, 'entries', place, 'tickets'], count),
      setField(before, ['cases', at, 'enabled'], true),
    ),
  )
}
