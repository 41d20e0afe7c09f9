// The office computes bounds and costs from the texts of the shop: they are those that the server computes from its catalogue.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { isKept } from '../../../src/game/rewards/bound.ts'
import { GIFT_PARTS, partCost } from '../../../src/game/rewards/gift-cost.ts'
import { rewardBounds } from '../../../src/game/rewards/reward-bound.ts'
import type { Rewards } from '../../../src/game/rewards/rewards.ts'
import { readItems } from '../../../src/office/session/items/catalogue.ts'
import { type RewardsRecord, readRewardsFile } from '../../../src/office/session/rewards/rewards-file.ts'
import { readPrizeCases, rewardsOf } from '../../../src/office/session/rewards/rewards-of.ts'
import { checksOf, PARTS_OF } from '../../../src/office/session/rewards/tabs.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'

const textOf = (name: string): string => readFileSync(`data/${name}`, 'utf8')
const PAST = { days: 30, playerDays: 900, margin: 90_000, deposited: 800_000 }

describe('the rewards of the release in the office', () => {
  let record: RewardsRecord
  let own: Rewards
  let known: Rewards
  const items = readItems({
    skins: textOf('skins.json'),
    prices: textOf('prices.json'),
    state: textOf('price-state.json'),
  })
  const sources = { items, cases: readPrizeCases(textOf('cases.json')) }

  beforeAll(async () => {
    const read = readRewardsFile(textOf('rewards.json'))
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (read === null || !reading.ok) throw new Error('The release cannot be read')
    record = read
    own = rewardsOf(record, sources)
    known = reading.rewards
  })

  it('have the bounds of the server, and keep them', () => {
    const bounds = rewardBounds(own)
    expect(bounds).toEqual(rewardBounds(known))
    expect(bounds.filter((bound) => !isKept(bound))).toEqual([])
  })

  it('cost what they cost the server', () => {
    for (const part of GIFT_PARTS) expect(partCost(part, own, PAST)).toBe(partCost(part, known, PAST))
  })

  it('have each bound in the tab of its part, those that refuse first', () => {
    const tabs = Object.keys(PARTS_OF) as (keyof typeof PARTS_OF)[]
    const rules = new Set(tabs.flatMap((tab) => PARTS_OF[tab].rules))
    expect(new Set(rewardBounds(own).map(({ rule }) => rule))).toEqual(rules)
    const cheap = { ...record, wheel: { ...record.wheel, price: 50 } }
    const [first] = checksOf('wheel', rewardBounds(rewardsOf(cheap, sources)))
    expect(first).toMatchObject({ rule: 'wheel-return', broken: 1, bound: { strategy: 'wheel-spinner' } })
  })

  it('take what is not sold for nothing', () => {
    const sectors = record.wheel.sectors.with(0, { prize: { item: 'no-such-item' }, tickets: 2000 })
    const [sector] = rewardsOf({ ...record, wheel: { ...record.wheel, sectors } }, sources).wheel.sectors
    expect(sector?.prize).toMatchObject({ kind: 'item', item: { priceCents: 0 } })
  })
})
