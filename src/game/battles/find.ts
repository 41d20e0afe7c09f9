// Finding battles in the lobby: by state, mode and price, and in which order. The server and the browser use the same rules.
import { BATTLE_MODES, type BattleMode } from './battle.ts'

/** Battles with free seats, battles that are decided or shown right now, and battles that are over. */
export const LOBBY_TABS = ['open', 'running', 'ended'] as const
export type LobbyTab = (typeof LOBBY_TABS)[number]

/** The orders to choose from; the first is the newest first, of battles that are over the last to end. Equal prices are ordered by number. */
export const LOBBY_SORTS = ['new', 'price-up', 'price-down'] as const
export type LobbySort = (typeof LOBBY_SORTS)[number]

/** The price ranges of a seat to choose from, in cents; both ends are inclusive, null has no end. */
export const SEAT_PRICES = [
  { id: 'all', min: null, max: null },
  { id: 'under-5', min: null, max: 499 },
  { id: '5-25', min: 500, max: 2499 },
  { id: '25-100', min: 2500, max: 9999 },
  { id: 'over-100', min: 10_000, max: null },
] as const

export type SeatPrices = (typeof SEAT_PRICES)[number]['id']

/** The modes to choose from; `crazy` is any mode in which the lowest wins. */
export const LOBBY_MODES = [...BATTLE_MODES, 'crazy'] as const
export type LobbyMode = (typeof LOBBY_MODES)[number]

export interface LobbyFilter {
  readonly tab: LobbyTab
  readonly prices: SeatPrices
  /** Null for all. */
  readonly mode: LobbyMode | null
  readonly sort: LobbySort
}

export const EVERYTHING_OPEN: LobbyFilter = { tab: 'open', prices: 'all', mode: null, sort: 'new' }

/** Reads what a player looks for from the query of an address; unknown values are those of `EVERYTHING_OPEN`. */
export function readLobbyFilter(search: string): LobbyFilter {
  const fields = new URLSearchParams(search)
  const known = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((value) => value === fields.get(name))
  return {
    tab: known(LOBBY_TABS, 'tab') ?? EVERYTHING_OPEN.tab,
    prices:
      known(
        SEAT_PRICES.map(({ id }) => id),
        'price',
      ) ?? EVERYTHING_OPEN.prices,
    mode: known(LOBBY_MODES, 'mode') ?? null,
    sort: known(LOBBY_SORTS, 'sort') ?? EVERYTHING_OPEN.sort,
  }
}

/** Returns the query of an address that shows the same; empty for `EVERYTHING_OPEN`. */
export function writeLobbyFilter({ tab, prices, mode, sort }: LobbyFilter): string {
  const fields = [
    ['tab', tab === EVERYTHING_OPEN.tab ? '' : tab],
    ['price', prices === EVERYTHING_OPEN.prices ? '' : prices],
    ['mode', mode ?? ''],
    ['sort', sort === EVERYTHING_OPEN.sort ? '' : sort],
  ].filter(([, value]) => value !== '')
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** Returns the price range of a filter. */
export function rangeOf({ prices }: Pick<LobbyFilter, 'prices'>): (typeof SEAT_PRICES)[number] {
  return SEAT_PRICES.find(({ id }) => id === prices) ?? SEAT_PRICES[0]
}

/** What a battle is found and ordered by. */
export interface FindableBattle {
  readonly number: number
  readonly mode: BattleMode
  readonly crazy: boolean
  /** Of a whole seat, in cents. */
  readonly price: number
  /** Milliseconds since 1970; null before its end. */
  readonly finishedAt: number | null
}

/** Tells whether a battle has a mode and a price that a player looks for. */
export function isFound(filter: LobbyFilter, { mode, crazy, price }: FindableBattle): boolean {
  const { min, max } = rangeOf(filter)
  if (price < (min ?? 0) || price > (max ?? Number.POSITIVE_INFINITY)) return false
  return filter.mode === null || (filter.mode === 'crazy' ? crazy : filter.mode === mode)
}

type LobbyOrder = Pick<LobbyFilter, 'tab' | 'sort'>

/** Tells whether an order is by the end of the battles, which their rows show, and not by their numbers. */
export function isByEnd({ tab, sort }: LobbyOrder): boolean {
  return tab === 'ended' && sort === 'new'
}

/** Compares two battles by an order: negative when `one` comes before `other`. */
export function compareBattles(order: LobbyOrder, one: FindableBattle, other: FindableBattle): number {
  if (isByEnd(order)) return (other.finishedAt ?? 0) - (one.finishedAt ?? 0) || other.number - one.number
  const byPrice = order.sort === 'new' ? 0 : (one.price - other.price) * (order.sort === 'price-up' ? 1 : -1)
  return byPrice || other.number - one.number
}
