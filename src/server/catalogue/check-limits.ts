// Says which rewards of rewards.json are worth more than their limits (game/rewards/reward-bound.ts), and who would gain by each.
import { FREE_CASE_PERCENT_MOST, MISSION_PERCENT_MOST, WHEEL_PRICE } from '../../game/base/economy.ts'
import { type Cents, cents } from '../../game/base/money.ts'
import { type Bound, isKept, type Strategy } from '../../game/rewards/bound.ts'
import { leastStakeOf, prizeBounds } from '../../game/rewards/reward-bound.ts'
import type { Rewards } from '../../game/rewards/rewards.ts'
import { formatMoney } from '../../i18n/format.ts'

/** A reward that is worth too much: its place in rewards.json, and what is wrong. */
export interface LimitFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** The reward as the beginning of a sentence, and what an item there may be worth; absent where more than an item is at fault. */
  readonly reward?: { readonly subject: string; readonly mostCents: Cents }
}

/** What a strategy would gain by a reward that is worth too much. */
const GAINS: Readonly<Partial<Record<Strategy, string>>> = {
  collector: 'a collector of gifts would be given it without a stake',
  'small-stakes': 'who completes missions with the smallest stakes would be paid for them',
  'case-depositor': 'who deposits for the free case alone would be given it',
  'raffle-ring': 'a ring that enters raffles alone would be given it',
  'place-buyer': 'who buys a place would be given it',
}

/** Names a reward by its place. */
function subjectOf([part, first, ...rest]: Bound['path'], rewards: Rewards): string {
  const at = Number(first)
  switch (part) {
    case 'missions':
      return `mission "${rewards.missions[at]?.id}": its reward`
    case 'wheel':
      return `the wheel: sector ${Number(rest[0]) + 1}`
    case 'calendar':
      return `the calendar: ${first === 'days' ? 'day' : 'super prize'} ${Number(rest[0]) + 1}`
    case 'raffles': {
      const prize = rewards.raffles[first as keyof Rewards['raffles']][Number(rest[0])]
      return `the ${first} raffle: prize "${prize?.id}"`
    }
    case 'leaderboard':
      return `the leaderboard: place ${Number(rest[1]) + 1} of the ${rest[0]}`
    default: {
      const free = rewards.freeCases[at]
      const subject = `free case "${free?.tier}"`
      return rest.length < 2 ? subject : `${subject}: item "${free?.entries[Number(rest[1])]?.item.id}"`
    }
  }
}

/** Returns what the limit of a reward is, where it is no number of its own. */
function measureOf({ rule, path }: Bound, rewards: Rewards): string {
  if (rule === 'free-mean') return `${FREE_CASE_PERCENT_MOST} % of the deposit that it asks for; `
  const mission = rule === 'mission-stake' ? rewards.missions[Number(path[1])] : undefined
  if (mission === undefined) return ''
  const stake = formatMoney(leastStakeOf(mission, rewards))
  return `${MISSION_PERCENT_MOST} % of the ${stake} that completing it stakes at least; `
}

function faultOf(bound: Bound, rewards: Rewards): LimitFault {
  const { rule, strategy, path, value, limit } = bound
  if (rule === 'wheel-price-least' || rule === 'wheel-price-most') {
    const [least, most] = [WHEEL_PRICE.least, WHEEL_PRICE.most].map((price) => formatMoney(price))
    const gain = strategy === null ? '' : ': a collector of gifts would be given a spin of it every day'
    return { path, message: `the wheel: a spin costs ${formatMoney(value)}; ${least} to ${most} are allowed${gain}` }
  }
  const subject = subjectOf(path, rewards)
  const worth = `${formatMoney(value)}${rule === 'free-mean' ? ' in the mean' : ''}`
  const why = `${measureOf(bound, rewards)}${GAINS[strategy ?? 'collector']}`
  const message = `${subject} is worth ${worth}, more than ${formatMoney(limit)}: ${why}`
  return rule === 'free-mean' ? { path, message } : { path, message, reward: { subject, mostCents: cents(limit) } }
}

/** Returns every reward that is worth more than its limit. */
export function limitFaults(rewards: Rewards): LimitFault[] {
  const broken = prizeBounds(rewards).filter((bound) => !isKept(bound))
  const isFirst = ({ path }: Bound, at: number): boolean =>
    broken.findIndex((other) => other.path.join() === path.join()) === at
  return broken.filter(isFirst).map((bound) => faultOf(bound, rewards))
}
