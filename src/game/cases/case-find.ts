// Finding cases: by their names, by what is in them, by price, among favourites, and in which order.
import { LANGUAGES, type Language } from '../base/language.ts'
import { createSearch, normaliseForSearch } from '../base/search.ts'

/** The price ranges to choose from, in cents; `from` is inclusive, `to` exclusive. The last one has no end. */
export const PRICE_BANDS = [
  { id: 'all', from: 0, to: Number.POSITIVE_INFINITY },
  { id: 'under-2', from: 0, to: 200 },
  { id: '2-10', from: 200, to: 1000 },
  { id: '10-50', from: 1000, to: 5000 },
  { id: 'over-50', from: 5000, to: Number.POSITIVE_INFINITY },
] as const

type PriceBand = (typeof PRICE_BANDS)[number]['id']

/** The orders to choose from; the first one keeps the categories. */
export const CASE_ORDERS = ['category', 'popular', 'cheap', 'dear', 'new', 'return', 'best'] as const

export type CaseOrder = (typeof CASE_ORDERS)[number]

/** What a reader looks for. */
export interface FindQuery {
  readonly text: string
  readonly band: PriceBand
  readonly order: CaseOrder
  /** Urls of the cases to look among, which come in this order unless another is chosen; null for all cases. */
  readonly favourites: readonly string[] | null
}

const TEXT_MOST = 60
const FAVOURITES_MOST = 200

const CASE_URL = /^[a-z0-9-]{1,60}$/

/** Reads the favourites of an address: urls with dots between them. Those that no case can have are left out. */
function readFavourites(field: unknown): readonly string[] | null {
  if (typeof field !== 'string') return null
  const urls = new Set(field.split('.').filter((url) => CASE_URL.test(url)))
  return [...urls].slice(0, FAVOURITES_MOST)
}

/** Reads what a reader looks for from fields of a form or an address; an unknown value is the first one of its list. */
export function readFindQuery(fieldOf: (name: 'q' | 'price' | 'sort' | 'mine') => unknown): FindQuery {
  const text = fieldOf('q')
  const band = PRICE_BANDS.find(({ id }) => id === fieldOf('price')) ?? PRICE_BANDS[0]
  const order = CASE_ORDERS.find((name) => name === fieldOf('sort')) ?? CASE_ORDERS[0]
  return {
    text: typeof text === 'string' ? text.trim().slice(0, TEXT_MOST) : '',
    band: band.id,
    order,
    favourites: readFavourites(fieldOf('mine')),
  }
}

/** Returns the query of an address that finds the same; empty where nothing is looked for. */
export function writeFindQuery({ text, band, order, favourites }: FindQuery): string {
  const fields = [
    ['q', text],
    ['price', band === PRICE_BANDS[0].id ? '' : band],
    ['sort', order === CASE_ORDERS[0] ? '' : order],
  ].filter(([, value]) => value !== '')
  if (favourites !== null) fields.push(['mine', favourites.join('.')])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** The skins that cases contain. */
export interface CaseContents {
  /** `names` begins with one for each of `LANGUAGES`; nicknames follow. */
  readonly skins: readonly { readonly id: string; readonly names: readonly string[] }[]
  /** By the url of a case: places in `skins`, the most expensive first. */
  readonly cases: Readonly<Record<string, readonly number[]>>
}

/** What a case is found and ordered by. */
export interface Findable {
  readonly url: string
  /** In the language of the reader and in English. */
  readonly names: readonly string[]
  /** In cents. */
  readonly price: number
  /** The price of the best item, in cents. */
  readonly bestPrice: number
  /** A fraction. */
  readonly returnToPlayer: number
  /** Openings of the last days. */
  readonly opened: number
  /** When it was first in the catalogue, in milliseconds since 1970; 0 for the first catalogue. */
  readonly firstSeen: number
}

/** A case that was found. */
export interface FoundCase<Case extends Findable> {
  readonly box: Case
  /** The skin for which it was found: the most expensive one that matches; null where only its name does. */
  readonly skin: string | null
}

export interface FindResult<Case extends Findable> {
  /** In their order. */
  readonly cases: readonly FoundCase<Case>[]
  /** Where contents match: how many cases contain it, what it is, and the skin to show for it. */
  readonly contained: { readonly count: number; readonly what: string; readonly skin: string } | null
}

/** Compares cases by an order; equal ones stay in the order of their categories. */
const COMPARE: Readonly<Record<CaseOrder, (a: Findable, b: Findable) => number>> = {
  category: () => 0,
  popular: (a, b) => b.opened - a.opened,
  cheap: (a, b) => a.price - b.price,
  dear: (a, b) => b.price - a.price,
  new: (a, b) => b.firstSeen - a.firstSeen,
  return: (a, b) => b.returnToPlayer - a.returnToPlayer,
  best: (a, b) => b.bestPrice - a.bestPrice,
}

/** Shorter texts are in nearly every name: they find no contents. */
const CONTENT_LETTERS_LEAST = 2

interface Skin {
  readonly place: number
  readonly id: string
  readonly names: readonly string[]
}

interface ContentSearch {
  readonly skins: readonly Skin[]
  readonly find: (text: string) => ReadonlySet<Skin>
}

const NO_CONTENTS: CaseContents = { skins: [], cases: {} }

/** Preparing the skins of a catalogue takes about 15 ms, and the server would do it for each page that it renders. */
const contentSearches = new WeakMap<CaseContents, ContentSearch>()

function searchContents(contents: CaseContents): ContentSearch {
  const existing = contentSearches.get(contents)
  if (existing !== undefined) return existing
  const skins = contents.skins.map((skin, place) => ({ ...skin, place }))
  const search = { skins, find: createSearch(skins, ({ names }) => names) }
  contentSearches.set(contents, search)
  return search
}

/** Returns what found skins have in common: the one skin, its weapon, or else what was typed. */
function commonName(skins: readonly Skin[], language: Language, typed: string): string {
  const names = new Set(skins.map(({ names }) => names[LANGUAGES.indexOf(language)] ?? ''))
  const [name = ''] = names
  if (names.size === 1) return name.replace(' | ', ' ')
  const weapons = new Set([...names].map((one) => one.split(' | ')[0] ?? ''))
  const [weapon = ''] = weapons
  return weapons.size === 1 ? weapon : typed
}

/**
 * Prepares cases for searches by their names and, where the contents are given, by what is in them.
 *
 * @param all in the order of their categories
 * @param language the language of the reader, in which what was found is named
 */
export function createCaseFind<Case extends Findable>(
  all: readonly Case[],
  contents: CaseContents | null,
  language: Language,
): (query: FindQuery) => FindResult<Case> {
  const findNames = createSearch(all, ({ names }) => names)
  const { skins, find: findSkins } = searchContents(contents ?? NO_CONTENTS)

  /** Returns the places of matching skins. */
  function matchingSkins(text: string): ReadonlySet<number> {
    if (normaliseForSearch(text).length < CONTENT_LETTERS_LEAST) return new Set()
    return new Set(Array.from(findSkins(text), ({ place }) => place))
  }

  return ({ text, band, order, favourites }) => {
    const among = favourites?.flatMap((url) => all.find((box) => box.url === url) ?? []) ?? all
    const { from, to } = PRICE_BANDS.find(({ id }) => id === band) ?? PRICE_BANDS[0]
    const named = text === '' ? new Set(all) : findNames(text)
    const matching = text === '' ? new Set<number>() : matchingSkins(text)
    const matches = among
      .filter(({ price }) => price >= from && price < to)
      .map((box) => ({ box, place: contents?.cases[box.url]?.find((place) => matching.has(place)) }))
      .filter(({ box, place }) => place !== undefined || named.has(box))
    const byName = (box: Case): number => (named.has(box) ? 0 : 1)
    const ordered = matches.toSorted((a, b) => COMPARE[order](a.box, b.box) || byName(a.box) - byName(b.box))
    const containing = ordered.filter(({ place }) => place !== undefined)
    const bestSkin = skins[containing[0]?.place ?? -1]
    return {
      cases: ordered.map(({ box, place }) => ({ box, skin: skins[place ?? -1]?.id ?? null })),
      contained:
        bestSkin === undefined
          ? null
          : {
              count: containing.length,
              what: commonName(
                skins.filter(({ place }) => matching.has(place)),
                language,
                text,
              ),
              skin: bestSkin.id,
            },
    }
  }
}
