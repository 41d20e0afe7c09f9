// How a result is celebrated: by its multiplier (what was won ÷ what it cost), never by rarity, so that no loss looks like a win.

/** The least multipliers of the four tiers that are celebrated. */
export const WIN_MULTIPLIERS = [2, 5, 20, 100] as const

/** The tier from which a win is shown to everybody: 20 times what it cost. */
const GREAT_TIER = 4

/** 0: worth at most what it cost, shown quietly. 1: worth more, not celebrated. 2 to 5: the four celebrated tiers. */
export type WinTier = 0 | 1 | 2 | 3 | 4 | 5

/**
 * Returns the tier of a result.
 *
 * @param wonCents what was won, in whole US cents
 * @param paidCents what it cost, in whole US cents; of a gift what it usually costs. What costs nothing has no multiplier: a win is tier 1
 */
export function winTier(wonCents: number, paidCents: number): WinTier {
  if (wonCents <= paidCents) return 0
  if (paidCents === 0) return 1
  // Whole cents are compared, not a rounded quotient.
  const reached = WIN_MULTIPLIERS.filter((multiplier) => wonCents >= multiplier * paidCents).length
  return (1 + reached) as WinTier
}

/**
 * Tells whether a win is shown to everybody.
 *
 * @param wonCents what was won, in whole US cents
 * @param paidCents what it cost, in whole US cents
 */
export function isGreatWin(wonCents: number, paidCents: number): boolean {
  return winTier(wonCents, paidCents) >= GREAT_TIER
}
