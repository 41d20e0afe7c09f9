// Brings rewards back into their limits after a change of prices: a prize that is worth too much gives way to the item nearest to it
// that is allowed; the wheel and free cases get other tickets, or pause alone.

import { CASE_TICKETS, FREE_CASE_PERCENT_MOST, WHEEL_RETURN_PERCENT } from '../../../game/base/economy.ts'
import { ticketSum } from '../../../game/cases/case.ts'
import type { Catalogue, Item } from '../../../game/catalogue/catalogue.ts'
import { firstAllowed, meansOf } from '../../../game/prices/held-items.ts'
import { entriesMean } from '../../../game/rewards/gift-cost.ts'
import { type FreeCase, type Prize, RAFFLE_KINDS, type Rewards, type Wheel } from '../../../game/rewards/rewards.ts'
import { wheelReturn, worthOf } from '../../../game/rewards/wheel.ts'
import { limitFaults } from '../check-limits.ts'
import type { ValueEdit } from '../json-edits.ts'

type Path = readonly (string | number)[]

/** What happens to one thing of the shop. */
export interface Settlement {
  /** `case "orion"`, `the wheel`. */
  readonly subject: string
  /** What happened to it, as the end of a sentence. */
  readonly outcome: string
  readonly isPaused: boolean
}

export interface SettledRewards {
  readonly settlements: readonly Settlement[]
  /** Edits of rewards.json: other prizes and tickets. */
  readonly edits: readonly ValueEdit[]
  /** What stays paused. */
  readonly paused: readonly PausedReward[]
}

/** The wheel, or the place of a free case. */
export type PausedReward = 'wheel' | number

interface Change {
  readonly path: Path
  readonly item: Item
}

/** Returns the rewards at other prices. */
function repriceRewards(rewards: Rewards, itemOf: (item: Item) => Item): Rewards {
  const prizeOf = <P extends Prize>(prize: P): P =>
    prize.kind === 'item' ? { ...prize, item: itemOf(prize.item) } : prize
  const { freeCases, wheel, calendar, missions, raffles } = rewards
  return {
    ...rewards,
    freeCases: freeCases.map((box) => ({
      ...box,
      entries: box.entries.map(({ item, tickets }) => ({ item: itemOf(item), tickets })),
    })),
    wheel: { ...wheel, sectors: wheel.sectors.map(({ prize, tickets }) => ({ prize: prizeOf(prize), tickets })) },
    calendar: { days: calendar.days.map(prizeOf), supers: calendar.supers.map(prizeOf) },
    missions: missions.map((mission) => ({ ...mission, reward: prizeOf(mission.reward) })),
    raffles: {
      hourly: raffles.hourly.map(itemOf),
      daily: raffles.daily.map(itemOf),
      weekly: raffles.weekly.map(itemOf),
    },
  }
}

/** The item at a place of the rewards that a limit names. */
function itemAt(rewards: Rewards, [part, ...rest]: Path): Item | undefined {
  const [first, second, third] = rest.map((step) => (typeof step === 'number' ? step : -1))
  const prize = (found: Prize | undefined): Item | undefined => (found?.kind === 'item' ? found.item : undefined)
  if (part === 'wheel') return prize(rewards.wheel.sectors[second ?? -1]?.prize)
  if (part === 'missions') return prize(rewards.missions[first ?? -1]?.reward)
  if (part === 'freeCases') return rewards.freeCases[first ?? -1]?.entries[third ?? -1]?.item
  if (part === 'calendar') return prize(rewards.calendar[rest[0] === 'days' ? 'days' : 'supers'][second ?? -1])
  const kind = RAFFLE_KINDS.find((one) => one === rest[0])
  return part === 'raffles' && kind !== undefined ? rewards.raffles[kind][second ?? -1] : undefined
}

/** The ids that the list of a place has already. */
function neighboursOf(rewards: Rewards, [part, place]: Path): ReadonlySet<string> {
  if (part === 'freeCases') return new Set(rewards.freeCases[Number(place)]?.entries.map(({ item }) => item.id))
  const kind = RAFFLE_KINDS.find((one) => one === place)
  return new Set(part === 'raffles' && kind !== undefined ? rewards.raffles[kind].map(({ id }) => id) : [])
}

/** Puts items at their places. */
function withItems(rewards: Rewards, changes: readonly Change[]): Rewards {
  const replacements = new Map(changes.map(({ path, item }) => [path.join('/'), item]))
  const put = <P extends Prize>(prize: P, path: string): P => {
    const item = replacements.get(path)
    return item !== undefined && prize.kind === 'item' ? { ...prize, item } : prize
  }
  const { freeCases, wheel, calendar, missions, raffles } = rewards
  const raffle = (kind: (typeof RAFFLE_KINDS)[number]): Item[] =>
    raffles[kind].map((item, at) => replacements.get(`raffles/${kind}/${at}`) ?? item)
  return {
    ...rewards,
    freeCases: freeCases.map((box, place) => ({
      ...box,
      entries: box.entries.map((entry, at) => ({
        ...entry,
        item: replacements.get(`freeCases/${place}/entries/${at}`) ?? entry.item,
      })),
    })),
    wheel: {
      ...wheel,
      sectors: wheel.sectors.map((sector, at) => ({
        ...sector,
        prize: put(sector.prize, `wheel/sectors/${at}/prize`),
      })),
    },
    calendar: {
      days: calendar.days.map((prize, at) => put(prize, `calendar/days/${at}`)),
      supers: calendar.supers.map((prize, at) => put(prize, `calendar/supers/${at}`)),
    },
    missions: missions.map((mission, at) => ({ ...mission, reward: put(mission.reward, `missions/${at}/reward`) })),
    raffles: { hourly: raffle('hourly'), daily: raffle('daily'), weekly: raffle('weekly') },
  }
}

interface Prices {
  /** The items at the new prices. */
  readonly items: readonly Item[]
  /** The items before. */
  readonly before: Catalogue['items']
  isHeld(id: string): boolean
}

/** Returns the item nearest to the old price of another, which is worth no more than allowed at the old prices and at the new ones. */
function nearestItem(
  old: Item,
  mostCents: number,
  taken: ReadonlySet<string>,
  { items, before, isHeld }: Prices,
): Item | undefined {
  const wanted = before.get(old.id)?.priceCents ?? mostCents
  const distanceOf = ({ priceCents }: Item): number => Math.abs(priceCents - wanted)
  const allowed = items.filter(
    ({ id, priceCents }) =>
      Math.max(priceCents, before.get(id)?.priceCents ?? 0) <= mostCents && !taken.has(id) && !isHeld(id),
  )
  return allowed.reduce<Item | undefined>(
    (best, item) => (best === undefined || distanceOf(item) < distanceOf(best) ? item : best),
    undefined,
  )
}

interface Replaced {
  readonly rewards: Rewards
  readonly changes: readonly Change[]
  readonly settlements: readonly Settlement[]
}

/** Replaces the items that are worth more than their limit. */
function replaceItems(rewards: Rewards, prices: Prices): Replaced {
  const changes: Change[] = []
  const settlements: Settlement[] = []
  let replaced = rewards
  for (const { path: keys, reward } of limitFaults(rewards)) {
    const path = keys.filter((key) => typeof key !== 'symbol')
    const old = itemAt(replaced, path)
    if (old === undefined || reward === undefined) continue
    const item = nearestItem(old, reward.mostCents, neighboursOf(replaced, path), prices)
    if (item === undefined) continue
    changes.push({ path, item })
    replaced = withItems(replaced, [{ path, item }])
    settlements.push({
      subject: reward.subject,
      outcome: `is worth too much now: ${item.marketHashName} takes the place of ${old.marketHashName}`,
      isPaused: false,
    })
  }
  return { rewards: replaced, changes, settlements }
}

const percent = (fraction: number): string => `${(fraction * 100).toFixed(2)} %`

const ticketEdits = (path: Path, entries: readonly { readonly tickets: number }[]): ValueEdit[] =>
  entries.map(({ tickets }, at) => [[...path, at, 'tickets'], tickets])

interface Balanced {
  readonly settlement: Settlement
  readonly edits: readonly ValueEdit[]
}

const isWheelAllowed = (wheel: Wheel): boolean => {
  const returned = wheelReturn(wheel) * 100
  return returned >= WHEEL_RETURN_PERCENT.least && returned <= WHEEL_RETURN_PERCENT.most
}

/** @param old what the wheel gave back before, as a fraction */
function settleWheel(wheel: Wheel, old: number): Balanced | null {
  if (isWheelAllowed(wheel) || wheel.paused === true) return null
  const means = meansOf(wheel.priceCents, wheel.priceCents * old, WHEEL_RETURN_PERCENT)
  const isAllowed = (sectors: Wheel['sectors']): boolean => isWheelAllowed({ ...wheel, sectors })
  const sectors = firstAllowed(wheel.sectors, ({ prize }) => worthOf(prize), means, isAllowed)
  const subject = 'the wheel'
  const left = `would give back ${percent(wheelReturn(wheel))}`
  if (sectors === undefined) {
    return {
      edits: [],
      settlement: { subject, isPaused: true, outcome: `${left}, and no tickets bring it back: it is paused` },
    }
  }
  const outcome = `${left}: with new tickets it gives back ${percent(wheelReturn({ ...wheel, sectors }))}`
  return { edits: ticketEdits(['wheel', 'sectors'], sectors), settlement: { subject, outcome, isPaused: false } }
}

/** Parts of the allowed mean that are tried. */
const FREE_MEANS = [1, 0.9, 0.75, 0.5] as const

/** @param oldMean the mean before, in cents */
function settleFreeCase(box: FreeCase, place: number, oldMean: number): Balanced | null {
  const most = (box.depositedCents * FREE_CASE_PERCENT_MOST) / 100
  const isAllowed = (entries: FreeCase['entries']): boolean =>
    ticketSum(entries) === CASE_TICKETS && Math.round(entriesMean(entries)) <= Math.floor(most)
  if (isAllowed(box.entries) || box.paused === true) return null
  const means = FREE_MEANS.map((part) => Math.min(oldMean, most) * part)
  const entries = firstAllowed(box.entries, ({ item }) => item.priceCents, means, isAllowed)
  const subject = `the free case "${box.tier}"`
  if (entries === undefined) {
    const outcome = 'would give more than its deposit allows, and no tickets bring it back: it is paused'
    return { edits: [], settlement: { subject, outcome, isPaused: true } }
  }
  const outcome = 'would give more than its deposit allows: it has new tickets'
  return {
    edits: ticketEdits(['freeCases', place, 'entries'], entries),
    settlement: { subject, outcome, isPaused: false },
  }
}

/** The place of an item in rewards.json: a raffle has its id there, everything else an object. */
const itemEdit = ({ path, item }: Change): ValueEdit => [path[0] === 'raffles' ? path : [...path, 'item'], item.id]

/**
 * Brings back what pauses or is outside of its limits at the prices of now.
 *
 * @returns the edits, and what stays paused
 */
export function restoreRewards(rewards: Rewards): Pick<SettledRewards, 'settlements' | 'edits' | 'paused'> & {
  /** What was paused, and is no longer. */
  readonly resumed: readonly PausedReward[]
} {
  const { paused: isWheelPaused, ...wheel } = rewards.wheel
  const middle = (WHEEL_RETURN_PERCENT.least + WHEEL_RETURN_PERCENT.most) / 200
  const parts = [
    { place: 'wheel' as PausedReward, wasPaused: isWheelPaused === true, settled: settleWheel(wheel, middle) },
    ...rewards.freeCases.map(({ paused, ...box }, place) => ({
      place: place as PausedReward,
      wasPaused: paused === true,
      settled: settleFreeCase(box, place, entriesMean(box.entries)),
    })),
  ]
  const isPaused = ({ settled }: (typeof parts)[number]): boolean => settled?.settlement.isPaused === true
  return {
    settlements: parts.flatMap(({ settled }) => (settled === null ? [] : [settled.settlement])),
    edits: parts.flatMap(({ settled }) => settled?.edits ?? []),
    paused: parts.filter(isPaused).map(({ place }) => place),
    resumed: parts.filter((part) => part.wasPaused && !isPaused(part)).map(({ place }) => place),
  }
}

/**
 * Settles rewards at new prices.
 *
 * @param before the rewards at the old prices
 * @param itemOf returns an item at its new price
 */
export function settleRewards(before: Rewards, itemOf: (item: Item) => Item, prices: Prices): SettledRewards {
  const { rewards, changes, settlements } = replaceItems(repriceRewards(before, itemOf), prices)
  const wheel = settleWheel(rewards.wheel, wheelReturn(before.wheel))
  const freeCases = rewards.freeCases.map((box, place) => {
    const old = before.freeCases[place]?.entries
    return settleFreeCase(box, place, old === undefined ? 0 : entriesMean(old))
  })
  const places = freeCases.flatMap((settled, place) =>
    settled === null ? [] : [{ ...settled, place: place as PausedReward }],
  )
  const balanced = [...(wheel === null ? [] : [{ ...wheel, place: 'wheel' as PausedReward }]), ...places]
  return {
    settlements: [...settlements, ...balanced.map(({ settlement }) => settlement)],
    edits: [...changes.map(itemEdit), ...balanced.flatMap(({ edits }) => edits)],
    paused: balanced.flatMap(({ settlement, place }) => (settlement.isPaused ? [place] : [])),
  }
}
