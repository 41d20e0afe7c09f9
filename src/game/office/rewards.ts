// The parts of the rewards, as the room Rewards has them: each is a tab, and a page of the players' site.

export const REWARD_TABS = [
  'wheel',
  'calendar',
  'missions',
  'free-cases',
  'raffles',
  'leaderboards',
  'referral',
  'gifts',
] as const

export type RewardTab = (typeof REWARD_TABS)[number]
