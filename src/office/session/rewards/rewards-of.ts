// The rewards of a draft with the prices of the shop, for the rules: its bounds and costs are computed as one types.
import type { Translated } from '../../../game/base/language.ts'
import { cents } from '../../../game/base/money.ts'
import type { Case, CaseEntry, Item } from '../../../game/catalogue/catalogue.ts'
import type { Prize, PrizeOf, Rewards } from '../../../game/rewards/rewards.ts'
import type { Items } from '../items/catalogue.ts'
import type { TicketLine } from '../items/returns.ts'
import type { PrizeRecord, RewardsRecord } from './rewards-file.ts'

export const CASES_FILE = 'cases.json'

/** A case that a mission may give an opening of. */
export interface PrizeCase {
  readonly url: string
  readonly name: Translated
  /** In cents. */
  readonly price: number
  readonly entries: readonly TicketLine[]
}

/** Reads the cases of cases.json; none of a text that is no such file: another room's draft of it is checked there. */
export function readPrizeCases(text: string): readonly PrizeCase[] {
  try {
    const { cases } = JSON.parse(text) as { readonly cases?: readonly PrizeCase[] }
    return cases ?? []
  } catch {
    return []
  }
}

/** What prizes are. */
export interface PrizeSources {
  readonly items: Items
  readonly cases: readonly PrizeCase[]
}

/** An item with what the rules read of it. One that is not sold is worth nothing here: the check of the draft names it. */
function itemOf(id: string, { items }: PrizeSources): Item {
  return { id, priceCents: cents(items.byId.get(id)?.priceCents ?? 0) } as Item
}

function entriesOf(lines: readonly TicketLine[], sources: PrizeSources): CaseEntry[] {
  return lines.map(({ item, tickets }) => ({ item: itemOf(item, sources), tickets }))
}

function prizeOf<Kind extends Prize['kind']>(record: PrizeRecord, sources: PrizeSources): PrizeOf<Kind> {
  return anyPrizeOf(record, sources) as PrizeOf<Kind>
}

function anyPrizeOf(record: PrizeRecord, sources: PrizeSources): Prize {
  if ('balance' in record) return { kind: 'balance', amount: cents(record.balance) }
  if ('item' in record) return { kind: 'item', item: itemOf(record.item, sources) }
  const box = 'case' in record ? sources.cases.find(({ url }) => url === record.case) : undefined
  if (box === undefined || box.price <= 0) return { kind: 'nothing' }
  const { url, price, entries } = box
  return {
    kind: 'case',
    box: { url, priceCents: cents(price), entries: entriesOf(entries, sources) } as unknown as Case,
  }
}

/** Returns the rewards of a record. */
export function rewardsOf(record: RewardsRecord, sources: PrizeSources): Rewards {
  const { freeCases, wheel, calendar, missions, raffles, referral, gifts, leaderboard } = record
  const { depositBonus, leastStake } = gifts
  const prizes = (ids: readonly string[]): Item[] => ids.map((id) => itemOf(id, sources))
  return {
    freeCases: freeCases.map(({ tier, deposited, name, image, entries, paused }) => ({
      tier,
      name: { en: name.en, ru: name.ru ?? name.en, uk: name.uk ?? name.en },
      image,
      depositedCents: cents(deposited),
      entries: entriesOf(entries, sources),
      ...(paused === true ? { paused } : {}),
    })),
    wheel: {
      priceCents: cents(wheel.price),
      sectors: wheel.sectors.map(({ prize, tickets }) => ({ prize: prizeOf(prize, sources), tickets })),
      ...(wheel.paused === true ? { paused: true } : {}),
    },
    calendar: {
      days: calendar.days.map((day) => prizeOf(day, sources)),
      supers: calendar.supers.map((one) => prizeOf(one, sources)),
    },
    missions: missions.map(({ reward, ...mission }) => ({ ...mission, reward: prizeOf(reward, sources) })),
    raffles: { hourly: prizes(raffles.hourly), daily: prizes(raffles.daily), weekly: prizes(raffles.weekly) },
    referral: referral.map(({ name, from }) => ({
      name,
      fromCents: cents(from),
      percent: gifts.referrerPercent[name],
    })),
    gifts: {
      ...gifts,
      leastStake: {
        case: cents(leastStake.case),
        upgrade: cents(leastStake.upgrade),
        contract: cents(leastStake.contract),
        wheel: cents(leastStake.wheel),
        battle: cents(leastStake.battle),
      },
      depositBonus: { percent: depositBonus.percent, mostCents: cents(depositBonus.most) },
    },
    leaderboard: {
      dayMostCents: cents(leaderboard.dayMost),
      leastStakeCents: cents(leaderboard.leastStake),
      holdHours: leaderboard.holdHours,
      prizes: {
        day: leaderboard.prizes.day.map(cents),
        week: leaderboard.prizes.week.map(cents),
        month: leaderboard.prizes.month.map(cents),
      },
    },
  }
}
