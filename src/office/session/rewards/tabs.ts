// The parts of the room Rewards: which bounds, and which costs, belong to each.
import type { RewardTab } from '../../../game/office/rewards.ts'
import { type Bound, type BoundRule, isKept } from '../../../game/rewards/bound.ts'
import type { GiftPart } from '../../../game/rewards/gift-cost.ts'
import type { RewardsRecord } from './rewards-file.ts'

interface TabParts {
  readonly part: GiftPart
  readonly rules: readonly BoundRule[]
  /** The page of the players' site that shows it. */
  readonly page: string
}

export const PARTS_OF: Readonly<Record<RewardTab, TabParts>> = {
  wheel: {
    part: 'wheel',
    rules: ['wheel-return', 'wheel-fair', 'wheel-sector', 'wheel-price-most', 'wheel-price-least'],
    page: 'wheel',
  },
  calendar: {
    part: 'calendar',
    rules: ['calendar-day', 'calendar-super', 'steam-level', 'account-days'],
    page: 'calendar',
  },
  missions: { part: 'missions', rules: ['mission-stake', 'mission-worth', 'least-stake'], page: 'missions' },
  'free-cases': { part: 'freeCases', rules: ['free-mean', 'free-item'], page: 'free_case' },
  raffles: { part: 'raffles', rules: ['raffle-prize', 'raffle-percent'], page: 'raffle' },
  leaderboards: {
    part: 'leaderboards',
    rules: ['leader-share', 'leader-order', 'leader-prize', 'leader-stake'],
    page: 'leaderboard',
  },
  referral: { part: 'referral', rules: ['referrer-percent', 'all-percent'], page: 'referral' },
  gifts: {
    part: 'bonuses',
    rules: [
      'own-percent',
      'raffle-percent',
      'all-percent',
      'bonus-percent',
      'bonus-most',
      'least-stake',
      'price-risk',
      'won-price',
      'steam-level',
      'account-days',
    ],
    page: 'bonuses',
  },
}

/** Returns the tab that changes a part of the file. */
export function tabOfPart(part: keyof RewardsRecord): RewardTab {
  switch (part) {
    case 'freeCases':
      return 'free-cases'
    case 'leaderboard':
      return 'leaderboards'
    default:
      return part
  }
}

/** How near a number is to its bound: 1 at it, more beyond it. */
function nearness({ value, side, limit }: Bound): number {
  const [part, whole] = side === 'most' ? [value, limit] : [limit, value]
  return whole === 0 ? (part === 0 ? 1 : Number.POSITIVE_INFINITY) : part / whole
}

export interface RuleCheck {
  readonly rule: BoundRule
  /** The number that is nearest to its bound, or furthest beyond it. */
  readonly bound: Bound
  /** How many numbers are beyond theirs. */
  readonly broken: number
}

/** Returns the checks of a tab, those that refuse first. */
export function checksOf(tab: RewardTab, bounds: readonly Bound[]): readonly RuleCheck[] {
  const checks = PARTS_OF[tab].rules.flatMap((rule): RuleCheck[] => {
    const own = bounds.filter((bound) => bound.rule === rule)
    const [bound] = own.toSorted(
      (one, other) => Number(isKept(one)) - Number(isKept(other)) || nearness(other) - nearness(one),
    )
    return bound === undefined ? [] : [{ rule, bound, broken: own.filter((one) => !isKept(one)).length }]
  })
  return checks.toSorted((one, other) => Math.min(1, other.broken) - Math.min(1, one.broken))
}

/** Returns the broken bound of a field; undefined where it keeps them. */
export function faultAt(bounds: readonly Bound[], ...path: readonly (string | number)[]): Bound | undefined {
  const place = path.join()
  return bounds.find((bound) => bound.path.join() === place && !isKept(bound))
}
