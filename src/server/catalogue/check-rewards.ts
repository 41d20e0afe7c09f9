// Checks rewards.json: prizes that exist, tickets that sum, the return of the wheel, the order of tiers.

import {
  CASE_ITEMS,
  CASE_TICKETS,
  FIRST_DEPOSIT_PERCENT,
  MISSIONS_A_PERIOD,
  WHEEL_RETURN_PERCENT,
} from '../../game/base/economy.ts'
import { inEachLanguage } from '../../game/base/language.ts'
import { cents } from '../../game/base/money.ts'
import { ticketSum } from '../../game/cases/case.ts'
import type { Case, CaseEntry, Item } from '../../game/catalogue/catalogue.ts'
import { giftFaults } from '../../game/rewards/gift-bound.ts'
import { leaderFaults } from '../../game/rewards/leader-bound.ts'
import {
  type Calendar,
  FREE_TIERS,
  type FreeCase,
  type GiftRules,
  type LeaderboardRules,
  MISSION_PERIODS,
  type Mission,
  type Prize,
  type PrizeOf,
  REFERRAL_TIERS,
  type ReferralTier,
  type Rewards,
  type Wheel,
} from '../../game/rewards/rewards.ts'
import { wheelReturn } from '../../game/rewards/wheel.ts'
import { type Items, withoutPrice } from './check-items.ts'
import { limitFaults } from './check-limits.ts'
import { createNameCheck } from './check-names.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type PrizeRecord, type RewardsRecord, rewardsRecord } from './records.ts'

/** What rewards are checked against. */
interface RewardContext {
  readonly items: Items
  readonly cases: ReadonlyMap<string, Case>
  /** False when items or cases have faults of their own: unknown ones are not reported then. */
  readonly areSound: boolean
  readonly pictures: ReadonlySet<string>
}

type Path = readonly PropertyKey[]

interface Check {
  readonly context: RewardContext
  report(path: Path, message: string): void
}

type Field<Name extends keyof RewardsRecord> = RewardsRecord[Name]

/** Creates the rewards; reports faults to the file. Returns null when the file does not fit its schema. */
export function checkRewards(file: CheckedFile, context: RewardContext): Rewards | null {
  const record = readRecord<RewardsRecord>(file, [], rewardsRecord, 'rewards')
  if (record === null) return null
  const checkName = createNameCheck(file)
  for (const [at, { tier, name }] of record.freeCases.entries()) {
    checkName(['freeCases', at], `free case "${tier}"`, name)
  }
  const check: Check = { context, report: (path, message) => report(file, path, message) }
  const faultsBefore = file.faults.length
  const rewards: Rewards = {
    freeCases: checkFreeCases(record.freeCases, check),
    wheel: checkWheel(record.wheel, check),
    calendar: checkCalendar(record.calendar, check),
    missions: checkMissions(record.missions, check),
    raffles: {
      hourly: checkRaffle('hourly', record.raffles.hourly, check),
      daily: checkRaffle('daily', record.raffles.daily, check),
      weekly: checkRaffle('weekly', record.raffles.weekly, check),
    },
    referral: checkReferral(record, check),
    gifts: checkGifts(record.gifts, check),
    leaderboard: checkLeaderboard(record, check),
  }
  // Without unknown items, whose places in the lists are lost.
  if (context.areSound && file.faults.length === faultsBefore) {
    for (const { path, message } of limitFaults(rewards)) report(file, path, message)
  }
  return rewards
}

function itemAt(id: string, path: Path, { context, report }: Check): Item[] {
  const item = context.items.items.get(id)
  if (item !== undefined) return [item]
  // A known item with an invalid price is reported at its price.
  if (context.items.unpriced.has(id)) report(path, withoutPrice(id))
  else if (context.areSound && !context.items.known.has(id)) report(path, `unknown item "${id}"`)
  return []
}

/** Returns a prize, or none when its item or case is unknown. */
function prizeAt(record: PrizeRecord, path: Path, check: Check): Prize[] {
  if ('nothing' in record) return [{ kind: 'nothing' }]
  if ('balance' in record) return [{ kind: 'balance', amount: cents(record.balance) }]
  if ('item' in record) return itemAt(record.item, [...path, 'item'], check).map((item) => ({ kind: 'item', item }))
  const box = check.context.cases.get(record.case)
  if (box !== undefined) return [{ kind: 'case', box }]
  if (check.context.areSound) check.report([...path, 'case'], `unknown case "${record.case}"`)
  return []
}

/** Returns a prize of the given kinds; the schema admits no others there. */
function prizeOf<Kind extends Prize['kind']>(
  kinds: readonly Kind[],
  record: PrizeRecord,
  path: Path,
  check: Check,
): PrizeOf<Kind>[] {
  const fits = (prize: Prize): prize is PrizeOf<Kind> => kinds.some((kind) => kind === prize.kind)
  return prizeAt(record, path, check).filter(fits)
}

function entriesAt(records: Field<'freeCases'>[number]['entries'], path: Path, check: Check): CaseEntry[] {
  const seen = new Set<string>()
  return records.flatMap(({ item: id, tickets }, at) => {
    if (seen.has(id)) check.report([...path, at], `item "${id}" is in it twice`)
    seen.add(id)
    return itemAt(id, [...path, at, 'item'], check).map((item) => ({ item, tickets }))
  })
}

function checkFreeCases(records: Field<'freeCases'>, check: Check): FreeCase[] {
  const tiers = records.map(({ tier }) => tier)
  if (tiers.join() !== FREE_TIERS.join()) {
    check.report(['freeCases'], `the tiers must be ${FREE_TIERS.join(', ')}, in this order`)
  }
  return records.map(({ tier, deposited, name, image, art, entries, paused }, at) => {
    const path = ['freeCases', at]
    if (deposited <= (records[at - 1]?.deposited ?? 0)) {
      check.report([...path, 'deposited'], `free case "${tier}": must ask for more than the one before it`)
    }
    if (entries.length < CASE_ITEMS.least || entries.length > CASE_ITEMS.most) {
      check.report(
        [...path, 'entries'],
        `free case "${tier}": ${CASE_ITEMS.least} to ${CASE_ITEMS.most} items are expected`,
      )
    }
    const sum = ticketSum(entries)
    if (sum !== CASE_TICKETS) {
      check.report([...path, 'entries'], `free case "${tier}": the tickets sum to ${sum}, not to ${CASE_TICKETS}`)
    }
    if (art === undefined && !check.context.pictures.has(image)) {
      check.report([...path, 'image'], `free case "${tier}": the picture "${image}" is missing`)
    }
    return {
      tier,
      name: inEachLanguage(name),
      image,
      depositedCents: cents(deposited),
      entries: entriesAt(entries, [...path, 'entries'], check),
      ...(paused === true ? { paused } : {}),
    }
  })
}

function checkWheel({ price, sectors, paused }: Field<'wheel'>, check: Check): Wheel {
  const checked = sectors.flatMap(({ prize, tickets }, at) =>
    prizeOf(['nothing', 'balance', 'item'], prize, ['wheel', 'sectors', at, 'prize'], check).map((fit) => ({
      prize: fit,
      tickets,
    })),
  )
  const wheel: Wheel = { priceCents: cents(price), sectors: checked, ...(paused === true ? { paused } : {}) }
  const sum = ticketSum(sectors)
  if (sum !== CASE_TICKETS) {
    check.report(['wheel', 'sectors'], `the wheel: the tickets sum to ${sum}, not to ${CASE_TICKETS}`)
    return wheel
  }
  if (checked.length < sectors.length || paused === true) return wheel
  const percent = wheelReturn(wheel) * 100
  const { least, most } = WHEEL_RETURN_PERCENT
  if (percent < least || percent > most) {
    const profit = percent > 100 ? 'profit' : 'play for next to nothing'
    const gain = percent > most ? `: who spins it alone would ${profit}` : ''
    check.report(['wheel'], `the wheel gives back ${percent.toFixed(2)} %, outside of ${least} % to ${most} %${gain}`)
  }
  return wheel
}

function checkCalendar({ days, supers }: Field<'calendar'>, check: Check): Calendar {
  return {
    days: days.flatMap((day, at) => prizeOf(['balance', 'item'], day, ['calendar', 'days', at], check)),
    supers: supers.flatMap((one, at) => prizeOf(['item'], one, ['calendar', 'supers', at], check)),
  }
}

function checkMissions(records: Field<'missions'>, check: Check): Mission[] {
  for (const period of MISSION_PERIODS) {
    const count = records.filter((record) => record.period === period).length
    if (count !== MISSIONS_A_PERIOD) {
      check.report(['missions'], `${MISSIONS_A_PERIOD} ${period} missions are expected, not ${count}`)
    }
  }
  const seen = new Set<string>()
  return records.flatMap(({ reward, ...mission }, at) => {
    if (seen.has(mission.id)) check.report(['missions', at, 'id'], `mission "${mission.id}": the id is taken above`)
    seen.add(mission.id)
    return prizeOf(['balance', 'item', 'case'], reward, ['missions', at, 'reward'], check).map((fit) => ({
      ...mission,
      reward: fit,
    }))
  })
}

function checkRaffle(kind: keyof Field<'raffles'>, ids: readonly string[], check: Check): Item[] {
  return ids.flatMap((id, at) => itemAt(id, ['raffles', kind, at], check))
}

function checkGifts({ leastStake, depositBonus, ...rest }: Field<'gifts'>, check: Check): GiftRules {
  const gifts: GiftRules = {
    ...rest,
    leastStake: {
      case: cents(leastStake.case),
      upgrade: cents(leastStake.upgrade),
      contract: cents(leastStake.contract),
      wheel: cents(leastStake.wheel),
      battle: cents(leastStake.battle),
    },
    depositBonus: { percent: depositBonus.percent, mostCents: cents(depositBonus.most) },
  }
  if (depositBonus.percent < FIRST_DEPOSIT_PERCENT) {
    const promised = `at least ${FIRST_DEPOSIT_PERCENT}, which players who were referred are promised for their first deposit`
    check.report(['gifts', 'depositBonus', 'percent'], `gifts.depositBonus.percent is ${promised}`)
  }
  for (const { path, message } of giftFaults(gifts)) {
    const place = ['gifts', ...path]
    check.report(place, `${place.join('.')}: ${message}`)
  }
  return gifts
}

function checkLeaderboard(
  { leaderboard, gifts }: Pick<RewardsRecord, 'leaderboard' | 'gifts'>,
  check: Check,
): LeaderboardRules {
  const { day, week, month } = leaderboard.prizes
  const rules: LeaderboardRules = {
    dayMostCents: cents(leaderboard.dayMost),
    leastStakeCents: cents(leaderboard.leastStake),
    holdHours: leaderboard.holdHours,
    prizes: { day: day.map(cents), week: week.map(cents), month: month.map(cents) },
  }
  for (const { path, message } of leaderFaults(rules, gifts)) {
    const place = ['leaderboard', ...path]
    check.report(place, `${place.filter((key) => typeof key === 'string').join('.')}: ${message}`)
  }
  return rules
}

function checkReferral(
  { referral: records, gifts }: Pick<RewardsRecord, 'referral' | 'gifts'>,
  check: Check,
): ReferralTier[] {
  if (records.map(({ name }) => name).join() !== REFERRAL_TIERS.join()) {
    check.report(['referral'], `the tiers must be ${REFERRAL_TIERS.join(', ')}, in this order`)
  }
  if (records[0]?.from !== 0) check.report(['referral', 0, 'from'], 'the first tier must begin at 0')
  return records.map(({ name, from }, at) => {
    const before = records[at - 1]
    const percent = gifts.referrerPercent[name]
    if (before !== undefined && (from <= before.from || percent <= gifts.referrerPercent[before.name])) {
      check.report(['referral', at], `tier "${name}": must begin later and bring more than the one before it`)
    }
    return { name, fromCents: cents(from), percent }
  })
}
