// What the stake may be set against: the list to choose from, page by page, and the item that is meant by "three times".
import { atom } from 'nanostores'
import type { Target, TargetsReply } from '../contract/inventory.ts'
import { type Cents, cents } from '../game/money.ts'
import { sortByPrice } from '../game/price-list.ts'
import type { Rarity } from '../game/rarity.ts'
import { nearestTarget, targetPrices } from '../game/upgrade-targets.ts'
import { readAmount, tidyAmount } from '../i18n/amount.ts'
import { get } from './api.ts'
import { $stakeCents, $upgrade, aim } from './upgrade.ts'

export interface Targets {
  /** While it is `loading` the items of before stay on show. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** As far as they were read. */
  readonly items: readonly Target[]
  /** Of all that fit, in all pages. */
  readonly total: number
  /** Where the next page begins; null when there is none. */
  readonly cursor: string | null
  /** What becomes of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
}

/** Which targets the player wants to see. */
export interface TargetsWish {
  readonly sort: 'cheap' | 'dear'
  /** Null for all seven. */
  readonly rarity: Rarity | null
  /** Part of a name; empty for all. */
  readonly q: string
  /** Dollars as they were typed; empty for no bound. */
  readonly least: string
  readonly most: string
  /** Also those that the stake may not be set against. */
  readonly isAll: boolean
}

const NO_WISH: TargetsWish = { sort: 'cheap', rarity: null, q: '', least: '', most: '', isAll: false }

/** How long a change waits for the next one: letters that are typed, items put in one after the other. */
const SETTLE_MS = 250

export const $targets = atom<Targets>({ status: 'loading', items: [], total: 0, cursor: null, more: 'idle' })

export const $wish = atom<TargetsWish>(NO_WISH)

/** What the last choice by multiplier or chance came to: `none` when no item costs so much, `failed` when nobody answered. */
export const $pick = atom<'done' | 'asking' | 'none' | 'failed'>('done')

/** Counts the questions: only the answer to the newest one is shown. */
let asked = 0
let picked = 0
let settling: ReturnType<typeof setTimeout> | undefined

function change(part: Partial<Targets>): void {
  $targets.set({ ...$targets.get(), ...part })
}

/** The prices on show: what the player asked for, within what the stake allows. */
function pricesOf({ least, most, isAll }: TargetsWish, stakeCents: Cents): { min: number; max: number } {
  const wanted = { min: readAmount(least) ?? 0, max: readAmount(most) ?? Number.MAX_SAFE_INTEGER }
  if (isAll || stakeCents === 0) return wanted
  const { leastCents, mostCents } = targetPrices(stakeCents)
  return { min: Math.max(wanted.min, leastCents), max: Math.min(wanted.max, mostCents) }
}

function read(asking: Readonly<Record<string, string | number | null>>): Promise<TargetsReply> {
  const { rarity, q } = $wish.get()
  const wish = new URLSearchParams()
  for (const [name, value] of Object.entries({ rarity, q: q.trim() || null, ...asking })) {
    if (value !== null) wish.set(name, String(value))
  }
  return get<TargetsReply>(`/upgrade/targets?${wish}`)
}

/** Reads the first page of the targets; what was on show stays until it is there. */
export async function loadTargets(): Promise<void> {
  clearTimeout(settling)
  const question = ++asked
  change({ status: 'loading', more: 'idle' })
  try {
    const wish = $wish.get()
    const { items, total, cursor } = await read({ ...pricesOf(wish, $stakeCents.get()), sort: wish.sort })
    if (question === asked) change({ status: 'ready', items, total, cursor })
  } catch (fault) {
    if (question !== asked) return
    console.error('Targets could not be read', fault)
    change({ status: 'failed' })
  }
}

/** Reads the next page, if there is one and it is not on its way. */
export async function loadMoreTargets(): Promise<void> {
  const { status, cursor, more } = $targets.get()
  if (status !== 'ready' || cursor === null || more === 'loading') return
  const question = asked
  change({ more: 'loading' })
  try {
    const wish = $wish.get()
    const page = await read({ ...pricesOf(wish, $stakeCents.get()), sort: wish.sort, cursor })
    if (question !== asked) return
    // A catalogue that was changed meanwhile may begin anew.
    const known = new Set($targets.get().items.map(({ item }) => item.id))
    const items = [...$targets.get().items, ...page.items.filter(({ item }) => !known.has(item.id))]
    change({ items, total: page.total, cursor: page.cursor, more: 'idle' })
  } catch (fault) {
    if (question !== asked) return
    console.error('More targets could not be read', fault)
    change({ more: 'failed' })
  }
}

/** Changes which targets are shown; typed letters and amounts wait for the next ones. */
export function wish(part: Partial<TargetsWish>): void {
  const tidy = { ...part }
  if (part.least !== undefined) tidy.least = tidyAmount(part.least)
  if (part.most !== undefined) tidy.most = tidyAmount(part.most)
  $wish.set({ ...$wish.get(), ...tidy })
  $pick.set('done')
  reloadSoon()
}

function reloadSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(() => void loadTargets(), SETTLE_MS)
}

/**
 * Aims at the target nearest to a price, among those of the rarity and the name on show. Two questions tell: the next dearer ones,
 * the next cheaper ones.
 *
 * @param wantedCents within `targetPrices` of the stake
 */
export async function pickNear(wantedCents: Cents): Promise<void> {
  const question = ++picked
  const stakeCents = $stakeCents.get()
  if (stakeCents === 0) return
  const { leastCents, mostCents } = targetPrices(stakeCents)
  $pick.set('asking')
  try {
    const [dearer, cheaper] = await Promise.all([
      read({ min: wantedCents, max: mostCents, sort: 'cheap' }),
      read({ min: leastCents, max: Math.max(0, wantedCents - 1), sort: 'dear' }),
    ])
    // A stake that was changed meanwhile means another price.
    if (question !== picked || stakeCents !== $stakeCents.get()) return
    const list = sortByPrice([...cheaper.items, ...dearer.items].map(priced))
    const nearest = nearestTarget(list, stakeCents, wantedCents)
    $pick.set(nearest === null ? 'none' : 'done')
    if (nearest !== null) aim(nearest.target)
  } catch (fault) {
    if (question !== picked) return
    console.error('The nearest target could not be read', fault)
    $pick.set('failed')
  }
}

function priced(target: Target): { id: string; priceCents: Cents; target: Target } {
  return { id: target.item.id, priceCents: cents(target.price), target }
}

/** Reads the targets, and again when the stake allows others or they have changed; returns what stops it. */
export function watchTargets(): () => void {
  void loadTargets()
  const stops = [
    $stakeCents.listen(() => {
      $pick.set('done')
      if (!$wish.get().isAll) reloadSoon()
    }),
    $upgrade.listen((upgrading) => {
      const isStale =
        upgrading.phase === 'refused' && (upgrading.code === 'target-price' || upgrading.code === 'target-unknown')
      if (isStale) void loadTargets()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(settling)
  }
}
