// The active catalogue: the parsed files, and the odds that are published.
import { createHash } from 'node:crypto'
import { oddsText, returnToPlayer } from '../../game/cases/case.ts'
import type { Catalogue } from '../../game/catalogue/catalogue.ts'
import type { SaferPlayRules } from '../../game/office/safer-play.ts'
import type { PaymentRules } from '../../game/payments/payment-rules.ts'
import { type HoldEffects, withoutHeld } from '../../game/prices/held-items.ts'
import type { PriceRules, PriceState } from '../../game/prices/price-rules.ts'
import { marginRate } from '../../game/rewards/margin.ts'
import type { Rewards } from '../../game/rewards/rewards.ts'
import type { WithdrawalRules } from '../../game/withdrawal/withdrawal-rules.ts'

/** The odds of a case as they are published and committed to by its rolls. */
export interface PublishedOdds {
  /** The text whose SHA-256 is `hash`; see `oddsText`. */
  readonly text: string
  /** SHA-256 as hex. */
  readonly hash: string
  /** Return to player as a fraction. */
  readonly returnToPlayer: number
  /** The margin of a staked cent in millionths; see `marginRate`. */
  readonly marginRate: number
}

export interface LoadedCatalogue {
  /** All items; its cases are without items whose price is held. */
  readonly catalogue: Catalogue
  /** What holds changed in it and in the rewards. */
  readonly holdEffects: HoldEffects
  /** Free cases, the wheel, the calendar, missions, raffles and referral tiers. */
  readonly rewards: Rewards
  /** Holds, limits and reviews. */
  readonly payments: PaymentRules
  readonly priceRules: PriceRules
  /** Which prices are held, and how old they are. */
  readonly priceState: PriceState
  /** Weak reasons, and the words of refusals. */
  readonly withdrawalRules: WithdrawalRules
  /** What prompts a person to look at a player, and the words of exclusions by the shop. */
  readonly saferPlay: SaferPlayRules
  /** By the url of the case. */
  readonly odds: ReadonlyMap<string, PublishedOdds>
  /** Changes when the catalogue does. */
  readonly digest: string
}

/** Takes held items out of a parsed catalogue, and adds the published odds. */
export function addPublishedOdds(read: Omit<LoadedCatalogue, 'odds' | 'holdEffects'>): LoadedCatalogue {
  const { payments, priceRules, priceState, withdrawalRules, saferPlay, digest } = read
  const { catalogue, rewards, effects: holdEffects } = withoutHeld(read, priceState.held)
  const odds = new Map<string, PublishedOdds>()
  for (const [url, one] of catalogue.cases) {
    const text = oddsText(one)
    const hash = createHash('sha256').update(text).digest('hex')
    const lines = one.entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets }))
    const rate = marginRate({ stakeCents: one.priceCents, lines }, rewards.gifts.priceRiskPercent)
    odds.set(url, { text, hash, returnToPlayer: returnToPlayer(one), marginRate: rate })
  }
  const rules = { payments, priceRules, priceState, withdrawalRules, saferPlay }
  return { catalogue, holdEffects, rewards, ...rules, odds, digest }
}
