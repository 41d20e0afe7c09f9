// The text of rewards.json as the room Rewards edits it. The server's schema (server/catalogue/records.ts) checks each draft.
import type { CrateArt } from '../../../art/crates.ts'
import type { PaidGame } from '../../../game/base/games.ts'
import type { Translated } from '../../../game/base/language.ts'
import type {
  FreeTier,
  LeaderPeriod,
  MissionGoal,
  MissionPeriod,
  RaffleKind,
  ReferralTierName,
} from '../../../game/rewards/rewards.ts'
import type { TicketLine } from '../items/returns.ts'

export const REWARDS_FILE = 'rewards.json'

export type PrizeRecord =
  | { readonly nothing: true }
  | { readonly balance: number }
  | { readonly item: string }
  | { readonly case: string }

export interface FreeCaseRecord {
  readonly tier: FreeTier
  /** In cents, as all amounts here. */
  readonly deposited: number
  readonly name: Translated
  readonly image: string
  readonly art?: CrateArt | undefined
  readonly paused?: true | undefined
  readonly entries: readonly TicketLine[]
}

export interface SectorRecord {
  readonly prize: PrizeRecord
  readonly tickets: number
}

export interface MissionRecord {
  readonly id: string
  readonly period: MissionPeriod
  readonly goal: MissionGoal
  /** A count, or an amount. */
  readonly count: number
  readonly reward: PrizeRecord
}

export interface GiftsRecord {
  readonly ownPercent: number
  readonly referrerPercent: Readonly<Record<ReferralTierName, number>>
  readonly referrerHoldHours: number
  readonly rafflePercent: number
  readonly priceRiskPercent: number
  readonly leastStake: Readonly<Record<PaidGame, number>>
  readonly depositBonus: { readonly percent: number; readonly most: number }
  readonly withoutDeposit: { readonly steamLevel: number; readonly accountDays: number }
  readonly wonPriceHours: number
}

export interface LeaderboardRecord {
  readonly dayMost: number
  readonly leastStake: number
  readonly holdHours: number
  readonly prizes: Readonly<Record<LeaderPeriod, readonly number[]>>
}

export interface RewardsRecord {
  readonly freeCases: readonly FreeCaseRecord[]
  readonly wheel: {
    readonly price: number
    readonly paused?: true | undefined
    readonly sectors: readonly SectorRecord[]
  }
  readonly calendar: { readonly days: readonly PrizeRecord[]; readonly supers: readonly { readonly item: string }[] }
  readonly missions: readonly MissionRecord[]
  readonly raffles: Readonly<Record<RaffleKind, readonly string[]>>
  readonly referral: readonly { readonly name: ReferralTierName; readonly from: number }[]
  readonly gifts: GiftsRecord
  readonly leaderboard: LeaderboardRecord
}

/** What applies where a file is from before there were boards, or battles (server/catalogue/records.ts). */
const BEFORE_BOARDS: LeaderboardRecord = {
  dayMost: 2000,
  leastStake: 100,
  holdHours: 24,
  prizes: { day: [], week: [], month: [] },
}
const BEFORE_BATTLES = 50

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListIn = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => Array.isArray(value[name]))

/** A record of any release. */
type OldRewards = Omit<RewardsRecord, 'gifts' | 'leaderboard'> & {
  readonly gifts: Omit<GiftsRecord, 'leastStake'> & { readonly leastStake: OldStakes }
  readonly leaderboard?: LeaderboardRecord
}

type OldStakes = Omit<GiftsRecord['leastStake'], 'battle'> & { readonly battle?: number }

/** The parts of the file; their fields are as a release or this room writes them, and else the check of the draft names them. */
function isRewards(value: unknown): value is OldRewards {
  return (
    isListIn(value, 'freeCases', 'missions', 'referral') &&
    isObject(value) &&
    isListIn(value.wheel, 'sectors') &&
    isListIn(value.calendar, 'days', 'supers') &&
    isListIn(value.raffles, 'hourly', 'daily', 'weekly') &&
    isObject(value.gifts) &&
    ['referrerPercent', 'leastStake', 'depositBonus', 'withoutDeposit'].every((name) =>
      isObject(Reflect.get(value.gifts as object, name)),
    )
  )
}

/** Reads the record of a text; null where it is no file of rewards: the check of the draft says where. */
export function readRewardsFile(text: string): RewardsRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRewards(value)) return null
  const { leaderboard = BEFORE_BOARDS, gifts, ...rest } = value
  const leastStake = { ...gifts.leastStake, battle: gifts.leastStake.battle ?? BEFORE_BATTLES }
  return { ...rest, gifts: { ...gifts, leastStake }, leaderboard }
}

/** Writes a list, an element a line. */
const lines = (elements: readonly unknown[], indent = ''): string =>
  elements.length === 0
    ? '[]'
    : `[\n${elements.map((element) => `${indent}  ${JSON.stringify(element)}`).join(',\n')}\n${indent}]`

/** Writes fields, one a line; those that are texts already are taken as they are. */
const fields = (entries: readonly (readonly [string, string | undefined])[], indent = ''): string =>
  `{\n${entries
    .flatMap(([name, text]) => (text === undefined ? [] : [`${indent}  "${name}": ${text}`]))
    .join(',\n')}\n${indent}}`

const fieldsOf = (record: object, indent = ''): string =>
  fields(
    Object.entries(record).map(([name, value]) => [name, JSON.stringify(value)]),
    indent,
  )

function freeCaseText({ tier, deposited, name, image, art, paused, entries }: FreeCaseRecord): string {
  const head = Object.entries({ tier, deposited, name, image, art, paused })
  return fields([
    ...head.map(([key, value]) => [key, value === undefined ? undefined : JSON.stringify(value)] as const),
    ['entries', lines(entries, '  ')],
  ])
}

/** Writes a record in the form of the release's file, so that a change is in its own lines. */
export function writeRewardsFile(record: RewardsRecord): string {
  const { freeCases, wheel, calendar, missions, raffles, referral, gifts, leaderboard } = record
  const { prizes, ...boards } = leaderboard
  const flat = (elements: readonly unknown[]): string => lines(elements).replaceAll('\n  ', '\n')
  const parts: readonly (readonly [string, string])[] = [
    ['freeCases', `[\n${freeCases.map(freeCaseText).join(',\n')}\n]`],
    [
      'wheel',
      fields([
        ['price', JSON.stringify(wheel.price)],
        ['paused', wheel.paused === true ? 'true' : undefined],
        ['sectors', lines(wheel.sectors, '  ')],
      ]),
    ],
    [
      'calendar',
      fields([
        ['days', lines(calendar.days, '  ')],
        ['supers', lines(calendar.supers, '  ')],
      ]),
    ],
    ['missions', flat(missions)],
    ['raffles', fieldsOf(raffles)],
    ['referral', flat(referral)],
    ['gifts', fieldsOf(gifts)],
    [
      'leaderboard',
      fields([
        ...Object.entries(boards).map(([name, value]) => [name, JSON.stringify(value)] as const),
        ['prizes', fieldsOf(prizes, '  ')],
      ]),
    ],
  ]
  return `{\n${parts.map(([name, text]) => `"${name}": ${text}`).join(',\n')}\n}\n`
}

/** Returns the part of the file that a line is in, as its first field; undefined for none. */
export function partOfLine(text: string, line: number): keyof RewardsRecord | undefined {
  const before = text.split('\n').slice(0, line)
  const names = before.flatMap((one) => /^\s{0,2}"(\w+)":/.exec(one)?.[1] ?? [])
  const parts = ['freeCases', 'wheel', 'calendar', 'missions', 'raffles', 'referral', 'gifts', 'leaderboard'] as const
  return names.flatMap((name) => parts.find((part) => part === name) ?? []).at(-1)
}
