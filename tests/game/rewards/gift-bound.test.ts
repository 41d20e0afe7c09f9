// Proves in two parts that no strategy gains from gifts. First, for every sequence of results and choices: what was unlocked is at most
// 40 % of the margin, and all gifts of a ring at most 70 %. Second, exactly, for any odds table: the mean of free wealth plus margin,
// less what gifts added, does not rise with a stake.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaidGame } from '../../../src/game/base/games.ts'
import { cents } from '../../../src/game/base/money.ts'
import { entryOfRoll } from '../../../src/game/cases/case.ts'
import { GIFTS_PERCENT_MOST, giftFaults } from '../../../src/game/rewards/gift-bound.ts'
import { chargeBalance, countStake, type GiftAccount, lockedOfWin } from '../../../src/game/rewards/gifts.ts'
import { placePrize } from '../../../src/game/rewards/leaderboard.ts'
import { marginRate, microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import { fundRaffle, raffleAllowance } from '../../../src/game/rewards/raffle-funding.ts'
import type { GiftRules } from '../../../src/game/rewards/rewards.ts'
import {
  deposit,
  freeWealth,
  giveItem,
  giveMoney,
  movePrices,
  newPlayer,
  type PlayedTable,
  pay,
  play,
  type RemovedRule,
  type ShopRules,
  type SimulatedPlayer,
  sell,
  sellingValue,
  withdraw,
} from '../../support/strategies/shop.ts'
import { GIFTS } from './gift-rules.ts'

const DAY = 86_400_000
const N = 1_000_000

const amount = fc.integer({ min: 1, max: 20_000 }).map(cents)
/** Of gifts and prizes, which margin can pay. */
const small = fc.integer({ min: 1, max: 500 }).map(cents)
const roll = fc.integer({ min: 1, max: N })
const which = fc.nat({ max: 40 })
const who = fc.nat({ max: 2 })

/** A table that returns a part of its stake, with any prices. */
const shape = fc.record({
  returned: fc.integer({ min: 0, max: 99 }),
  rare: fc.integer({ min: 1, max: N - 1 }),
  isMoney: fc.boolean(),
})

function tableOf(
  game: PaidGame,
  stake: number,
  { returned, rare, isMoney }: { returned: number; rare: number; isMoney: boolean },
): PlayedTable {
  const worth = Math.floor((stake * returned * N) / 100)
  const dear = Math.floor(worth / 2 / rare)
  const cheap = Math.floor((worth - dear * rare) / (N - rare))
  const lines = [
    { priceCents: dear, tickets: rare, isMoney },
    { priceCents: cheap, tickets: N - rare, isMoney: false },
  ]
  return { game, stakeCents: cents(stake), lines }
}

const move = fc.oneof(
  fc.record({ kind: fc.constant('deposit' as const), who, amount }),
  fc.record({ kind: fc.constant('gift' as const), who, amount: small }),
  fc.record({ kind: fc.constant('item' as const), who, amount: small }),
  fc.record({ kind: fc.constant('free' as const), who, amount, shape, roll }),
  fc.record({ kind: fc.constant('case' as const), who, amount, shape, roll }),
  fc.record({ kind: fc.constant('upgrade' as const), who, amount, shape, roll, which }),
  fc.record({ kind: fc.constant('contract' as const), who, shape, roll }),
  fc.record({ kind: fc.constant('sell' as const), who, which }),
  fc.record({ kind: fc.constant('withdraw' as const), who, which }),
  fc.record({ kind: fc.constant('prices' as const), who, isUp: fc.boolean(), days: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('commission' as const) }),
  fc.record({ kind: fc.constant('raffle' as const), amount: small, which }),
  fc.record({ kind: fc.constant('place' as const), who, amount: small }),
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never

/** The most items that a move stakes. */
const ITEMS_STAKED = { case: 0, upgrade: 1, contract: 10 } as const

interface Ring {
  readonly players: readonly SimulatedPlayer[]
  /** What was paid to the referrer of each player, and what raffles and places have taken of each player's margin. */
  readonly commissions: number[]
  readonly raffled: number[]
  raffles: number
  places: number
  atMs: number
}

function raffle(ring: Ring, prize: number, which: number, rules: ShopRules): void {
  const entrants = ring.players.map(({ account }, at) => ({
    playerId: at,
    availableCents: raffleAllowance({ margin: account.margin, raffledCents: cents(ring.raffled[at] ?? 0) }, rules),
  }))
  const funded = fundRaffle(cents(prize), entrants)
  if (funded === null) return
  for (const at of funded.players) ring.raffled[at] = (ring.raffled[at] ?? 0) + funded.shareCents
  const winner = ring.players[funded.players[which % funded.players.length] ?? 0]
  if (winner === undefined) return
  giveItem(winner, cents(prize), ring.atMs, rules, true)
  ring.raffles += prize
}

/** Pays a place of a leaderboard, whose period has all the margin of the player in it. */
function place(ring: Ring, prize: number, at: number, rules: ShopRules): void {
  const player = ring.players[at]
  if (player === undefined) return
  const { margin } = player.account
  const made = { counted: margin, margin, raffledCents: cents(ring.raffled[at] ?? 0) }
  // The place below has half of the prize.
  const { paid } = placePrize([cents(prize), cents(Math.ceil(prize / 2))], made, rules)
  pay(player, paid)
  ring.raffled[at] = (ring.raffled[at] ?? 0) + paid
  ring.places += paid
}

/** Pays the first player the commission on the others. */
function commissions(ring: Ring, rules: ShopRules): void {
  for (const [at, { account }] of ring.players.entries()) {
    const [referrer] = ring.players
    if (at === 0 || referrer === undefined) continue
    const due = shareOfMargin(account.margin, rules.referrerPercent.platinum) - (ring.commissions[at] ?? 0)
    pay(referrer, cents(due))
    ring.commissions[at] = (ring.commissions[at] ?? 0) + due
  }
}

type PlayMove = Extract<Move, { readonly shape: unknown }>

/** Plays a table with the items and the money of a move, if the player has any. */
function playMove(player: SimulatedPlayer, made: PlayMove, atMs: number, rules: ShopRules): void {
  if (made.kind === 'free') {
    const table = { ...tableOf('case', made.amount, made.shape), stakeCents: cents(0) }
    play(player, table, { atMs, roll: made.roll }, rules)
    return
  }
  const [from, count] = [made.kind === 'upgrade' ? made.which : 0, ITEMS_STAKED[made.kind]]
  const items = player.items.slice(from, from + count)
  const worth = items.reduce((sum, one) => sum + sellingValue(one, atMs, rules), 0)
  const money = made.kind === 'contract' ? 0 : Math.min(made.amount, player.account.balanceCents)
  const stake = worth + money
  if (stake > 0) play(player, tableOf(made.kind, stake, made.shape), { items, atMs, roll: made.roll }, rules)
}

function makeMove(ring: Ring, made: Move, rules: ShopRules): void {
  if (made.kind === 'commission') commissions(ring, rules)
  else if (made.kind === 'raffle') raffle(ring, made.amount, made.which, rules)
  else if (made.kind === 'place') place(ring, made.amount, made.who, rules)
  else moveOf(ring, made, rules)
}

function moveOf(ring: Ring, made: Exclude<Move, { kind: 'commission' | 'raffle' | 'place' }>, rules: ShopRules): void {
  const player = ring.players[made.who]
  if (player === undefined) return
  const { atMs } = ring
  const item = 'which' in made ? player.items[made.which % Math.max(1, player.items.length)] : undefined
  if (made.kind === 'deposit') deposit(player, made.amount)
  else if (made.kind === 'gift') giveMoney(player, made.amount, rules)
  else if (made.kind === 'item') giveItem(player, made.amount, atMs, rules)
  else if (made.kind === 'prices') {
    movePrices(player, 0.02, () => made.isUp)
    ring.atMs += made.days * DAY
  } else if (made.kind !== 'sell' && made.kind !== 'withdraw') playMove(player, made, atMs, rules)
  else if (item !== undefined) {
    if (made.kind === 'sell') sell(player, item, atMs, rules)
    else withdraw(player, item, atMs, rules)
  }
}

function assertSound({ players, commissions, raffled, raffles, places }: Ring, rules: ShopRules): void {
  let [gifts, margin] = [raffles + places, 0]
  for (const [at, { account, items }] of players.entries()) {
    const { balanceCents, lockedCents, unlockedCents } = account
    expect(lockedCents).toBeGreaterThanOrEqual(0)
    expect(lockedCents).toBeLessThanOrEqual(balanceCents)
    for (const item of items) expect(item.lockedCents).toBeLessThanOrEqual(item.priceCents)
    expect(unlockedCents * 100e6).toBeLessThanOrEqual(rules.ownPercent * account.margin)
    expect((raffled[at] ?? 0) * 100e6).toBeLessThanOrEqual(rules.rafflePercent * account.margin)
    gifts += unlockedCents + (commissions[at] ?? 0)
    margin += account.margin
  }
  expect(gifts * 100e6).toBeLessThanOrEqual(GIFTS_PERCENT_MOST * margin)
}

/** Free wealth, with what has left: what a move without a stake adds to it, beyond deposits and prices, was taken out of gifts. */
const owned = (player: SimulatedPlayer): number => freeWealth(player) + player.takenOutCents

const WITHOUT_STAKE: readonly Move['kind'][] = ['gift', 'item', 'free', 'sell', 'withdraw']

/** What a player may gain by selling at won prices. */
const priceGain = ({ items }: SimulatedPlayer): number =>
  items.reduce((sum, { priceCents, marketCents }) => sum + Math.max(0, priceCents - marketCents), 0)

interface Seen {
  unlockedByStake: number
  unlockedByWithdrawal: number
  rafflesDrawn: number
  placesPaid: number
}

const NOTHING_SEEN: Readonly<Seen> = { unlockedByStake: 0, unlockedByWithdrawal: 0, rafflesDrawn: 0, placesPaid: 0 }

function playMoves(moves: readonly Move[], rules: ShopRules, seen: Seen): void {
  const players = [newPlayer(), newPlayer(), newPlayer()]
  const ring: Ring = { players, commissions: [], raffled: [], raffles: 0, places: 0, atMs: 0 }
  for (const made of moves) {
    const before = players.map((player) => ({
      most: owned(player) + priceGain(player),
      unlocked: player.account.unlockedCents,
    }))
    const { raffles, places } = ring
    makeMove(ring, made, rules)
    assertSound(ring, rules)
    if (ring.raffles > raffles) seen.rafflesDrawn++
    if (ring.places > places) seen.placesPaid++
    for (const [at, player] of players.entries()) {
      const { most, unlocked } = before[at] ?? { most: 0, unlocked: 0 }
      const takenOut = player.account.unlockedCents - unlocked
      if (takenOut > 0) seen[made.kind === 'withdraw' ? 'unlockedByWithdrawal' : 'unlockedByStake']++
      if (WITHOUT_STAKE.includes(made.kind)) expect(owned(player) - most).toBeLessThanOrEqual(takenOut + 1e-6)
    }
  }
}

const moves = fc.array(move, { minLength: 60, maxLength: 120 })

describe('on every path', () => {
  it('what is taken out of gifts is within its share of the margin', () => {
    const seen = { ...NOTHING_SEEN }
    fc.assert(
      fc.property(moves, (made) => playMoves(made, GIFTS, seen)),
      { numRuns: 100 },
    )
    // The paths reach what they are about.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0)
  })

  it.each(['gifts-locked', 'unlocked-by-value'] satisfies RemovedRule[])('is broken without the rule %s', (removed) => {
    expect(() =>
      fc.assert(
        fc.property(moves, (made) => playMoves(made, { ...GIFTS, removed }, { ...NOTHING_SEEN })),
        { numRuns: 300, seed: 7, endOnFailure: true },
      ),
    ).toThrow()
  })
})

/** What a stake adds in the mean to free wealth, to the margin, and takes out of gifts: in millionths of a cent times tickets. */
function meanChange(
  account: GiftAccount,
  table: PlayedTable,
  locksWins: boolean,
): { wealth: bigint; margin: bigint; unlocked: bigint } {
  const { stakeCents, lines, game } = table
  const charged = chargeBalance(account, stakeCents, GIFTS)
  const rate = marginRate(table, GIFTS.priceRiskPercent)
  const after = countStake(charged.account, { game, stakeCents, cashCents: charged.cashCents, rate }, GIFTS)
  const free = ({ balanceCents, lockedCents }: GiftAccount): bigint => BigInt(balanceCents - lockedCents)
  const won = lines.reduce((sum, { priceCents, tickets }) => {
    const locked = locksWins ? lockedOfWin({ stakeCents, lockedCents: charged.lockedCents }, cents(priceCents)) : 0
    return sum + BigInt(priceCents - locked) * BigInt(tickets)
  }, 0n)
  const scale = BigInt(N) * 1_000_000n
  return {
    wealth: won * 1_000_000n + (free(after) - free(account)) * scale,
    margin: BigInt(after.margin - account.margin) * BigInt(N),
    unlocked: BigInt(after.unlockedCents - account.unlockedCents) * scale,
  }
}

const state = fc
  .record({ free: fc.nat({ max: 50_000 }), locked: fc.nat({ max: 50_000 }), margin: fc.nat({ max: 1e12 }) })
  .map(({ free, locked, margin }) => ({
    balanceCents: cents(free + locked),
    lockedCents: cents(locked),
    margin: microcents(margin),
    unlockedCents: cents(0),
    stakedCents: cents(0),
  }))
const stakes = fc.record({ part: fc.integer({ min: 1, max: 1000 }), shape })

describe('in the mean over all tickets, exactly', () => {
  const wins = (locksWins: boolean) =>
    fc.property(state, stakes, (account, { part, shape: table }) => {
      const stake = Math.ceil((account.balanceCents * part) / 1000)
      if (stake === 0) return
      const { wealth, margin, unlocked } = meanChange(account, tableOf('case', stake, table), locksWins)
      expect(wealth + margin).toBeLessThanOrEqual(unlocked)
    })

  it('a stake adds no more to wealth and margin together than it takes out of gifts', () => {
    fc.assert(wins(true), { numRuns: 2_000 })
  })

  it('is broken where locked money wins free items', () => {
    expect(() => fc.assert(wins(false), { numRuns: 2_000, seed: 7 })).toThrow()
  })

  it('a raffle gives each entrant what they paid for it, less the rounding', () => {
    const available = fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(available, amount, (amounts, prize) => {
        const funded = fundRaffle(
          prize,
          amounts.map((cent, playerId) => ({ playerId, availableCents: cents(cent) })),
        )
        if (funded === null) return
        expect(prize).toBeLessThanOrEqual(funded.shareCents * funded.players.length)
      }),
    )
  })

  it('a table is drawn ticket by ticket', () => {
    const { lines } = tableOf('case', 100, { returned: 90, rare: 10, isMoney: false })
    expect(entryOfRoll(lines, 10)).toBe(lines[0])
    expect(entryOfRoll(lines, 11)).toBe(lines[1])
  })
})

describe('the numbers of an operator', () => {
  const faultsOf = (changes: Partial<GiftRules>): string[] =>
    giftFaults({ ...GIFTS, ...changes }).map(({ message }) => message)

  it('keep the bound as they are published', () => {
    expect(giftFaults(GIFTS)).toEqual([])
  })

  it.each<[string, Partial<GiftRules>, string[]]>([
    ['own gifts', { ownPercent: 41, rafflePercent: 9 }, ['bonus chaser']],
    ['a referrer', { referrerPercent: { silver: 10, gold: 15, platinum: 21 }, rafflePercent: 9 }, ['second account']],
    ['raffles', { rafflePercent: 11, ownPercent: 39 }, ['ring that enters raffles alone']],
    [
      'all together',
      { rafflePercent: 11 },
      ['ring that enters raffles alone', 'ring of accounts that refer each other'],
    ],
    ['no price risk', { priceRiskPercent: 0 }, ['sniper of stale prices']],
    ['an old price for two days', { wonPriceHours: 48 }, ['sniper of stale prices']],
    ['small cases', { leastStake: { ...GIFTS.leastStake, case: cents(49) } }, ['missions']],
    ['small upgrades', { leastStake: { ...GIFTS.leastStake, upgrade: cents(1) } }, ['missions']],
    ['small contracts', { leastStake: { ...GIFTS.leastStake, contract: cents(100) } }, ['missions']],
    ['cheap spins', { leastStake: { ...GIFTS.leastStake, wheel: cents(1) } }, ['missions']],
    ['bonuses', { depositBonus: { percent: 50, mostCents: cents(5000) } }, ['bonus chaser']],
    ['large bonuses', { depositBonus: { percent: 10, mostCents: cents(5001) } }, ['bonus chaser']],
    ['new Steam accounts', { withoutDeposit: { steamLevel: 0, accountDays: 0 } }, ['collector', 'collector']],
  ])('are refused with the strategy that they would pay: %s', (_, changes, strategies) => {
    const faults = faultsOf(changes)
    expect(faults).toHaveLength(strategies.length)
    for (const [at, strategy] of strategies.entries()) expect(faults[at]).toContain(strategy)
  })
})
