// Gifts are paid out of margin that their player has made. Until then a gift is locked, in the balance or in an item. What locked money
// wins is locked in proportion. Locked money can be played at once. Unlocking it uses up a share of the margin, by its value at that
// moment. So the sum of everything that was unlocked never exceeds that share, for every sequence of results and choices.

import type { PaidGame } from '../base/games.ts'
import { type Cents, cents } from '../base/money.ts'
import type { SteamAccount } from '../base/steam-account.ts'
import { bonusOf, countingBonus } from '../payments/deposit.ts'
import { addMargin, type Microcents, marginOf, microcents, shareOfMargin } from './margin.ts'
import type { GiftRules } from './rewards.ts'

/** What a player's account holds about gifts. */
export interface GiftAccount {
  readonly balanceCents: Cents
  /** The part of the balance that is locked. */
  readonly lockedCents: Cents
  readonly margin: Microcents
  /** What was unlocked so far, in the balance and in items. */
  readonly unlockedCents: Cents
  /** What was staked so far of the balance's free money, less what reversals took back. */
  readonly stakedCents: Cents
}

/** An item, and the part of its price that is locked. */
export interface LockedItem {
  /** The price when it was won. */
  readonly priceCents: Cents
  readonly lockedCents: Cents
}

/** Returns `amount × part / whole` rounded up; the products exceed what a number holds exactly. */
function shareUp(amount: number, part: number, whole: number): Cents {
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)]
  return cents(Number((product + divisor - 1n) / divisor))
}

/** Returns what a player may still take out of gifts. */
export function giftAllowance(
  { margin, unlockedCents }: Pick<GiftAccount, 'margin' | 'unlockedCents'>,
  { ownPercent }: Pick<GiftRules, 'ownPercent'>,
): Cents {
  return cents(Math.max(0, shareOfMargin(margin, ownPercent) - unlockedCents))
}

/** Adds money to a balance; `lockedCents` of it is locked: all of a gift, and of a sale what was locked in the item. */
export function creditBalance(account: GiftAccount, amount: Cents, lockedCents: Cents): GiftAccount {
  return {
    ...account,
    balanceCents: cents(account.balanceCents + amount),
    lockedCents: cents(account.lockedCents + lockedCents),
  }
}

/** How a charge is paid. */
export interface ChargedParts {
  readonly account: GiftAccount
  /** Paid by free money, unlocked money included. */
  readonly cashCents: Cents
  readonly lockedCents: Cents
}

/**
 * Charges a balance: free money first, then locked money that the allowance unlocks, then locked money as it is.
 *
 * @throws RangeError when the balance does not cover the amount
 */
export function chargeBalance(account: GiftAccount, amount: Cents, rules: Pick<GiftRules, 'ownPercent'>): ChargedParts {
  const { balanceCents, lockedCents: held, unlockedCents } = account
  if (amount < 0 || amount > balanceCents) throw new RangeError(`A balance of ${balanceCents} does not cover ${amount}`)
  const beyondCash = Math.max(0, amount - (balanceCents - held))
  const unlocked = Math.min(beyondCash, giftAllowance(account, rules))
  const lockedCents = cents(beyondCash - unlocked)
  return {
    account: {
      ...account,
      balanceCents: cents(balanceCents - amount),
      lockedCents: cents(held - beyondCash),
      unlockedCents: cents(unlockedCents + unlocked),
      stakedCents: cents(account.stakedCents + amount - lockedCents),
    },
    cashCents: cents(amount - lockedCents),
    lockedCents,
  }
}

/**
 * Takes a gift back from a balance: locked money first, of which the gift may still be a part.
 *
 * @throws RangeError when the balance does not cover the amount
 */
export function takeGiftBack(account: GiftAccount, amount: Cents): ChargedParts {
  const { balanceCents, lockedCents: held } = account
  if (amount < 0 || amount > balanceCents) throw new RangeError(`A balance of ${balanceCents} does not cover ${amount}`)
  const lockedCents = cents(Math.min(amount, held))
  return {
    account: { ...account, balanceCents: cents(balanceCents - amount), lockedCents: cents(held - lockedCents) },
    cashCents: cents(amount - lockedCents),
    lockedCents,
  }
}

/** A stake of money and items, by what pays it. */
export interface PaidStake {
  readonly game: PaidGame
  /** The whole stake. */
  readonly stakeCents: Cents
  /** The part of it that is neither locked money nor locked in items. */
  readonly cashCents: Cents
  /** The margin of a staked cent in millionths, from `marginRate`. */
  readonly rate: number
}

/** Returns the margin of a stake; one below the least of its game makes none. */
export function stakeMargin(
  { game, stakeCents, cashCents, rate }: PaidStake,
  { leastStake }: Pick<GiftRules, 'leastStake'>,
): Microcents {
  return stakeCents < leastStake[game] ? microcents(0) : marginOf(cashCents, rate)
}

/** Adds the margin of a stake to an account. */
export function countStake(account: GiftAccount, stake: PaidStake, rules: Pick<GiftRules, 'leastStake'>): GiftAccount {
  return { ...account, margin: addMargin(account.margin, stakeMargin(stake, rules)) }
}

/**
 * Splits the locked part of an opening of several cases among them: they are paid one after another, free money first. Which of
 * them are locked is fixed before they are rolled.
 *
 * @returns the locked part of each price
 */
export function lockedOfEach(priceCents: Cents, count: number, lockedCents: Cents): Cents[] {
  const cash = priceCents * count - lockedCents
  return Array.from({ length: count }, (_, place) =>
    cents(priceCents - Math.min(priceCents, Math.max(0, cash - place * priceCents))),
  )
}

/** Returns the locked part of what a stake wins: as much of it as of the stake. All of it for a free roll, which is a gift. */
export function lockedOfWin(
  { stakeCents, lockedCents }: { readonly stakeCents: Cents; readonly lockedCents: Cents },
  wonCents: Cents,
): Cents {
  return stakeCents === 0 ? wonCents : shareUp(wonCents, lockedCents, stakeCents)
}

/** Returns the locked part of an item at a value: the same proportion as of its price. */
export function lockedAtValue({ priceCents, lockedCents }: LockedItem, valueCents: Cents): Cents {
  return shareUp(valueCents, lockedCents, priceCents)
}

/**
 * Returns the value of an item where it is sold or staked: the price at which it was won for some hours, then that or its price now,
 * whichever is lower. A won price for ever would be an option that costs nothing.
 *
 * @param nowCents its price in the catalogue; null when it is no longer there
 */
export function itemValue(
  { priceCents, wonAtMs }: { readonly priceCents: Cents; readonly wonAtMs: number },
  nowCents: Cents | null,
  atMs: number,
  { wonPriceHours }: Pick<GiftRules, 'wonPriceHours'>,
): Cents {
  if (nowCents === null || atMs < wonAtMs + wonPriceHours * 3_600_000) return priceCents
  return cents(Math.min(priceCents, nowCents))
}

export type ItemUnlocking =
  | { readonly ok: true; readonly account: GiftAccount; readonly costCents: Cents }
  | { readonly ok: false; readonly missingCents: Cents }

/**
 * Unlocks an item, so that it can be withdrawn.
 *
 * @param valueCents the most that it is worth now: its price in the catalogue, or what it sells for if that is more
 */
export function unlockItem(
  account: GiftAccount,
  item: LockedItem,
  valueCents: Cents,
  rules: Pick<GiftRules, 'ownPercent'>,
): ItemUnlocking {
  const costCents = lockedAtValue(item, valueCents)
  const missing = costCents - giftAllowance(account, rules)
  if (missing > 0 && costCents > 0) return { ok: false, missingCents: cents(missing) }
  return { ok: true, costCents, account: { ...account, unlockedCents: cents(account.unlockedCents + costCents) } }
}

/** Returns the cash stakes that are missing before items leave: deposits are turned over once. */
export function missingTurnover({ stakedCents }: Pick<GiftAccount, 'stakedCents'>, depositedCents: Cents): Cents {
  return cents(Math.max(0, depositedCents - stakedCents))
}

/**
 * Returns the cash stakes that still count when deposits are reversed: as much of them as of the deposits, as of the margin that they made. So a
 * deposit after a full refund is turned over by stakes of its own.
 *
 * @param depositedCents all deposits before the reversal, at least `reversedCents`
 */
export function stakesAfterReversal(stakedCents: Cents, depositedCents: Cents, reversedCents: Cents): Cents {
  if (depositedCents === 0) return stakedCents
  const kept = BigInt(depositedCents - reversedCents)
  return cents(Number((BigInt(stakedCents) * kept) / BigInt(depositedCents)))
}

/** Returns the percentage of a deposit that a bonus gives: its own, within the cap of all bonuses on deposits. */
export function cappedPercent(percent: number, { depositBonus: most }: Pick<GiftRules, 'depositBonus'>): number {
  return Math.min(percent, most.percent)
}

/** Returns the bonus of a deposit: a percentage, within the caps of all bonuses on deposits. */
export function depositBonus(depositCents: Cents, percent: number, rules: Pick<GiftRules, 'depositBonus'>): Cents {
  return bonusOf(depositCents, cappedPercent(percent, rules), rules.depositBonus.mostCents)
}

/** What a bonus on a deposit is: a percentage of it, or a fixed sum in cents; the other one is 0. */
export interface DepositBonus {
  readonly percent: number
  readonly sum: Cents
}

/** Returns a fixed bonus of a deposit within the same caps, so that it is less where the deposit is too small for it. */
function fixedBonus(depositCents: Cents, sum: Cents, rules: Pick<GiftRules, 'depositBonus'>): Cents {
  return cents(Math.min(sum, depositBonus(depositCents, rules.depositBonus.percent, rules)))
}

/** Returns what a bonus gives on top of a deposit, in cents. */
export function bonusCents(
  depositCents: Cents,
  { percent, sum }: DepositBonus,
  rules: Pick<GiftRules, 'depositBonus'>,
): Cents {
  return sum > 0 ? fixedBonus(depositCents, sum, rules) : depositBonus(depositCents, percent, rules)
}

/** Returns the least deposit that gets the whole of a fixed bonus; 0 for a percentage. */
export function leastForSum(sum: Cents, { depositBonus: most }: Pick<GiftRules, 'depositBonus'>): Cents {
  return cents(Math.ceil((Math.min(sum, most.mostCents) * 100) / most.percent))
}

/**
 * Returns which of two bonuses a deposit gets: the first deposit's percentage or that of its code, the greater one. Where both are the
 * same, the one of the first deposit, so that the code is kept.
 */
export function chosenBonus(
  depositCents: Cents,
  ofFirst: number,
  ofCode: DepositBonus,
  rules: Pick<GiftRules, 'depositBonus'>,
): DepositBonus & { readonly usesCode: boolean } {
  if (ofCode.sum === 0) return { ...countingBonus(ofFirst, cappedPercent(ofCode.percent, rules)), sum: cents(0) }
  const usesCode = fixedBonus(depositCents, ofCode.sum, rules) > depositBonus(depositCents, ofFirst, rules)
  return usesCode ? { percent: 0, sum: ofCode.sum, usesCode } : { percent: ofFirst, sum: cents(0), usesCode }
}

/** What a Steam account lacks for gifts without a deposit; `unknown` where Steam did not answer, `hidden` where it hides its age. */
export type MissingForGifts = 'level' | 'unknown' | 'hidden' | 'age' | 'trade-ban'

/**
 * Returns what is missing before a player who has never deposited is given gifts; null for nothing. What Steam does not say counts
 * against it.
 */
export function missingForGifts(
  level: number | null,
  account: SteamAccount | null,
  atMs: number,
  { withoutDeposit: { steamLevel, accountDays } }: Pick<GiftRules, 'withoutDeposit'>,
): MissingForGifts | null {
  if (level === null || level < steamLevel) return 'level'
  if (account === null) return 'unknown'
  if (account.createdMs === null) return 'hidden'
  if (atMs - account.createdMs < accountDays * 86_400_000) return 'age'
  return account.isTradeBanned ? 'trade-ban' : null
}
