// Gifts as players meet them: locked until their play has paid for them, by examples.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  chargeBalance,
  countStake,
  creditBalance,
  depositBonus,
  giftAllowance,
  itemValue,
  lockedAtValue,
  lockedOfEach,
  lockedOfWin,
  missingForGifts,
  missingTurnover,
  stakesAfterReversal,
  unlockItem,
} from '../../../src/game/rewards/gifts.ts'
import { microcents } from '../../../src/game/rewards/margin.ts'
import { newPlayer } from '../../support/strategies/shop.ts'
import { GIFTS } from './gift-rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FRESH = newPlayer().account
const withMargin = (dollars: number) => ({ ...FRESH, margin: microcents(dollars * 1e8) })
const gifted = creditBalance(creditBalance(withMargin(5), cents(300), cents(0)), cents(500), cents(500))

describe('a charge', () => {
  it('takes free money first', () => {
    expect(chargeBalance(gifted, cents(300), GIFTS)).toMatchObject({
      cashCents: 300,
      lockedCents: 0,
      account: { balanceCents: 500, lockedCents: 500, unlockedCents: 0 },
    })
  })

  it('then unlocks what 40 % of the margin allow, and only what it needs', () => {
    expect(chargeBalance(gifted, cents(350), GIFTS)).toMatchObject({
      cashCents: 350,
      lockedCents: 0,
      account: { balanceCents: 450, lockedCents: 450, unlockedCents: 50 },
    })
  })

  it('then takes locked money as it is', () => {
    expect(chargeBalance(gifted, cents(700), GIFTS)).toMatchObject({
      cashCents: 500,
      lockedCents: 200,
      account: { balanceCents: 100, lockedCents: 100, unlockedCents: 200 },
    })
  })

  it('is refused where the balance does not cover it', () => {
    expect(() => chargeBalance(gifted, cents(801), GIFTS)).toThrow(RangeError)
  })
})

describe('a stake', () => {
  const stake = { game: 'contract', stakeCents: cents(300), cashCents: cents(120), rate: 90_000 } as const

  it('makes margin by its cash alone', () => {
    expect(countStake(FRESH, stake, GIFTS)).toEqual({ ...FRESH, margin: 10_800_000 })
  })

  it('makes none below the least stake of its game', () => {
    expect(countStake(FRESH, { ...stake, stakeCents: cents(299) }, GIFTS)).toEqual(FRESH)
    expect(countStake(FRESH, { ...stake, game: 'upgrade', stakeCents: cents(99) }, GIFTS)).toEqual(FRESH)
    expect(countStake(FRESH, { ...stake, game: 'case', stakeCents: cents(49) }, GIFTS)).toEqual(FRESH)
  })
})

describe('locked money', () => {
  it('wins locked items in proportion, rounded up', () => {
    expect(lockedOfWin({ stakeCents: cents(300), lockedCents: cents(100) }, cents(1000))).toBe(334)
    expect(lockedOfWin({ stakeCents: cents(300), lockedCents: cents(0) }, cents(1000))).toBe(0)
    expect(lockedOfWin({ stakeCents: cents(300), lockedCents: cents(300) }, cents(7))).toBe(7)
  })

  it('is all of what a free roll wins', () => {
    expect(lockedOfWin({ stakeCents: cents(0), lockedCents: cents(0) }, cents(7))).toBe(7)
  })

  it('comes back from a sale in proportion', () => {
    const item = { priceCents: cents(1000), lockedCents: cents(334) }
    expect(lockedAtValue(item, cents(1000))).toBe(334)
    expect(lockedAtValue(item, cents(500))).toBe(167)
    expect(lockedAtValue(item, cents(1))).toBe(1)
  })

  it('pays the last of several cases', () => {
    expect(lockedOfEach(cents(100), 4, cents(0))).toEqual([0, 0, 0, 0])
    expect(lockedOfEach(cents(100), 4, cents(250))).toEqual([0, 50, 100, 100])
    expect(lockedOfEach(cents(100), 4, cents(400))).toEqual([100, 100, 100, 100])
  })
})

describe('a locked item', () => {
  const item = { priceCents: cents(1000), lockedCents: cents(500) }

  it('is unlocked by what it is worth now', () => {
    expect(unlockItem(withMargin(20), item, cents(1000), GIFTS)).toMatchObject({ ok: true, costCents: 500 })
    expect(unlockItem(withMargin(20), item, cents(1600), GIFTS)).toMatchObject({ ok: true, costCents: 800 })
    expect(unlockItem(withMargin(20), item, cents(1602), GIFTS)).toEqual({ ok: false, missingCents: 1 })
  })

  it('uses up the allowance', () => {
    const unlocked = unlockItem(withMargin(20), item, cents(1000), GIFTS)
    if (!unlocked.ok) throw new Error('not unlocked')
    expect(giftAllowance(withMargin(20), GIFTS)).toBe(800)
    expect(giftAllowance(unlocked.account, GIFTS)).toBe(300)
    expect(unlockItem(unlocked.account, item, cents(1000), GIFTS)).toEqual({ ok: false, missingCents: 200 })
  })

  it('that is free needs none, also where a reversal has left less margin than was used', () => {
    const overdrawn = { ...FRESH, unlockedCents: cents(700) }
    const free = { priceCents: cents(1000), lockedCents: cents(0) }
    expect(unlockItem(overdrawn, free, cents(1000), GIFTS)).toMatchObject({ ok: true, costCents: 0 })
    expect(unlockItem(overdrawn, item, cents(1000), GIFTS)).toEqual({ ok: false, missingCents: 500 })
  })
})

describe('the value of an item', () => {
  const item = { priceCents: cents(1000), wonAtMs: 5 * DAY }

  it('is its won price for a day, then the lower of that and its price now', () => {
    expect(itemValue(item, cents(800), 6 * DAY - 1, GIFTS)).toBe(1000)
    expect(itemValue(item, cents(800), 6 * DAY, GIFTS)).toBe(800)
    expect(itemValue(item, cents(1200), 6 * DAY, GIFTS)).toBe(1000)
    expect(itemValue(item, null, 9 * DAY, GIFTS)).toBe(1000)
  })
})

describe('what else gifts ask for', () => {
  it('deposits turned over once', () => {
    expect(missingTurnover({ stakedCents: cents(60) }, cents(100))).toBe(40)
    expect(missingTurnover({ stakedCents: cents(160) }, cents(100))).toBe(0)
  })

  it('as much of the stakes as of the deposits: a deposit after a full refund has its own turnover', () => {
    expect(stakesAfterReversal(cents(60), cents(0), cents(0))).toBe(60)
    expect(stakesAfterReversal(cents(60), cents(100), cents(50))).toBe(30)
    const amount = fc.integer({ min: 1, max: 1_000_000 }).map(cents)
    const step = fc.record({ deposit: amount, stake: amount, refundPercent: fc.integer({ min: 0, max: 100 }) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), amount, (steps, next) => {
        let [deposited, staked] = [0, 0]
        const refund = (part: number): void => {
          staked = stakesAfterReversal(cents(staked), cents(deposited), cents(part))
          deposited -= part
        }
        for (const { deposit, stake, refundPercent } of steps) {
          deposited += deposit
          staked += stake
          const before = staked
          refund(Math.floor((deposited * refundPercent) / 100))
          expect(staked).toBeLessThanOrEqual(before)
        }
        refund(deposited)
        expect(missingTurnover({ stakedCents: cents(staked) }, next)).toBe(deposited + next)
      }),
    )
  })

  it('bonuses of a tenth of the deposit and $50 at most', () => {
    expect(depositBonus(cents(999), 5, GIFTS)).toBe(49)
    expect(depositBonus(cents(10_000), 30, GIFTS)).toBe(1000)
    expect(depositBonus(cents(200_000), 10, GIFTS)).toBe(5000)
  })

  it('an old Steam account of level 5 that may trade, where there is no deposit', () => {
    const steam = { createdMs: 20 * DAY, isPrivate: false, isLimited: false, isTradeBanned: false }
    expect(missingForGifts(5, steam, 200 * DAY, GIFTS)).toBeNull()
    expect(missingForGifts(5, steam, 200 * DAY - 1, GIFTS)).toBe('age')
    expect(missingForGifts(4, steam, 200 * DAY, GIFTS)).toBe('level')
    expect(missingForGifts(5, { ...steam, isTradeBanned: true }, 200 * DAY, GIFTS)).toBe('trade-ban')
    // What Steam does not say counts against it.
    expect(missingForGifts(null, steam, 900 * DAY, GIFTS)).toBe('level')
    expect(missingForGifts(5, null, 900 * DAY, GIFTS)).toBe('unknown')
    expect(missingForGifts(5, { ...steam, createdMs: null }, 900 * DAY, GIFTS)).toBe('hidden')
  })
})
