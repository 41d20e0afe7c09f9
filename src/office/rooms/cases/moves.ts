// The order of cases on the site: a case is put before or behind another one, into its category.
import { type CaseRecord, changeCase, moveCase, readCasesFile } from './cases-file.ts'

export type Side = 'before' | 'after'

/** Returns the text of cases.json with a case beside another one, and in its category. */
export function placeCase(text: string, url: string, { beside, side }: { beside: CaseRecord; side: Side }): string {
  if (url === beside.url) return text
  const left = readCasesFile(text)?.cases.filter((one) => one.url !== url) ?? []
  const place = left.findIndex((one) => one.url === beside.url) + (side === 'after' ? 1 : 0)
  const moved = moveCase(text, url, left[place]?.url ?? null)
  const record = readCasesFile(moved)?.cases.find((one) => one.url === url)
  if (record === undefined || record.category === beside.category) return moved
  return changeCase(moved, url, { ...record, category: beside.category })
}

/** Where a step up or down leads: beside a case of the list; null where there is none further. */
export function stepFrom(
  records: readonly CaseRecord[],
  url: string,
  step: 1 | -1,
): { beside: CaseRecord; side: Side } | null {
  const place = records.findIndex((one) => one.url === url)
  const [own, beside] = [records[place], records[place + step]]
  if (own === undefined || beside === undefined) return null
  // At the end of a category the first step leads into the next one, at the end that is near.
  const isSame = own.category === beside.category
  return { beside, side: (step === 1) === isSame ? 'after' : 'before' }
}
