// The cases of a draft, or of the edition in force, with what is known of them: the rows of the list.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { createSearch } from '../../../game/base/search.ts'
import type { CaseFacts } from '../../../protocol/office/cases.ts'
import { type PriceOf, returnOf } from '../../session/items/returns.ts'
import type { CaseRecord, CasesFile } from './cases-file.ts'
import type { CaseState, CasesSearch } from './search.ts'

export interface CaseRow {
  readonly record: CaseRecord
  /** What was sold; undefined for a case that is not in force. */
  readonly facts: CaseFacts | undefined
  readonly state: CaseState
  /** By its odds, as a fraction; null where it cannot be told. */
  readonly returns: number | null
  /** Beside the edition in force. */
  readonly change: 'new' | 'changed' | null
  /** How many faults its lines have. */
  readonly faults: number
}

/** Returns whether a case is sold at a time. */
function stateOf(record: CaseRecord, facts: CaseFacts | undefined, nowMs: number): CaseState {
  if (!record.enabled) return 'paused'
  if (record.until !== undefined && Date.parse(record.until) <= nowMs) return 'ended'
  if (record.from !== undefined && Date.parse(record.from) > nowMs) return 'scheduled'
  return facts?.isHeld === true ? 'held' : 'on'
}

interface RowParts {
  readonly file: CasesFile
  readonly inForce: CasesFile | null
  readonly facts: readonly CaseFacts[]
  readonly faults: readonly { readonly file: string; readonly line: number }[]
  readonly priceOf: PriceOf
  readonly nowMs: number
}

/** Returns the rows of all cases, in the order of the file. */
export function rowsOf({ file, inForce, facts, faults, priceOf, nowMs }: RowParts): readonly CaseRow[] {
  const factsOf = new Map(facts.map((one) => [one.url, one]))
  const before = new Map(inForce?.cases.map((record) => [record.url, JSON.stringify(record)]))
  const places = faults.filter(({ file: name }) => name === 'cases.json').map(({ line }) => line)
  return file.cases.map((record, at): CaseRow => {
    const { first, last } = file.lines[at] ?? { first: 0, last: 0 }
    const old = before.get(record.url)
    const known = factsOf.get(record.url)
    return {
      record,
      facts: known,
      state: stateOf(record, known, nowMs),
      returns: returnOf(record, priceOf),
      change: old === undefined ? 'new' : old === JSON.stringify(record) ? null : 'changed',
      faults: places.filter((line) => line >= first && line <= last).length,
    }
  })
}

const UNKNOWN = Number.NEGATIVE_INFINITY

/** What rows are ordered by, the greatest first. */
const VALUES = {
  price: ({ record }) => record.price,
  return: ({ returns }) => returns ?? UNKNOWN,
  sold: ({ facts }) => facts?.sold ?? UNKNOWN,
  measured: ({ facts }) => facts?.measured ?? UNKNOWN,
  changed: ({ facts }) => facts?.changed?.at ?? UNKNOWN,
} as const satisfies Record<string, (row: CaseRow) => number>

/** Returns the order of the site: by category, and in the order of the file within one. */
function byCategory(rows: readonly CaseRow[], categories: readonly string[]): CaseRow[] {
  const placeOf = ({ record }: CaseRow): number => {
    const place = categories.indexOf(record.category)
    return place === -1 ? categories.length : place
  }
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the rows that the address asks for, in its order. */
export function chosenRows(
  rows: readonly CaseRow[],
  { state, category, q, order }: CasesSearch,
  { categories, language }: { readonly categories: readonly string[]; readonly language: Language },
): readonly CaseRow[] {
  const nameOf = ({ record }: CaseRow): string => caseName(record, language)
  const words = q ?? ''
  const matches =
    words === ''
      ? undefined
      : createSearch(rows, ({ record: { name, url } }) => [url, ...LANGUAGES.map((one) => name[one] ?? '')])(words)
  const chosen = rows.filter(
    (row) =>
      (matches === undefined || matches.has(row)) &&
      (state === undefined || row.state === state) &&
      (category === undefined || row.record.category === category),
  )
  if (order === undefined) return byCategory(chosen, categories)
  if (order === 'name') return chosen.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language))
  const rankOf = VALUES[order]
  return chosen.toSorted((one, other) => rankOf(other) - rankOf(one))
}

/** Returns the name of a case in a language; its address while it has none. */
export const caseName = ({ name, url }: Pick<CaseRecord, 'name' | 'url'>, language: Language): string =>
  (name[language] ?? name.en) || url
