// What changed files and prices do to every case, the wheel and the free cases. Pure: the shop that they make is not checked here.
import { CASE_RETURN_PERCENT, FREE_CASE_PERCENT_MOST, WHEEL_RETURN_PERCENT } from '../../../../game/base/economy.ts'
import { cents } from '../../../../game/base/money.ts'
import { returnToPlayer } from '../../../../game/cases/case.ts'
import type { Case, CaseEntry, Item } from '../../../../game/catalogue/catalogue.ts'
import { withoutHeld } from '../../../../game/prices/held-items.ts'
import { entriesMean } from '../../../../game/rewards/gift-cost.ts'
import type { FreeCase, Rewards, Sector, Wheel } from '../../../../game/rewards/rewards.ts'
import { wheelReturn, worthOf } from '../../../../game/rewards/wheel.ts'
import type { NamedItem, PriceEffect } from '../../../../protocol/office/prices.ts'
import type { CatalogueFiles } from '../../../catalogue/read-catalogue.ts'
import { namedItem, offeredBy, type SoundReading } from './reading.ts'

/** A change of a shop: its prices by item id where they change, what is held afterwards, and the files that change. */
export interface ShopShift {
  readonly prices: ReadonlyMap<string, number>
  readonly held: ReadonlyMap<string, unknown>
  readonly files: CatalogueFiles
}

/** The parts of records that a change of prices edits; the files were checked before. */
interface EntryRecord {
  readonly item?: string
  readonly tickets: number
}
interface CasesRecord {
  readonly cases: readonly { readonly enabled?: boolean; readonly entries: readonly EntryRecord[] }[]
}
interface SectorRecord {
  readonly prize: { readonly item?: string }
  readonly tickets: number
}
interface RewardsRecord {
  readonly wheel: { readonly paused?: boolean; readonly sectors: readonly SectorRecord[] }
  readonly freeCases: readonly { readonly paused?: boolean; readonly entries: readonly EntryRecord[] }[]
}

/** Returns what a free case gives in the mean, as a fraction of the deposit that opens it. */
export const freeCaseReturn = ({ entries, depositedCents }: Pick<FreeCase, 'entries' | 'depositedCents'>): number =>
  entriesMean(entries) / depositedCents

/** A case, the wheel or a free case: what it is, and what it returns. */
interface Shown {
  readonly kind: PriceEffect['kind']
  readonly id: string
  readonly name: PriceEffect['name']
  readonly price: number
  readonly returns: number
  readonly isOn: boolean
  readonly lines: readonly { readonly item: Item | null; readonly worth: number; readonly tickets: number }[]
}

const shownCase = (box: Case): Shown => ({
  kind: 'case',
  id: box.url,
  name: box.name,
  price: box.priceCents,
  returns: returnToPlayer(box),
  isOn: box.enabled,
  lines: box.entries.map(({ item, tickets }) => ({ item, worth: item.priceCents, tickets })),
})

const shownWheel = (wheel: Wheel): Shown => ({
  kind: 'wheel',
  id: 'wheel',
  name: null,
  price: wheel.priceCents,
  returns: wheelReturn(wheel),
  isOn: wheel.paused !== true,
  lines: wheel.sectors.map(({ prize, tickets }) => ({
    item: prize.kind === 'item' ? prize.item : null,
    worth: worthOf(prize),
    tickets,
  })),
})

const shownFree = (box: FreeCase): Shown => ({
  kind: 'freeCase',
  id: box.tier,
  name: box.name,
  price: box.depositedCents,
  returns: freeCaseReturn(box),
  isOn: box.paused !== true,
  lines: box.entries.map(({ item, tickets }) => ({ item, worth: item.priceCents, tickets })),
})

const allOf = (cases: Iterable<Case>, { wheel, freeCases }: Rewards): Shown[] => [
  ...Array.from(cases, shownCase),
  shownWheel(wheel),
  ...freeCases.map(shownFree),
]

/** Reads the bounds of a return, as fractions. */
const BOUNDS: Readonly<Record<PriceEffect['kind'], { readonly least: number; readonly most: number }>> = {
  case: { least: CASE_RETURN_PERCENT.least / 100, most: CASE_RETURN_PERCENT.most / 100 },
  wheel: { least: WHEEL_RETURN_PERCENT.least / 100, most: WHEEL_RETURN_PERCENT.most / 100 },
  freeCase: { least: 0, most: FREE_CASE_PERCENT_MOST / 100 },
}

/** Returns a pausable part as its record says. */
function pausable<P extends { readonly paused?: true }>({ paused: _before, ...part }: P, isPaused: boolean) {
  return isPaused ? { ...part, paused: true as const } : part
}

/** Returns what is sold after a change. */
function shopAfter(reading: SoundReading, { prices, held, files }: ShopShift) {
  const { catalogue, rewards } = reading
  const itemOf = (item: Item): Item => ({ ...item, priceCents: cents(prices.get(item.id) ?? item.priceCents) })
  const casesText = files['cases.json']
  const rewardsText = files['rewards.json']
  const caseRecords = casesText === undefined ? undefined : (JSON.parse(casesText) as CasesRecord).cases
  const records = rewardsText === undefined ? undefined : (JSON.parse(rewardsText) as RewardsRecord)
  const itemNamed = (id: string | undefined, old: Item): Item =>
    itemOf(id === undefined ? old : (catalogue.items.get(id) ?? old))
  const entriesOf = (entries: readonly CaseEntry[], changed: readonly EntryRecord[] | undefined): CaseEntry[] =>
    entries.map(({ item, tickets }, at) => ({
      item: itemNamed(changed?.[at]?.item, item),
      tickets: changed?.[at]?.tickets ?? tickets,
    }))
  const cases = new Map(
    [...catalogue.cases].map(([url, box], place) => {
      const record = caseRecords?.[place]
      const enabled = record === undefined ? box.enabled : record.enabled !== false
      return [url, { ...box, enabled, entries: entriesOf(box.entries, record?.entries) }]
    }),
  )
  const sectorOf = ({ prize, tickets }: Sector, at: number): Sector => {
    const record = records?.wheel.sectors[at]
    const item = prize.kind === 'item' ? itemNamed(record?.prize.item, prize.item) : undefined
    return {
      prize: item === undefined ? prize : { kind: 'item', item },
      tickets: record?.tickets ?? tickets,
    }
  }
  const { wheel } = rewards
  const turned = { ...wheel, sectors: wheel.sectors.map(sectorOf) }
  const isWheelPaused = records === undefined ? wheel.paused === true : records.wheel.paused === true
  const given = rewards.freeCases.map((box, at): FreeCase => {
    const record = records?.freeCases[at]
    const isPaused = record === undefined ? box.paused === true : record.paused === true
    return pausable({ ...box, entries: entriesOf(box.entries, record?.entries) }, isPaused) as FreeCase
  })
  const after = { ...rewards, wheel: pausable(turned, isWheelPaused) as Wheel, freeCases: given }
  return withoutHeld({ catalogue: { ...catalogue, cases }, rewards: after }, held)
}

/** Returns what a part returns with the tickets that it has, at other prices. */
function plainReturn({ kind, price, lines }: Shown, prices: ReadonlyMap<string, number>): number {
  const tickets = lines.reduce((sum, line) => sum + line.tickets, 0)
  const worth = lines.reduce((sum, { item, worth: now, tickets: of }) => {
    return sum + (item === null ? now : (prices.get(item.id) ?? now)) * of
  }, 0)
  // In the order of operations of each rule, so that what stays the same is equal.
  return kind === 'freeCase' ? worth / tickets / price : worth / (tickets * price)
}

const nameOf = (item: Item | null): NamedItem | null => (item === null ? null : namedItem(item))

/** Returns the entries that differ. Where a part has lost entries or has them again, they are compared by item. */
function differingEntries(before: Shown, after: Shown): PriceEffect['entries'] {
  if (before.lines.length === after.lines.length) {
    return before.lines.flatMap(({ item, tickets }, at): PriceEffect['entries'] => {
      const now = after.lines[at]
      if (now === undefined) return []
      const isOther = now.item?.id !== item?.id
      if (!isOther && now.tickets === tickets) return []
      const other = isOther ? nameOf(now.item) : null
      return [{ item: nameOf(item), other, worth: now.worth, before: tickets, after: now.tickets }]
    })
  }
  const lineOf = (shown: Shown, id: string) => shown.lines.find(({ item }) => item?.id === id)
  const ids = new Set([...before.lines, ...after.lines].flatMap(({ item }) => item?.id ?? []))
  return [...ids].flatMap((id): PriceEffect['entries'] => {
    const [old, now] = [lineOf(before, id), lineOf(after, id)]
    if (old?.tickets === now?.tickets) return []
    const [item, worth] = [nameOf(old?.item ?? now?.item ?? null), now?.worth ?? old?.worth ?? 0]
    return [{ item, other: null, worth, before: old?.tickets ?? 0, after: now?.tickets ?? 0 }]
  })
}

function effectOf(before: Shown, after: Shown, prices: ReadonlyMap<string, number>): PriceEffect {
  const { kind, id, name, price } = before
  return {
    ...{ kind, id, name, price, ...BOUNDS[kind] },
    before: before.returns,
    plain: plainReturn(before, prices),
    after: after.returns,
    wasOn: before.isOn,
    isOn: after.isOn,
    entries: differingEntries(before, after),
  }
}

const isSame = ({ before, plain, after, wasOn, isOn, entries }: PriceEffect): boolean =>
  before === after && plain === before && wasOn === isOn && entries.length === 0

/** What a change does, and how much of the shop stays as it is. */
export interface ShopEffects {
  readonly effects: PriceEffect[]
  readonly same: number
}

/** How far a return moves: what moves most is read first. */
const distance = ({ before, after, wasOn, isOn }: PriceEffect): number =>
  (wasOn === isOn ? 0 : 10) + Math.abs(after - before)

/** Returns what a change does to all that is sold and given, the greatest change first. */
export function effectsOf(reading: SoundReading, shift: ShopShift): ShopEffects {
  const offered = offeredBy(reading)
  const later = shopAfter(reading, shift)
  const before = allOf(offered.catalogue.cases.values(), offered.rewards)
  const after = allOf(later.catalogue.cases.values(), later.rewards)
  const all = before.flatMap((one, at) => {
    const other = after[at]
    return other === undefined ? [] : [effectOf(one, other, shift.prices)]
  })
  const effects = all.filter((effect) => !isSame(effect)).sort((one, other) => distance(other) - distance(one))
  return { effects, same: all.length - effects.length }
}

/** Returns what is off or pauses while its return is outside of its range. */
export function partsOutside({ catalogue, rewards }: SoundReading): PriceEffect[] {
  const none = new Map<string, number>()
  return allOf(catalogue.cases.values(), rewards)
    .map((one) => effectOf(one, one, none))
    .filter(({ isOn, after, least, most }) => !isOn && (after < least || after > most))
}
