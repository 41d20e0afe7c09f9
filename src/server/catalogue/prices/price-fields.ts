// The fields of public price lists: which one names an item, and which one is its price.

/** Writes a field as it is compared: `Market_Hash_Name` as `markethashname`. */
export const plainField = (field: string): string => field.toLowerCase().replace(/[^a-z0-9]/g, '')

const NAME_FIELDS: ReadonlySet<string> = new Set([
  'markethashname',
  'hashname',
  'name',
  'marketname',
  'itemname',
  'item',
])

/** Tells whether a plain field holds market hash names. */
export const isNameField = (field: string): boolean => NAME_FIELDS.has(field)

/** Plain fields that tell when a price, or a whole list, was made. */
const TIME_FIELDS = [
  'updatedat',
  'lastupdated',
  'lastupdate',
  'lastupdatedat',
  'generatedat',
  'timestamp',
  'updated',
  'time',
  'date',
]

/** Returns the field of a record, or the place of a column, that tells its time; undefined where none does. */
export const timeField = (fields: readonly string[]): string | undefined =>
  TIME_FIELDS.flatMap((known) => fields.find((field) => plainField(field) === known) ?? [])[0]

/** Tells whether a field holds the currency of a price. */
const isCurrencyField = (field: string): boolean => ['currency', 'currencycode'].includes(plainField(field))

/** Returns the field of a record, or the place of a column, that tells the currency; undefined where none does. */
export const currencyField = (fields: readonly string[]): string | undefined => fields.find(isCurrencyField)

/** Tells whether what a list has as its currency is the dollar. */
export const isDollar = (currency: unknown): boolean => /^(?:usd|\$|us\$)$/i.test(String(currency).trim())

/** Columns of a separated file that are its price, the steadiest first: an average is moved less by one offer than the cheapest is. */
const PRICE_NAMES = [
  'price',
  'suggested_price',
  'safe',
  'safe_price',
  'median_price',
  'mean_price',
  'min_price',
] as const

/** What may be the price of a separated file, for messages. */
export const PRICE_COLUMN_WORDS = `${PRICE_NAMES.slice(0, -1).join(', ')} and ${PRICE_NAMES.at(-1)}, each also with _usd or _cents`

/** The name of a price in dollars has no other sign: `price %` and `price €` are something else. */
const NAME_SIGNS = /^[\w\s$.()[\]-]+$/

/**
 * Returns the place of the column that is the price, that in dollars by its name before others, and whether it is in cents; undefined for
 * none: an old price, a change or a price in another currency is never read.
 */
export function priceColumnOf(
  header: readonly string[],
): { readonly at: number; readonly isCents: boolean } | undefined {
  const columns = header.flatMap((field, at) => {
    const [, name, usd, isCents] = /^(.+?)(?:in)?(usd)?(?:in)?(cents?)?$/.exec(plainField(field)) ?? []
    const rank = PRICE_NAMES.findIndex((known) => plainField(known) === name)
    const column = { at, isCents: isCents !== undefined }
    return rank < 0 || !NAME_SIGNS.test(field) ? [] : [{ column, rank: rank * 2 + (usd === undefined ? 1 : 0) }]
  })
  return columns.toSorted((a, b) => a.rank - b.rank || Number(a.column.isCents) - Number(b.column.isCents))[0]?.column
}

/** The means of a market over its last days: the youngest that is there counts. */
const RECENT = ['last_24h', 'last_7d', 'last_30d', 'last_90d'] as const

/** A price within a row: paths, of which the first that has a number counts. */
export interface PriceColumn {
  readonly title: string
  readonly paths: readonly (readonly string[])[]
}

const column = (...path: readonly string[]): PriceColumn => ({ title: path.join('.'), paths: [path] })
const recent = (...path: readonly string[]): PriceColumn => ({
  title: [...path, 'last_…'].join('.'),
  paths: RECENT.map((span) => [...path, span]),
})

/**
 * Where public lists keep their prices: Skinport, steamapis.com, csgotrader.app (all markets in one file, or one), market.csgo.com. One
 * column is read of all rows, the first that most of them have: markets differ by a third.
 */
export const PRICE_COLUMNS: readonly PriceColumn[] = [
  column('price'),
  column('suggested_price'),
  column('prices', 'safe'),
  recent('prices', 'safe_ts'),
  column('prices', 'median'),
  column('prices', 'mean'),
  column('prices', 'avg'),
  column('prices', 'latest'),
  column('csgotrader', 'price'),
  column('skinport', 'suggested_price'),
  column('buff163', 'starting_at', 'price'),
  column('starting_at', 'price'),
  recent('steam'),
  recent(),
  column('safe'),
  column('median_price'),
  column('mean_price'),
  column('min_price'),
  column('starting_at'),
  column('skinport', 'starting_at'),
  column('csgotm'),
  column('lootfarm'),
  column('csmoney', 'price'),
  column('bitskins', 'price'),
]
