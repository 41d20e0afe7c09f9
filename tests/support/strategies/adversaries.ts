// Players who try to gain by gifts, each as a rational one would play: on the project's own cases, free cases, wheel, calendar and
// missions, claiming as if every mission were completed. All rolls and prices come from one seeded stream.

import { type Cents, cents } from '../../../src/game/base/money.ts'
import { quoteUpgrade, upgradeEntries } from '../../../src/game/games/upgrade.ts'
import { placePrize } from '../../../src/game/rewards/leaderboard.ts'
import { type Microcents, microcents, shareOfMargin } from '../../../src/game/rewards/margin.ts'
import { fundRaffle, raffleAllowance } from '../../../src/game/rewards/raffle-funding.ts'
import { drawFrom } from '../../game/fairness/chi-squared.ts'
import { openerAtOldPrices, upgraderAtOldPrices } from './chosen-prices.ts'
import {
  chase,
  claimAll,
  claimDaily,
  DAILY_MOVE,
  DAY_MS,
  DEPOSIT,
  depositWithBonus,
  isUp,
  NIGHTS,
  type Night,
  open,
  payCommission,
  type Referral,
  sellAll,
  stake,
  type Tables,
  takeOut,
  WAITING_DAYS,
} from './night.ts'
import {
  deposit,
  freeWealth,
  giveItem,
  movePrices,
  newPlayer,
  pay,
  reverseDeposits,
  type ShopRules,
  type SimulatedPlayer,
  sell,
  sellingValue,
  withdraw,
} from './shop.ts'

/** A strategy: what is played each night, and at the end. Its players are one ring. */
interface Strategy {
  readonly players: readonly SimulatedPlayer[]
  night(night: Night): void
  end?(night: Night): void
}

function giftsOnly(): Strategy {
  const players = [newPlayer(), newPlayer(), newPlayer()]
  return {
    players,
    night: (night) => {
      for (const player of players) {
        claimDaily(player, night)
        takeOut(player, night)
        sellAll(player, night)
        stake(player, player.account.balanceCents, night)
      }
    },
  }
}

function bonusChaser(): Strategy {
  const player = newPlayer()
  return { players: [player], night: (night) => chase(player, night) }
}

function selfReferral(): Strategy {
  const [referrer, referred] = [newPlayer(), newPlayer()]
  const referral = { referrer, referred, paidCents: 0 }
  return {
    players: [referrer, referred],
    night: (night) => {
      chase(referred, night)
      payCommission(referral, night)
    },
  }
}

/**
 * Four accounts that refer each other and enter raffles. One of them plays; the others deposit a dollar to be entrants, beside a
 * player outside of the ring whose margin they are after.
 */
function ring(): Strategy {
  const [chief, ...others] = [newPlayer(), newPlayer(), newPlayer(), newPlayer()] as const
  const players = [chief, ...others]
  const outsider = newPlayer()
  const referrals = others.map((referred) => ({ referrer: chief, referred, paidCents: 0 }))
  const raffled = new Map<SimulatedPlayer, number>()
  return {
    players,
    night: (night) => {
      const [first, ...entrants] = others
      chase(first, night)
      deposit(outsider, cents(100_000))
      stake(outsider, 100_000, night)
      outsider.items = []
      for (const entrant of entrants) {
        deposit(entrant, cents(200))
        stake(entrant, 200, night)
        claimDaily(entrant, night)
        takeOut(entrant, night)
      }
      drawRaffle([...players, outsider], raffled, night)
      for (const referral of referrals) payCommission(referral, night)
    },
  }
}

function drawRaffle(
  entrants: readonly SimulatedPlayer[],
  raffled: Map<SimulatedPlayer, number>,
  { rules, tables, night, stream, atMs }: Night,
): void {
  const prizes = tables.rewards.raffles.daily
  const prize = prizes[night % prizes.length]
  if (prize === undefined) return
  const available = entrants.map((player, playerId) => {
    const made = { margin: player.account.margin, raffledCents: cents(raffled.get(player) ?? 0) }
    return { playerId, availableCents: raffleAllowance(made, rules) }
  })
  const all = available.reduce((sum, { availableCents }) => sum + availableCents, 0)
  const together = rules.removed === 'raffles-in-equal-shares' && all >= prize.priceCents
  const funded = fundRaffle(prize.priceCents, available)
  const among = together ? available.map(({ playerId }) => playerId) : (funded?.players ?? [])
  const winner = among[drawFrom(stream, Math.max(1, among.length)) - 1]
  if (winner === undefined) return
  for (const at of among) {
    const [player, part] = [entrants[at], together ? available[at]?.availableCents : funded?.shareCents]
    // Together, those who can pay do, each as much as they have until the prize is paid.
    const paid = together ? Math.min(part ?? 0, ((part ?? 0) * prize.priceCents) / all) : (part ?? 0)
    if (player !== undefined) raffled.set(player, (raffled.get(player) ?? 0) + Math.ceil(paid))
  }
  const won = entrants[winner]
  if (won === undefined) return
  giveItem(won, prize.priceCents, atMs, rules, true)
  // A fair draw among equal shares: what it gave beyond the share paid is luck.
  if (!together) {
    for (const at of among) {
      const player = entrants[at]
      if (player !== undefined)
        player.luckCents += (at === winner ? prize.priceCents : 0) - prize.priceCents / among.length
    }
  }
}

/**
 * Keeps every item while its price may rise: sells the ones that fell at the old price, in its last moment, and withdraws the ones that
 * rose. Where the old price lasts, it waits for two months after its last evening.
 */
function sniper(): Strategy {
  const player = newPlayer()
  const choose = ({ rules, atMs }: Night): void => {
    for (const item of player.items) {
      if (item.marketCents < sellingValue(item, atMs - 1, rules)) sell(player, item, atMs - 1, rules)
      else withdraw(player, item, atMs, rules)
    }
  }
  const waits = ({ rules }: Night): boolean => rules.removed === 'won-price-for-a-day'
  return {
    players: [player],
    night: (night) => {
      if (!waits(night)) choose(night)
      depositWithBonus(player, DEPOSIT, night)
      stake(player, DEPOSIT, night)
      claimAll(player, night)
    },
    end: (night) => {
      if (waits(night)) {
        for (let day = 0; day < WAITING_DAYS; day++) movePrices(player, DAILY_MOVE, () => isUp(night))
      }
      choose(night)
    },
  }
}

/** Stakes locked money on rare wins, and makes margin only after one of them hit. */
function selectiveUnlock({ rewards }: Tables): Strategy {
  const player = newPlayer()
  const target = rewards.raffles.daily[0]
  return {
    players: [player],
    night: (night) => {
      claimDaily(player, night)
      for (const item of [...player.items]) {
        if (item.priceCents < 500) sell(player, item, night.atMs, night.rules)
      }
      const price = target?.priceCents ?? cents(1000)
      const money = cents(Math.min(player.account.balanceCents, 100))
      const quote = quoteUpgrade({ itemsCents: [], balanceCents: money }, price)
      if (money > 0 && quote.ok) {
        const entries = upgradeEntries({ id: 'target', priceCents: price }, quote.offer.tickets, 'under')
        const lines = entries.map(({ item, tickets }) => ({
          priceCents: item?.priceCents ?? 0,
          tickets,
          isMoney: false,
        }))
        open(player, { game: 'upgrade', stakeCents: money, lines }, night)
      }
      if (!player.items.some(({ lockedCents }) => lockedCents > 0)) return
      // After luck: the smallest deposit that unlocks something.
      deposit(player, cents(5000))
      stake(player, 5000, night)
      takeOut(player, night)
    },
  }
}

/**
 * Looks at the board of points shortly before each day and each week end, and stakes what is missing for the first place. The others have
 * made little margin, as on a quiet day.
 */
function buyerOfPlaces(): Strategy {
  const player = newPlayer()
  let [raffledCents, weekBefore] = [cents(0), microcents(0)]
  const win = (prize: Cents | undefined, before: Microcents, { rules }: Night): void => {
    if (prize === undefined) return
    const { margin } = player.account
    const made = { counted: microcents(margin - before), margin, raffledCents }
    const paid = rules.removed === 'places-from-own-margin' ? prize : placePrize([prize], made, rules).paid
    pay(player, paid)
    raffledCents = cents(raffledCents + paid)
  }
  return {
    players: [player],
    night: (night) => {
      const { day, week } = night.tables.rewards.leaderboard.prizes
      const before = player.account.margin
      deposit(player, cents(500))
      stake(player, 500, night)
      win(day[0], before, night)
      if (night.night % 7 === 6) {
        win(week[0], weekBefore, night)
        weekBefore = player.account.margin
      }
      sellAll(player, night)
    },
  }
}

/** Pays with a card that is not theirs: the deposits are reversed, and what has left by then is kept. */
function chargeback(): Strategy {
  const [thief, referrer] = [newPlayer(), newPlayer()]
  const referral = { referrer, referred: thief, paidCents: 0 }
  return {
    players: [thief, referrer],
    night: (night) => {
      deposit(thief, DEPOSIT)
      stake(thief, DEPOSIT, night)
      claimAll(thief, night)
      // Items of unproven deposits and commissions on them are held until the time to dispute is over.
      if (night.rules.removed !== 'withdrawals-held') return
      takeOut(thief, night)
      payCommission(referral, night)
    },
    end: (night) => {
      const { depositedCents } = thief
      reverseDeposits(thief)
      thief.depositedCents = cents(0)
      // The money was not the thief's: it was neither paid nor is it paid back, and what it won is not measured as luck.
      thief.luckCents = 0
      if (depositedCents > 0) payHeld(referral, night)
    },
  }
}

/** Pays what a commission is after its hold. */
function payHeld(referral: Referral, { rules }: Night): void {
  const due = shareOfMargin(referral.referred.account.margin, rules.referrerPercent.platinum) - referral.paidCents
  if (due > 0) pay(referral.referrer, cents(due))
}

/** The strategies by name. */
export const STRATEGIES = {
  'gifts only': giftsOnly,
  'bonus chaser': bonusChaser,
  'ring of accounts': ring,
  'self-referral': selfReferral,
  'sniper of stale prices': sniper,
  'selective unlock': selectiveUnlock,
  'buyer of places': buyerOfPlaces,
  chargeback,
  'upgrader at old prices': upgraderAtOldPrices,
  'opener at old prices': openerAtOldPrices,
} as const satisfies Record<string, (tables: Tables) => Strategy>

export type StrategyName = keyof typeof STRATEGIES

/** The end of one game of a strategy, in cents. */
export interface Outcome {
  readonly profit: number
  readonly margin: number
  /** Zero in the mean: the control variate. */
  readonly luck: number
}

/** Plays a strategy for two weeks. */
export function playStrategy(name: StrategyName, tables: Tables, rules: ShopRules, stream: () => number): Outcome {
  const strategy: Strategy = STRATEGIES[name](tables)
  const at = (night: number): Night => ({ tables, rules, stream, night, atMs: night * DAY_MS })
  for (let night = 0; night < NIGHTS; night++) {
    const now = at(night)
    strategy.night(now)
    for (const player of strategy.players) movePrices(player, DAILY_MOVE, () => isUp(now))
  }
  strategy.end?.(at(NIGHTS))
  const sum = (part: (player: SimulatedPlayer) => number): number =>
    strategy.players.reduce((all, player) => all + part(player), 0)
  return {
    profit: sum((player) => freeWealth(player) + player.takenOutCents - player.depositedCents),
    margin: sum(({ account }) => account.margin / 1e6),
    luck: sum(({ luckCents }) => luckCents),
  }
}
