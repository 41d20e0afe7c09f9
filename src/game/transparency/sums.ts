// Adds published days up to windows, and reads quantiles, returns and prize sums out of them.
import type { PaidGame } from '../base/games.ts'
import { addPlayed } from '../games/returns.ts'
import type {
  DepositFigures,
  Figures,
  GameFigures,
  GiftFigures,
  OddsEdition,
  PaymentFigures,
  PrizeFigures,
  PublishedDay,
  WithdrawalFigures,
} from './day.ts'
import { WAIT_BOUNDS } from './day.ts'

const NO_PAYMENTS: PaymentFigures = { count: 0, cents: 0, withheld: 0 }
const NO_PRIZES: PrizeFigures = { paid: 0, rolledOver: 0, cents: 0 }

/** The figures of no day. */
export const NO_FIGURES: Figures = {
  withdrawals: {
    requested: 0,
    sent: 0,
    delivered: 0,
    refused: 0,
    declined: 0,
    unavailable: 0,
    reversed: 0,
    waits: Array.from({ length: WAIT_BOUNDS.length + 1 }, () => 0),
  },
  deposits: { paid: NO_PAYMENTS, refunded: NO_PAYMENTS, disputed: NO_PAYMENTS },
  returns: [],
  bots: [],
  gifts: { given: 0, referral: 0, margin: 0, ownPercent: 0, state: null },
  raffles: NO_PRIZES,
  leaderboards: NO_PRIZES,
}

function addWithdrawals(a: WithdrawalFigures, b: WithdrawalFigures): WithdrawalFigures {
  return {
    requested: a.requested + b.requested,
    sent: a.sent + b.sent,
    delivered: a.delivered + b.delivered,
    refused: a.refused + b.refused,
    declined: a.declined + b.declined,
    unavailable: a.unavailable + b.unavailable,
    reversed: a.reversed + b.reversed,
    waits: a.waits.map((count, step) => count + (b.waits[step] ?? 0)),
  }
}

function addPayments(a: PaymentFigures, b: PaymentFigures): PaymentFigures {
  return { count: a.count + b.count, cents: a.cents + b.cents, withheld: a.withheld + b.withheld }
}

function addDeposits(a: DepositFigures, b: DepositFigures): DepositFigures {
  return {
    paid: addPayments(a.paid, b.paid),
    refunded: addPayments(a.refunded, b.refunded),
    disputed: addPayments(a.disputed, b.disputed),
  }
}

function addGames(a: readonly GameFigures[], b: readonly GameFigures[]): GameFigures[] {
  const sums = new Map<PaidGame, GameFigures>(a.map((of) => [of.game, of]))
  for (const of of b) {
    const sum = sums.get(of.game)
    sums.set(of.game, sum === undefined ? of : { game: of.game, ...addPlayed(sum, of) })
  }
  return [...sums.values()].sort((one, other) => (one.game < other.game ? -1 : 1))
}

/** Amounts add up; the share of margin and the state of gifts are those of the later day. */
function addGifts(a: GiftFigures, b: GiftFigures): GiftFigures {
  return {
    given: a.given + b.given,
    referral: a.referral + b.referral,
    margin: a.margin + b.margin,
    ownPercent: b.ownPercent,
    state: b.state,
  }
}

function addPrizes(a: PrizeFigures, b: PrizeFigures): PrizeFigures {
  return { paid: a.paid + b.paid, rolledOver: a.rolledOver + b.rolledOver, cents: a.cents + b.cents }
}

/** Adds the figures of a later span to those of an earlier one. */
export function addFigures(a: Figures, b: Figures): Figures {
  return {
    withdrawals: addWithdrawals(a.withdrawals, b.withdrawals),
    deposits: addDeposits(a.deposits, b.deposits),
    returns: addGames(a.returns, b.returns),
    bots: addGames(a.bots, b.bots),
    gifts: addGifts(a.gifts, b.gifts),
    raffles: addPrizes(a.raffles, b.raffles),
    leaderboards: addPrizes(a.leaderboards, b.leaderboards),
  }
}

/** Returns the sum of the last days of a chain. */
export function windowOf(days: readonly Figures[], count: number): Figures {
  return days.slice(-count).reduce(addFigures, NO_FIGURES)
}

/**
 * Returns the step that holds a quantile of the waits: the least step up to which at least that share of them has ended.
 *
 * @param share above 0, at most 1
 * @returns the upper bound of the step in minutes; infinity for the last one; null without waits
 */
export function waitQuantile(waits: readonly number[], share: number): number | null {
  const all = waits.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  const rank = Math.ceil(all * share)
  let passed = 0
  for (const [step, count] of waits.entries()) {
    passed += count
    if (passed >= rank) return WAIT_BOUNDS[step] ?? Number.POSITIVE_INFINITY
  }
  return Number.POSITIVE_INFINITY
}

/** An odds table, and the day since which it is in force. */
export interface OddsInForce extends OddsEdition {
  readonly case: string
  readonly since: string
}

/** Returns the odds after the last day, ordered by case: every day holds its changes, and the first all of them. */
export function oddsInForce(days: readonly Pick<PublishedDay, 'day' | 'odds'>[]): OddsInForce[] {
  const tables = new Map<string, OddsInForce>()
  for (const { day, odds } of days) {
    for (const change of odds.changes) {
      if (change.after === null) tables.delete(change.case)
      else tables.set(change.case, { case: change.case, ...change.after, since: day })
    }
  }
  return [...tables.values()].sort((one, other) => (one.case < other.case ? -1 : 1))
}
