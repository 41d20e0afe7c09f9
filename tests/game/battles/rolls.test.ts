// The rolls of a battle: vectors that never change, and the same draw on the server and in a browser.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { decideBattle } from '../../../src/game/battles/battle.ts'
import { type BattleDraw, type BattleEntry, drawBattle } from '../../../src/game/battles/rolls.ts'
import { type Hmac, runDraw, runDrawAsync } from '../../../src/game/fairness/fairness.ts'
import { webHashing } from '../../../src/stores/fairness/web-hashing.ts'

const SEED = '0'.repeat(64)

const hmacOf =
  (seed: string): Hmac =>
  (message) =>
    createHmac('sha256', seed).update(message).digest()

const FIRST: readonly BattleEntry[] = [
  { tickets: 500_000, priceCents: cents(100) },
  { tickets: 499_999, priceCents: cents(300) },
  { tickets: 1, priceCents: cents(100_000) },
]
const SECOND: readonly BattleEntry[] = [{ tickets: 1_000_000, priceCents: cents(50) }]

const BATTLE: BattleDraw<BattleEntry> = {
  format: '2v2',
  mode: 'normal',
  crazy: false,
  rounds: [FIRST, SECOND, FIRST],
  seeds: ['one', 'two', 'two', 'four'],
}

/** Draws a battle and returns the hashed messages too. */
function drawn(battle: BattleDraw<BattleEntry>, seed = SEED) {
  const messages: string[] = []
  const hmac: Hmac = (message) => {
    messages.push(message)
    return hmacOf(seed)(message)
  }
  return { ...runDraw(hmac, drawBattle(battle)), messages }
}

const rollsOf = ({ rounds }: ReturnType<typeof drawn>): number[][] =>
  rounds.map((drops) => drops.map(({ roll }) => roll))

describe('the rolls of a battle', () => {
  it('have stable vectors', () => {
    expect(rollsOf(drawn(BATTLE))).toEqual([
      [258_317, 360_947, 698_552, 428_730],
      [911_602, 940_092, 468_438, 712_630],
      [604_049, 537_285, 115_095, 704_118],
    ])
  })

  it('hash the seed of the slot, the round and the slot, all from 1, and then what decides', () => {
    const { messages, result } = drawn(BATTLE)
    const rolls = [1, 2, 3].flatMap((round) =>
      BATTLE.seeds.map((seed, place) => `battle:${seed}:${round}:${place + 1}:0`),
    )
    expect(messages.slice(0, 12)).toEqual(rolls)
    expect(messages.slice(12)).toEqual(
      [
        ['tie', result.deciding.tie],
        ['cents', result.deciding.cents],
      ].flatMap(([name, roll]) => (roll === null ? [] : [`battle:${name}:0:0:0`])),
    )
  })

  it('share no message with the deciding rolls, for any seeds of the players', () => {
    const { messages } = drawn({ ...BATTLE, mode: 'jackpot', seeds: ['tie', 'jackpot', 'cents', '0'] })
    expect(messages).toContain('battle:jackpot:0:0:0')
    expect(new Set(messages).size).toBe(messages.length)
  })

  it('differ for seats with the same seed', () => {
    const rolls = rollsOf(drawn(BATTLE))
    for (const round of rolls) expect(round[1]).not.toBe(round[2])
  })

  it('are changed by another seed of the battle, and for its own seat alone by another client seed', () => {
    const before = rollsOf(drawn(BATTLE))
    const after = rollsOf(drawn({ ...BATTLE, seeds: ['one', 'two', 'other', 'four'] }))
    expect(rollsOf(drawn(BATTLE, '1'.repeat(64)))).not.toEqual(before)
    before.forEach((round, at) => {
      expect(after[at]?.map((roll, seat) => roll === round[seat])).toEqual([true, true, false, true])
    })
  })

  it('win the entry of their ticket, whose prices decide', () => {
    const { rounds, result } = drawn(BATTLE)
    for (const { roll, entry } of rounds[0] ?? []) {
      expect(entry).toBe(roll <= 500_000 ? FIRST[0] : roll <= 999_999 ? FIRST[1] : FIRST[2])
    }
    expect(rounds[1]?.map(({ entry }) => entry)).toEqual(new Array(4).fill(SECOND[0]))
    const values = rounds.map((drops) => drops.map(({ entry }) => entry.priceCents))
    expect(runDraw(hmacOf(SEED), decideBattle(BATTLE, values))).toEqual(result)
  })

  it('are the same in a browser as on the server', async () => {
    for (const mode of ['normal', 'share', 'jackpot'] as const) {
      const battle = { ...BATTLE, mode }
      const there = await runDrawAsync(webHashing.hmac(SEED), drawBattle(battle))
      expect(there).toEqual(runDraw(hmacOf(SEED), drawBattle(battle)))
    }
  })
})

describe('what decides a battle', () => {
  it('has stable vectors', () => {
    const even = [[cents(100), cents(100), cents(100)]]
    const decided = (mode: 'normal' | 'jackpot') =>
      runDraw(hmacOf(SEED), decideBattle({ format: '1v1v1', mode, crazy: false }, even))
    const shared = [[cents(1), cents(1), cents(1), cents(1), cents(1), cents(2)]]
    const split = runDraw(hmacOf(SEED), decideBattle({ format: '3v3', mode: 'share', crazy: false }, shared))
    expect([decided('normal').deciding.tie, decided('jackpot').deciding.jackpot, split.deciding.cents]).toEqual([
      3, 142, 3,
    ])
  })
})
