// The targets of an upgrade: the list to choose from, page by page, and the choice by multiplier or chance.
import { atom } from 'nanostores'
import { type Cents, cents } from '../../game/base/money.ts'
import type { Rarity } from '../../game/catalogue/rarity.ts'
import { quoteUpgrade, UPGRADE_EDGE, type UpgradeStake } from '../../game/games/upgrade.ts'
import { nearestTarget, targetPrices } from '../../game/games/upgrade-targets.ts'
import { sortByPrice } from '../../game/prices/price-list.ts'
import { readAmount, tidyAmount } from '../../i18n/amount.ts'
import type { Target, TargetsReply } from '../../protocol/inventory.ts'
import { get } from '../kernel/api.ts'
import { createPageReader, type PageProgress, unknownOf } from '../kernel/paged.ts'
import { $stakeCents, $upgrade, setTarget, TARGET_CHANGED } from './upgrade.ts'

export interface Targets extends PageProgress {
  /** While it is `loading`, the items from before stay visible. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** The items read so far. */
  readonly items: readonly Target[]
  /** The number of matching items in all pages. */
  readonly total: number
  /** The lowest edge of all targets, in ten-thousandths of the stake. */
  readonly edge: number
  /** How many items are not offered because their prices are too old. */
  readonly old: number
}

/** The filters of the list. */
export interface TargetFilters {
  readonly sort: 'cheap' | 'dear'
  /** Null for all seven. */
  readonly rarity: Rarity | null
  /** Part of a name; empty for all. */
  readonly q: string
  /** In dollars, as typed; empty for no limit. */
  readonly least: string
  readonly most: string
  /** Includes targets that the stake does not allow. */
  readonly isAll: boolean
}

const NO_FILTERS: TargetFilters = { sort: 'cheap', rarity: null, q: '', least: '', most: '', isAll: false }

/** How long a change waits for the next one: typed letters, several items added to the stake. */
const SETTLE_MS = 250

export const $targets = atom<Targets>({
  status: 'loading',
  items: [],
  total: 0,
  edge: UPGRADE_EDGE,
  old: 0,
  cursor: null,
  more: 'idle',
})

export const $filters = atom<TargetFilters>(NO_FILTERS)

/** The outcome of the last choice by multiplier or chance: `none` when no item has such a price, `failed` when no answer came. */
export const $pick = atom<'done' | 'asking' | 'none' | 'failed'>('done')

/** Counts the choices by price: only the answer to the newest one is used. */
let picked = 0
let settling: ReturnType<typeof setTimeout> | undefined

/** Returns the price range of the list: the filter of the player, within what the stake allows. */
function pricesOf({ least, most, isAll }: TargetFilters, stakeCents: Cents): { min: number; max: number } {
  const wanted = { min: readAmount(least) ?? 0, max: readAmount(most) ?? Number.MAX_SAFE_INTEGER }
  if (isAll || stakeCents === 0) return wanted
  const { leastCents, mostCents } = targetPrices(stakeCents, $targets.get().edge)
  return { min: Math.max(wanted.min, leastCents), max: Math.min(wanted.max, mostCents) }
}

function read(asking: Readonly<Record<string, string | number | null>>): Promise<TargetsReply> {
  const { rarity, q } = $filters.get()
  const setFilters = new URLSearchParams()
  for (const [name, value] of Object.entries({ rarity, q: q.trim() || null, ...asking })) {
    if (value !== null) setFilters.set(name, String(value))
  }
  return get<TargetsReply>(`/upgrade/targets?${setFilters}`)
}

function readPage(cursor: string | null): Promise<TargetsReply> {
  const filters = $filters.get()
  return read({ ...pricesOf(filters, $stakeCents.get()), sort: filters.sort, cursor })
}

/** Returns a reply with a further page added to its items. */
function join(known: readonly Target[], page: TargetsReply): TargetsReply {
  return { ...page, items: [...known, ...unknownOf(known, page.items, ({ item }) => item.id)] }
}

/** How many items the next reading of the first page has to bring: a list that is read again keeps its length. */
let leastItems = 0

async function readFirst(): Promise<TargetsReply> {
  const least = leastItems
  let reply = await readPage(null)
  while (reply.cursor !== null && reply.items.length < least) reply = join(reply.items, await readPage(reply.cursor))
  return reply
}

const reader = createPageReader<Targets, TargetsReply>($targets, {
  name: 'targets',
  read: (cursor) => (cursor === null ? readFirst() : readPage(cursor)),
  first: ({ items, total, edge, old }) => ({ items, total, edge, old }),
  next: (page) => {
    const { items, total, edge, old } = join($targets.get().items, page)
    return { items, total, edge, old }
  },
})

export const { loadMore: loadMoreTargets } = reader

/** Reads the first page of the targets; those displayed stay until it arrives. */
export function loadTargets(): Promise<void> {
  clearTimeout(settling)
  leastItems = 0
  return reader.load()
}

/** Reads the same list again, as many pages of it as are displayed. */
function rereadTargets(): void {
  clearTimeout(settling)
  leastItems = $targets.get().items.length
  void reader.load()
}

/** Changes the filters and reads the list again; typed letters and amounts wait for the next ones. */
export function changeFilters(part: Partial<TargetFilters>): void {
  const tidy = { ...part }
  if (part.least !== undefined) tidy.least = tidyAmount(part.least)
  if (part.most !== undefined) tidy.most = tidyAmount(part.most)
  $filters.set({ ...$filters.get(), ...tidy })
  $pick.set('done')
  reloadSoon()
}

function reloadSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(() => void loadTargets(), SETTLE_MS)
}

/**
 * Sets the target nearest to a price, among those of the filtered rarity and name. Needs two requests: the next more expensive ones and
 * the next cheaper ones.
 *
 * @param wantedCents within `targetPrices` of the stake
 */
export async function pickNearestTarget(wantedCents: Cents): Promise<void> {
  const request = ++picked
  const stakeCents = $stakeCents.get()
  if (stakeCents === 0) return
  const { edge } = $targets.get()
  const { leastCents, mostCents } = targetPrices(stakeCents, edge)
  $pick.set('asking')
  try {
    const [dearer, cheaper] = await Promise.all([
      read({ min: wantedCents, max: mostCents, sort: 'cheap' }),
      read({ min: leastCents, max: Math.max(0, wantedCents - 1), sort: 'dear' }),
    ])
    // The stake was changed meanwhile, and with it the price.
    if (request !== picked || stakeCents !== $stakeCents.get()) return
    const fits = ({ price, edge: own }: Target): boolean => quoteUpgrade(stakeOf(stakeCents), cents(price), own).ok
    const list = sortByPrice([...cheaper.items, ...dearer.items].filter(fits).map(priced))
    const nearest = nearestTarget(list, stakeCents, wantedCents, edge)
    $pick.set(nearest === null ? 'none' : 'done')
    if (nearest !== null) setTarget(nearest.target)
  } catch (fault) {
    if (request !== picked) return
    console.error('The nearest target could not be read', fault)
    $pick.set('failed')
  }
}

const stakeOf = (balanceCents: Cents): UpgradeStake => ({ itemsCents: [], balanceCents })

function priced(target: Target): { id: string; priceCents: Cents; target: Target } {
  return { id: target.item.id, priceCents: cents(target.price), target }
}

/** Reads the targets, and again when the stake allows others or the prices have changed; returns the function that stops it. */
export function watchTargets(): () => void {
  void loadTargets()
  const stops = [
    $stakeCents.listen(() => {
      $pick.set('done')
      if (!$filters.get().isAll) reloadSoon()
    }),
    $upgrade.listen((upgrading) => {
      const isStale = upgrading.phase === 'refused' && TARGET_CHANGED.has(upgrading.code)
      if (isStale) rereadTargets()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(settling)
  }
}
