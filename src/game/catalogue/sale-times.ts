// When a case is sold: from a moment, until one, or always.
import type { Case, Catalogue, SaleTimes } from './catalogue.ts'

/** Tells where a time is: `before` the case is sold for the first time, `on`, or `after` it was for the last. */
export function saleStateOf(
  { fromMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY }: SaleTimes = {},
  nowMs: number,
): 'before' | 'on' | 'after' {
  if (nowMs >= untilMs) return 'after'
  return nowMs < fromMs ? 'before' : 'on'
}

/** Tells whether a case is sold at a time. */
export function isSold(times: SaleTimes | undefined, nowMs: number): boolean {
  return saleStateOf(times, nowMs) === 'on'
}

/** Returns the next moment after a time at which one of several cases begins or ends to be sold; null where none does. */
export function nextSaleChange(all: Iterable<SaleTimes | undefined>, nowMs: number): number | null {
  const moments = [...all].flatMap((times) => [times?.fromMs, times?.untilMs]).filter((at) => at !== undefined)
  const next = Math.min(...moments.filter((at) => at > nowMs))
  return Number.isFinite(next) ? next : null
}

/** Returns a case as it is at a time. */
function caseAt(box: Case, nowMs: number): Case {
  const state = saleStateOf(box.sale, nowMs)
  if (state === 'on') return box
  return { ...box, enabled: false, ...(state === 'before' ? { isComing: true as const } : {}) }
}

/** Returns a catalogue as it is at a time: a case outside of its own is off, and in no category. The same one where all are sold. */
export function catalogueAt(catalogue: Catalogue, nowMs: number): Catalogue {
  if ([...catalogue.cases.values()].every(({ sale }) => isSold(sale, nowMs))) return catalogue
  return {
    ...catalogue,
    cases: new Map([...catalogue.cases].map(([url, box]) => [url, caseAt(box, nowMs)])),
    categories: catalogue.categories.map((category) => ({
      ...category,
      cases: category.cases.filter(({ sale }) => isSold(sale, nowMs)),
    })),
  }
}
