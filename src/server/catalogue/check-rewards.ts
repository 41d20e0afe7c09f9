// rewards.json: every prize an item that has a price or a case that is sold, tickets that sum, a wheel that gives back what it should.
import { ticketSum } from '../../game/case.ts'
import type { Case, CaseEntry, Item } from '../../game/catalogue.ts'
import { CASE_ITEMS, CASE_TICKETS, MISSIONS_A_PERIOD, WHEEL_RETURN_PERCENT } from '../../game/economy.ts'
import { cents } from '../../game/money.ts'
import {
  type Calendar,
  FREE_TIERS,
  type FreeCase,
  MISSION_PERIODS,
  type Mission,
  type Prize,
  type PrizeOf,
  REFERRAL_TIERS,
  type ReferralTier,
  type Rewards,
  type Wheel,
} from '../../game/rewards.ts'
import { wheelReturn } from '../../game/wheel.ts'
import type { Items } from './check-items.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type PrizeRecord, type RewardsRecord, rewardsRecord } from './records.ts'

/** What rewards are checked against. */
interface Stock {
  readonly items: Items
  readonly cases: ReadonlyMap<string, Case>
  /** False when items or cases have faults of their own: then an unknown one is no news. */
  readonly areSound: boolean
  readonly pictures: ReadonlySet<string>
}

type Path = readonly PropertyKey[]

interface Check {
  readonly stock: Stock
  tell(path: Path, message: string): void
}

type Field<Name extends keyof RewardsRecord> = RewardsRecord[Name]

/** Makes the rewards; faults go to the file. Null where the file is not of its shape. */
export function checkRewards(file: CheckedFile, stock: Stock): Rewards | null {
  const record = readRecord<RewardsRecord>(file, [], rewardsRecord, 'rewards')
  if (record === null) return null
  const check: Check = { stock, tell: (path, message) => report(file, path, message) }
  return {
    freeCases: checkFreeCases(record.freeCases, check),
    wheel: checkWheel(record.wheel, check),
    calendar: checkCalendar(record.calendar, check),
    missions: checkMissions(record.missions, check),
    raffles: {
      hourly: checkRaffle('hourly', record.raffles.hourly, check),
      daily: checkRaffle('daily', record.raffles.daily, check),
      weekly: checkRaffle('weekly', record.raffles.weekly, check),
    },
    referral: checkReferral(record.referral, check),
  }
}

function itemAt(id: string, path: Path, { stock, tell }: Check): Item[] {
  const item = stock.items.items.get(id)
  if (item !== undefined) return [item]
  // A known one without a sound price is told where its price is.
  if (stock.areSound && !stock.items.known.has(id)) tell(path, `unknown item "${id}"`)
  return []
}

/** A prize, or nothing where what it names is not known. */
function prizeAt(record: PrizeRecord, path: Path, check: Check): Prize[] {
  if ('nothing' in record) return [{ kind: 'nothing' }]
  if ('balance' in record) return [{ kind: 'balance', amount: cents(record.balance) }]
  if ('item' in record) return itemAt(record.item, [...path, 'item'], check).map((item) => ({ kind: 'item', item }))
  const box = check.stock.cases.get(record.case)
  if (box !== undefined) return [{ kind: 'case', box }]
  if (check.stock.areSound) check.tell([...path, 'case'], `unknown case "${record.case}"`)
  return []
}

/** A prize of the kinds that a place takes; the schema has let no others through. */
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
    if (seen.has(id)) check.tell([...path, at], `item "${id}" is in it twice`)
    seen.add(id)
    return itemAt(id, [...path, at, 'item'], check).map((item) => ({ item, tickets }))
  })
}

function checkFreeCases(records: Field<'freeCases'>, check: Check): FreeCase[] {
  const tiers = records.map(({ tier }) => tier)
  if (tiers.join() !== FREE_TIERS.join()) {
    check.tell(['freeCases'], `the tiers must be ${FREE_TIERS.join(', ')}, in this order`)
  }
  return records.map(({ tier, deposited, name, image, entries }, at) => {
    const path = ['freeCases', at]
    if (deposited <= (records[at - 1]?.deposited ?? 0)) {
      check.tell([...path, 'deposited'], `free case "${tier}": must ask for more than the one before it`)
    }
    if (entries.length < CASE_ITEMS.least || entries.length > CASE_ITEMS.most) {
      check.tell(
        [...path, 'entries'],
        `free case "${tier}": ${CASE_ITEMS.least} to ${CASE_ITEMS.most} items are expected`,
      )
    }
    const sum = ticketSum(entries)
    if (sum !== CASE_TICKETS) {
      check.tell([...path, 'entries'], `free case "${tier}": the tickets sum to ${sum}, not to ${CASE_TICKETS}`)
    }
    if (!check.stock.pictures.has(image)) {
      check.tell([...path, 'image'], `free case "${tier}": the picture "${image}" is missing`)
    }
    return {
      tier,
      name,
      image,
      depositedCents: cents(deposited),
      entries: entriesAt(entries, [...path, 'entries'], check),
    }
  })
}

function checkWheel({ price, sectors }: Field<'wheel'>, check: Check): Wheel {
  const made = sectors.flatMap(({ prize, tickets }, at) =>
    prizeOf(['nothing', 'balance', 'item'], prize, ['wheel', 'sectors', at, 'prize'], check).map((fit) => ({
      prize: fit,
      tickets,
    })),
  )
  const wheel: Wheel = { priceCents: cents(price), sectors: made }
  const sum = ticketSum(sectors)
  if (sum !== CASE_TICKETS) {
    check.tell(['wheel', 'sectors'], `the wheel: the tickets sum to ${sum}, not to ${CASE_TICKETS}`)
    return wheel
  }
  if (made.length < sectors.length) return wheel
  const percent = wheelReturn(wheel) * 100
  const { least, most } = WHEEL_RETURN_PERCENT
  if (percent < least || percent > most) {
    check.tell(['wheel'], `the wheel gives back ${percent.toFixed(2)} %, outside of ${least} % to ${most} %`)
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
      check.tell(['missions'], `${MISSIONS_A_PERIOD} ${period} missions are expected, not ${count}`)
    }
  }
  const seen = new Set<string>()
  return records.flatMap(({ reward, ...mission }, at) => {
    if (seen.has(mission.id)) check.tell(['missions', at, 'id'], `mission "${mission.id}": the id is taken above`)
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

function checkReferral(records: Field<'referral'>, check: Check): ReferralTier[] {
  if (records.map(({ name }) => name).join() !== REFERRAL_TIERS.join()) {
    check.tell(['referral'], `the tiers must be ${REFERRAL_TIERS.join(', ')}, in this order`)
  }
  if (records[0]?.from !== 0) check.tell(['referral', 0, 'from'], 'the first tier must begin at 0')
  return records.map(({ name, from, percent }, at) => {
    const before = records[at - 1]
    if (before !== undefined && (from <= before.from || percent <= before.percent)) {
      check.tell(['referral', at], `tier "${name}": must begin later and bring more than the one before it`)
    }
    return { name, fromCents: cents(from), percent }
  })
}
