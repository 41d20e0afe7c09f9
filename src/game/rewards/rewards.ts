// The operator's rewards from data/rewards.json. Types only; the rules are in free-case.ts, wheel.ts, calendar.ts, missions.ts,
// raffle.ts, referral.ts and gifts.ts.

import type { PaidGame } from '../base/games.ts'
import type { Localized } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { Case, CaseEntry, Item } from '../catalogue/catalogue.ts'

export type Prize =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'balance'; readonly amount: Cents }
  | { readonly kind: 'item'; readonly item: Item }
  /** One opening of a case, paid by the house. */
  | { readonly kind: 'case'; readonly box: Case }

/** A prize of a kind. */
export type PrizeOf<Kind extends Prize['kind']> = Extract<Prize, { readonly kind: Kind }>

export const FREE_TIERS = ['spark', 'comet', 'nova'] as const

export type FreeTier = (typeof FREE_TIERS)[number]

/** A case that opens once a night for players who deposited enough since 02:00. */
export interface FreeCase {
  readonly tier: FreeTier
  readonly name: Localized
  /** File name in /assets/img/cases/. */
  readonly image: string
  readonly depositedCents: Cents
  /** In ticket order. */
  readonly entries: readonly CaseEntry[]
  /** Present while it cannot be opened without an item whose price is held. */
  readonly paused?: true
}

export interface Sector {
  readonly prize: PrizeOf<'nothing' | 'balance' | 'item'>
  /** Out of 1,000,000. */
  readonly tickets: number
}

export interface Wheel {
  /** The price of a spin other than the daily free one. */
  readonly priceCents: Cents
  /** In their order on the wheel. */
  readonly sectors: readonly Sector[]
  /** Present while it cannot turn without an item whose price is held. */
  readonly paused?: true
}

export interface Calendar {
  /** Days 1 to 9 of every ten. */
  readonly days: readonly PrizeOf<'balance' | 'item'>[]
  /** Every 10th day; they rotate. Items, or money while their price is held. */
  readonly supers: readonly PrizeOf<'balance' | 'item'>[]
}

export const MISSION_PERIODS = ['daily', 'weekly'] as const

export type MissionPeriod = (typeof MISSION_PERIODS)[number]

/** cases: opened; upgrades: won; contracts: signed; spent: cents spent on games. */
export const MISSION_GOALS = ['cases', 'upgrades', 'contracts', 'spent'] as const

export type MissionGoal = (typeof MISSION_GOALS)[number]

export interface Mission {
  readonly id: string
  readonly period: MissionPeriod
  readonly goal: MissionGoal
  /** A count, or an amount in cents. */
  readonly count: number
  readonly reward: PrizeOf<'balance' | 'item' | 'case'>
}

export const RAFFLE_KINDS = ['hourly', 'daily', 'weekly'] as const

export type RaffleKind = (typeof RAFFLE_KINDS)[number]

export const REFERRAL_TIERS = ['silver', 'gold', 'platinum'] as const

export type ReferralTierName = (typeof REFERRAL_TIERS)[number]

export interface ReferralTier {
  readonly name: ReferralTierName
  /** The referred deposits from which it applies. */
  readonly fromCents: Cents
  /** Of the margin of referred players: `referrerPercent` of the rules of gifts. */
  readonly percent: number
}

/** What pays gifts: shares of margin made (margin.ts), and what a stake, a bonus and an account need. gift-bound.ts limits them. */
export interface GiftRules {
  /** Percent of a player's margin up to which they take out gifts of their own. */
  readonly ownPercent: number
  /** Percent of the margin of referred players that their referrer gets, by tier. */
  readonly referrerPercent: Readonly<Record<ReferralTierName, number>>
  /** How long ago margin was made before its share is paid to the referrer. */
  readonly referrerHoldHours: number
  /** Percent of the margin of entrants that raffles cost. */
  readonly rafflePercent: number
  /** Percent of a stake that is taken off its margin, because who holds an item may wait for its price. */
  readonly priceRiskPercent: number
  /** The least stake of each game that makes margin and counts for missions. */
  readonly leastStake: Readonly<Record<PaidGame, Cents>>
  /** The caps of a bonus on a deposit. */
  readonly depositBonus: { readonly percent: number; readonly mostCents: Cents }
  /** What Steam has to say of a player who has never deposited. */
  readonly withoutDeposit: { readonly steamLevel: number; readonly accountDays: number }
  /** How long an item sells at the price at which it was won. */
  readonly wonPriceHours: number
}

export const LEADER_PERIODS = ['day', 'week', 'month'] as const

export type LeaderPeriod = (typeof LEADER_PERIODS)[number]

/** The leaderboards (leaderboard.ts). leader-bound.ts limits the prizes. */
export interface LeaderboardRules {
  /** The margin of a player that counts each day, in cents: a point each. */
  readonly dayMostCents: Cents
  /** The least stake of a result on the board of multipliers. */
  readonly leastStakeCents: Cents
  /** How long after the end of a period its prizes are paid. */
  readonly holdHours: number
  /** The prizes of each period by place on the board of points; empty for none. */
  readonly prizes: Readonly<Record<LeaderPeriod, readonly Cents[]>>
}

export interface Rewards {
  /** In ascending order of the required deposits. */
  readonly freeCases: readonly FreeCase[]
  readonly wheel: Wheel
  readonly calendar: Calendar
  /** Three of each period. */
  readonly missions: readonly Mission[]
  /** Prizes in their order; they rotate. None while the prices of all are held. */
  readonly raffles: Readonly<Record<RaffleKind, readonly Item[]>>
  /** Ascending. */
  readonly referral: readonly ReferralTier[]
  readonly gifts: GiftRules
  readonly leaderboard: LeaderboardRules
}
