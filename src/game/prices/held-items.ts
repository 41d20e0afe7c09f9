// Takes items whose price is held out of everything that can be won: they leave cases, the wheel and free cases where the other tickets
// reach nearly the same return; where they do not, that one thing pauses. Pure; the files of the catalogue stay as they are, so that
// everything is back once the hold is lifted.

import {
  CASE_ITEMS,
  CASE_RETURN_PERCENT,
  CASE_TICKETS,
  FREE_CASE_PERCENT_MOST,
  WHEEL_RETURN_PERCENT,
  WHEEL_SECTORS,
} from '../base/economy.ts'
import { isReturnInBand, returnToPlayer, type Ticketed, ticketSum } from '../cases/case.ts'
import { rebalance } from '../cases/rebalance.ts'
import type { Case, CaseEntry, Catalogue, Category, Item } from '../catalogue/catalogue.ts'
import { entriesMean } from '../rewards/gift-cost.ts'
import { type FreeCase, type Prize, type PrizeOf, RAFFLE_KINDS, type Rewards, type Wheel } from '../rewards/rewards.ts'
import { wheelReturn, worthOf } from '../rewards/wheel.ts'

/** What holds change, by name. */
export interface HoldEffects {
  /** Cases that are sold without an item. */
  readonly changedCases: readonly string[]
  readonly pausedCases: readonly string[]
  /** `wheel`, `freeCases spark`, `raffles weekly`. */
  readonly pausedRewards: readonly string[]
}

/** What is offered while items are held. */
export interface Offered {
  readonly catalogue: Catalogue
  readonly rewards: Rewards
  readonly effects: HoldEffects
}

type IsHeld = (item: Pick<Item, 'id'>) => boolean

const withTickets = <E extends Ticketed>(entries: readonly E[], tickets: readonly number[]): E[] =>
  entries.map((entry, at) => ({ ...entry, tickets: tickets[at] ?? 0 }))

/** Returns the first rebalanced entries that are allowed; undefined when none of the means is reached by allowed ones. */
export function firstAllowed<E extends Ticketed>(
  entries: readonly E[],
  priceOf: (entry: E) => number,
  means: readonly number[],
  isAllowed: (entries: readonly E[]) => boolean,
): E[] | undefined {
  const balanced = entries.map((entry) => ({ priceCents: priceOf(entry), tickets: entry.tickets }))
  for (const mean of means) {
    const proposal = rebalance(balanced, mean)
    if (proposal === undefined) continue
    const changed = withTickets(entries, proposal)
    if (ticketSum(changed) === CASE_TICKETS && isAllowed(changed)) return changed
  }
  return undefined
}

/** The means to try, in percent of a price: the old one, then the middle of the range, then near its bounds. */
export const meansOf = (
  priceCents: number,
  old: number,
  { least, most }: { least: number; most: number },
): number[] => [old, ...[(least + most) / 2, least + 1, most - 1].map((percent) => (priceCents * percent) / 100)]

function caseWithout(box: Case, isHeld: IsHeld): Case {
  const heldItems = box.entries.flatMap(({ item }) => (isHeld(item) ? [item] : []))
  if (heldItems.length === 0) return box
  const left = box.entries.filter(({ item }) => !isHeld(item))
  const entries =
    left.length < CASE_ITEMS.least
      ? undefined
      : firstAllowed(
          left,
          ({ item }) => item.priceCents,
          meansOf(box.priceCents, box.priceCents * returnToPlayer(box), CASE_RETURN_PERCENT),
          (changed) => isReturnInBand({ ...box, entries: changed }),
        )
  return entries === undefined ? { ...box, heldItems, enabled: false } : { ...box, heldItems, entries }
}

function wheelWithout(wheel: Wheel, isHeld: IsHeld): Wheel {
  const left = wheel.sectors.filter(({ prize }) => prize.kind !== 'item' || !isHeld(prize.item))
  if (left.length === wheel.sectors.length) return wheel
  const { least, most } = WHEEL_RETURN_PERCENT
  const isAllowed = (sectors: Wheel['sectors']): boolean => {
    const percent = wheelReturn({ ...wheel, sectors }) * 100
    return percent >= least && percent <= most
  }
  const means = meansOf(wheel.priceCents, wheel.priceCents * wheelReturn(wheel), WHEEL_RETURN_PERCENT)
  const sectors =
    left.length < WHEEL_SECTORS.least ? undefined : firstAllowed(left, ({ prize }) => worthOf(prize), means, isAllowed)
  return sectors === undefined ? { ...wheel, paused: true } : { ...wheel, sectors }
}

/** Parts of the old mean that are tried for a free case: it may give less for a while, never more than it is allowed. */
const FREE_MEANS = [1, 0.9, 0.75, 0.5] as const

function freeCaseWithout(box: FreeCase, isHeld: IsHeld): FreeCase {
  const left = box.entries.filter(({ item }) => !isHeld(item))
  if (left.length === box.entries.length) return box
  const most = (box.depositedCents * FREE_CASE_PERCENT_MOST) / 100
  const isAllowed = (entries: readonly CaseEntry[]): boolean => entriesMean(entries) <= most
  const old = entriesMean(box.entries)
  const means = FREE_MEANS.map((part) => old * part)
  const entries =
    left.length < CASE_ITEMS.least ? undefined : firstAllowed(left, ({ item }) => item.priceCents, means, isAllowed)
  return entries === undefined ? { ...box, paused: true } : { ...box, entries }
}

/** Returns the accepted price of a held item in money instead of the item: as much as was promised, and no guess at its price. */
const paidInMoney =
  (isHeld: IsHeld) =>
  <P extends Prize>(prize: P): P | PrizeOf<'balance'> =>
    prize.kind === 'item' && isHeld(prize.item) ? { kind: 'balance', amount: prize.item.priceCents } : prize

function rewardsWithout(rewards: Rewards, cases: ReadonlyMap<string, Case>, isHeld: IsHeld): Rewards {
  const inMoney = paidInMoney(isHeld)
  const { calendar, missions, raffles } = rewards
  const supers = calendar.supers.filter((prize) => prize.kind !== 'item' || !isHeld(prize.item))
  const unheld = (items: readonly Item[]): Item[] => items.filter((item) => !isHeld(item))
  const rewardOf = (reward: (typeof missions)[number]['reward']): (typeof missions)[number]['reward'] => {
    if (reward.kind !== 'case') return inMoney(reward)
    const box = cases.get(reward.box.url) ?? reward.box
    const isPaused = box.heldItems !== undefined && !box.enabled
    return isPaused ? { kind: 'balance', amount: box.priceCents } : { kind: 'case', box }
  }
  return {
    ...rewards,
    freeCases: rewards.freeCases.map((box) => freeCaseWithout(box, isHeld)),
    wheel: wheelWithout(rewards.wheel, isHeld),
    calendar: {
      days: calendar.days.map(inMoney),
      supers: supers.length > 0 ? supers : calendar.supers.map(inMoney),
    },
    missions: missions.map((mission) => ({ ...mission, reward: rewardOf(mission.reward) })),
    raffles: {
      hourly: unheld(raffles.hourly),
      daily: unheld(raffles.daily),
      weekly: unheld(raffles.weekly),
    },
  }
}

function pausedRewards({ freeCases, wheel, raffles }: Rewards): string[] {
  return [
    ...(wheel.paused === true ? ['wheel'] : []),
    ...freeCases.flatMap(({ tier, paused }) => (paused === true ? [`freeCases ${tier}`] : [])),
    ...RAFFLE_KINDS.flatMap((kind) => (raffles[kind].length === 0 ? [`raffles ${kind}`] : [])),
  ]
}

const NO_EFFECTS: HoldEffects = { changedCases: [], pausedCases: [], pausedRewards: [] }

/**
 * Takes held items out of cases and rewards.
 *
 * @param held by item id
 * @returns the same catalogue and rewards when nothing is held
 */
export function withoutHeld(
  { catalogue, rewards }: { readonly catalogue: Catalogue; readonly rewards: Rewards },
  held: ReadonlyMap<string, unknown>,
): Offered {
  if (held.size === 0) return { catalogue, rewards, effects: NO_EFFECTS }
  const isHeld: IsHeld = ({ id }) => held.has(id)
  const cases = new Map([...catalogue.cases].map(([url, box]) => [url, caseWithout(box, isHeld)]))
  const categories = catalogue.categories.map(
    (category): Category => ({ ...category, cases: category.cases.map((box) => cases.get(box.url) ?? box) }),
  )
  const offered = rewardsWithout(rewards, cases, isHeld)
  const before = (url: string): boolean => catalogue.cases.get(url)?.enabled === true
  const touched = [...cases.values()].filter(({ url, heldItems }) => heldItems !== undefined && before(url))
  return {
    catalogue: { ...catalogue, cases, categories },
    rewards: offered,
    effects: {
      changedCases: touched.flatMap(({ url, enabled }) => (enabled ? [url] : [])),
      pausedCases: touched.flatMap(({ url, enabled }) => (enabled ? [] : [url])),
      pausedRewards: pausedRewards(offered),
    },
  }
}
