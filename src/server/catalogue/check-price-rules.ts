// Checks price-rules.json and price-state.json: how far prices may move, and what imports know about them.
import { cents } from '../../game/base/money.ts'
import { DEFAULT_PRICE_RULES, NO_PRICE_STATE, type PriceRules, type PriceState } from '../../game/prices/price-rules.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type PriceRulesRecord, type PriceStateRecord, priceRulesRecord, priceStateRecord } from './records.ts'

/**
 * Creates the rules; reports faults to the file. Returns null when the file does not fit its schema.
 *
 * @param file undefined where the folder has none: the defaults apply
 */
export function checkPriceRules(file: CheckedFile | undefined): PriceRules | null {
  if (file === undefined) return DEFAULT_PRICE_RULES
  const record = readRecord<PriceRulesRecord>(file, [], priceRulesRecord, 'price rules')
  if (record === null) return null
  const { classes, upgradeEdge: edge, ...rest } = record
  // Rules from before this one go on, also those whose prices stay fresh for longer than its default.
  const drawHours = rest.drawHours ?? Math.max(DEFAULT_PRICE_RULES.drawHours, rest.freshHours)
  if (drawHours < rest.freshHours) {
    report(file, ['drawHours'], 'price rules: drawHours must not be below freshHours')
  }
  for (const [at, { upTo }] of classes.entries()) {
    const before = classes[at - 1]?.upTo
    const isLast = at === classes.length - 1
    const path = ['classes', at, 'upTo']
    if (isLast !== (upTo === null)) report(file, path, 'price rules: the last class alone has "upTo": null')
    else if (upTo !== null && typeof before === 'number' && upTo <= before) {
      report(file, path, `price rules: class ${at + 1} must reach further than the one before it`)
    }
  }
  if (edge.mostBasisPoints < edge.basisPoints) {
    report(file, ['upgradeEdge', 'mostBasisPoints'], 'price rules: the highest edge is below the edge of every upgrade')
  }
  return {
    ...rest,
    drawHours,
    upgradeEdge: edge,
    classes: classes.map(({ upTo, ...one }) => ({ ...one, upToCents: upTo === null ? null : cents(upTo) })),
  }
}

/**
 * Creates the state of prices; reports faults to the file. Returns null when the file does not fit its schema. Items that left the
 * catalogue since are ignored.
 *
 * @param file undefined where the folder has none: nothing is held, and no age is known
 */
export function checkPriceState(file: CheckedFile | undefined, isKnown: (id: string) => boolean): PriceState | null {
  if (file === undefined) return NO_PRICE_STATE
  const record = readRecord<PriceStateRecord>(file, [], priceStateRecord, 'price state')
  if (record === null) return null
  const ofCatalogue = <T>(fields: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(fields).filter(([id]) => isKnown(id))
  return {
    source: record.source,
    atMs: record.at === null ? null : Date.parse(record.at),
    agesMs: new Map(ofCatalogue(record.ages).map(([id, time]) => [id, Date.parse(time)])),
    held: new Map(
      ofCatalogue(record.held).map(([id, { price, seen, since, wrong }]) => [
        id,
        {
          seenCents: cents(price),
          ...(seen === undefined ? {} : { seenMs: Date.parse(seen) }),
          sinceMs: Date.parse(since),
          ...(wrong === undefined ? {} : { isOfWrongList: wrong }),
        },
      ]),
    ),
    spreads: new Map(
      ofCatalogue(record.spreads ?? {}).map(([id, [lowest, highest, sources]]) => [
        id,
        { lowestCents: cents(lowest), highestCents: cents(highest), sources },
      ]),
    ),
    moves: new Map(
      ofCatalogue(record.moves ?? {}).map(([id, { from, at }]) => [
        id,
        { fromCents: cents(from), atMs: Date.parse(at) },
      ]),
    ),
    isShipped: record.shipped === true,
  }
}
