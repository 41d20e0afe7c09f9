// Checks cases.json: prices, tickets, items, pictures, names in English, and the return to player of each case.

import { CASE_ITEMS, CASE_PRICE, CASE_RETURN_PERCENT, CASE_TICKETS } from '../../game/base/economy.ts'
import { inEachLanguage, type Translated } from '../../game/base/language.ts'
import { cents } from '../../game/base/money.ts'
import { isReturnInBand, returnToPlayer, ticketSum } from '../../game/cases/case.ts'
import type { Case, CaseEntry, Category, SaleTimes } from '../../game/catalogue/catalogue.ts'
import { type Items, withoutPrice } from './check-items.ts'
import { createNameCheck } from './check-names.ts'
import { type CheckedFile, fieldOf, readRecord, report, subjectOf } from './faults.ts'
import { type CaseRecord, type CategoryRecord, caseRecord, categoryRecord } from './records.ts'

export interface Cases {
  readonly categories: readonly Category[]
  readonly cases: ReadonlyMap<string, Case>
}

/** What a case is checked against. */
interface CaseContext {
  readonly items: Items
  /** False when the skins have faults of their own: unknown items are not reported then. */
  readonly areItemsSound: boolean
  readonly pictures: ReadonlySet<string>
}

/** Creates the cases and their categories; reports faults to the file. */
export function checkCases(file: CheckedFile, context: CaseContext): Cases {
  const categories = readList(file, 'categories', 'id', categoryRecord, 'category')
  const records = readList(file, 'cases', 'url', caseRecord, 'case')
  const cases = new Map<string, Case>()
  for (const [at, record] of records) {
    if (![...categories.values()].some(({ id }) => id === record.category)) {
      report(file, ['cases', at, 'category'], `case "${record.url}": unknown category "${record.category}"`)
    }
    cases.set(record.url, checkCase(file, at, record, context))
  }
  return { cases, categories: [...categories.values()].map((category) => withCases(category, cases)) }
}

function withCases({ id, name }: CategoryRecord, cases: ReadonlyMap<string, Case>): Category {
  return { id, name: inEachLanguage(name), cases: [...cases.values()].filter(({ categoryId }) => categoryId === id) }
}

function readList<T extends { readonly name: Translated }>(
  file: CheckedFile,
  field: 'categories' | 'cases',
  key: 'id' | 'url',
  schema: Parameters<typeof readRecord<T>>[2],
  kind: string,
): Map<number, T> {
  const records = new Map<number, T>()
  const list = fieldOf(file.json.value, field)
  if (!Array.isArray(list)) {
    report(file, [field], `a list "${field}" is expected`)
    return records
  }
  const seen = new Set<unknown>()
  const checkName = createNameCheck(file)
  for (const [at, value] of list.entries()) {
    const subject = subjectOf(kind, value, key, at)
    const id = fieldOf(value, key)
    const isTaken = id !== undefined && seen.has(id)
    seen.add(id)
    const record = readRecord<T>(file, [field, at], schema, subject)
    if (isTaken) report(file, [field, at, key], `${subject}: the ${key} is taken by a ${kind} above`)
    else if (record !== null) {
      checkName([field, at], subject, record.name)
      records.set(at, record)
    }
  }
  return records
}

/** Returns when a case is sold; undefined where it always is. */
function saleOf({ from, until }: CaseRecord): SaleTimes | undefined {
  if (from === undefined && until === undefined) return undefined
  return {
    ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
    ...(until === undefined ? {} : { untilMs: Date.parse(until) }),
  }
}

function checkCase(file: CheckedFile, at: number, record: CaseRecord, context: CaseContext): Case {
  const reportAt = (path: readonly PropertyKey[], message: string): void =>
    report(file, ['cases', at, ...path], `case "${record.url}": ${message}`)
  const entries = checkEntries(record, context, reportAt)
  const sale = saleOf(record)
  const checked: Case = {
    url: record.url,
    name: inEachLanguage(record.name),
    image: record.image,
    categoryId: record.category,
    priceCents: cents(record.price),
    entries,
    enabled: record.enabled,
    ...(sale === undefined ? {} : { sale }),
  }
  if (sale?.fromMs !== undefined && sale.untilMs !== undefined && sale.untilMs <= sale.fromMs)
    reportAt(['until'], 'it must end after it begins')
  if (record.price < CASE_PRICE.least || record.price > CASE_PRICE.most) {
    reportAt(['price'], `the price must be from ${CASE_PRICE.least} to ${CASE_PRICE.most} cents, not ${record.price}`)
  }
  if (record.entries.length < CASE_ITEMS.least || record.entries.length > CASE_ITEMS.most) {
    reportAt(['entries'], `${CASE_ITEMS.least} to ${CASE_ITEMS.most} items are expected, not ${record.entries.length}`)
  }
  const sum = ticketSum(record.entries)
  if (sum !== CASE_TICKETS) reportAt(['entries'], `the tickets sum to ${sum}, not to ${CASE_TICKETS}`)
  // A change of prices switches a case off when its return leaves the range.
  const canBeOpened = record.enabled && sum === CASE_TICKETS && entries.length === record.entries.length
  if (canBeOpened && !isReturnInBand(checked)) {
    const percent = (returnToPlayer(checked) * 100).toFixed(4)
    const { least, most } = CASE_RETURN_PERCENT
    reportAt(['price'], `the return to player is ${percent} %, outside of ${least} % to ${most} %`)
  }
  if (record.art === undefined && !context.pictures.has(record.image))
    reportAt(['image'], `the picture "${record.image}" is missing, and there is no "art" to draw it from`)

  return checked
}

/** Returns the entries whose items are known and have a price. */
function checkEntries(
  record: CaseRecord,
  { items, areItemsSound }: CaseContext,
  reportAt: (path: readonly PropertyKey[], message: string) => void,
): CaseEntry[] {
  const seen = new Set<string>()
  return record.entries.flatMap(({ item: id, tickets }, at) => {
    if (seen.has(id)) reportAt(['entries', at], `item "${id}" is in it twice`)
    seen.add(id)
    const item = items.items.get(id)
    if (item !== undefined) return [{ item, tickets }]
    if (items.unpriced.has(id)) reportAt(['entries', at], withoutPrice(id))
    else if (areItemsSound && !items.known.has(id)) reportAt(['entries', at], `unknown item "${id}"`)
    return []
  })
}
