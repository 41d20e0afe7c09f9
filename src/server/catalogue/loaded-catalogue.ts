// The active catalogue: the parsed files, and the odds that are published.
import { createHash } from 'node:crypto'
import { oddsText, returnToPlayer } from '../../game/cases/case.ts'
import type { Catalogue } from '../../game/catalogue/catalogue.ts'
import type { AlertRules } from '../../game/office/alerts.ts'
import type { OfficeRules } from '../../game/office/limits.ts'
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
  /** Above which sums a second person approves. */
  readonly officeRules: OfficeRules
  /** What members of the staff are told while they are away. */
  readonly alertRules: AlertRules
  /** By the url of the case. */
  readonly odds: ReadonlyMap<string, PublishedOdds>
  /** Changes when the catalogue does. */
  readonly digest: string
}

/** The catalogue in force, as the shop changes. */
export interface ActiveCatalogue {
  /** Read it once an operation, so that the operation uses one catalogue. */
  readonly current: LoadedCatalogue
  /** The number of its edition. */
  readonly edition: number
  /** Activates the newest edition. */
  refresh(): Promise<void>
  /** Calls back with each new catalogue; returns a function that unsubscribes. */
  onChange(listener: (loaded: LoadedCatalogue) => void): () => void
}

/** Takes held items out of a parsed catalogue, and adds the published odds. */
export function addPublishedOdds(read: Omit<LoadedCatalogue, 'odds' | 'holdEffects'>): LoadedCatalogue {
  const { payments, priceRules, priceState, withdrawalRules, saferPlay, officeRules, alertRules, digest } = read
  const { catalogue, rewards, effects: holdEffects } = withoutHeld(read, priceState.held)
  const odds = new Map<string, PublishedOdds>()
  for (const [url, one] of catalogue.cases) {
    const text = oddsText(one)
    const hash = createHash('sha256').update(text).digest('hex')
    const lines = one.entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets }))
    const rate = marginRate({ stakeCents: one.priceCents, lines }, rewards.gifts.priceRiskPercent)
    odds.set(url, { text, hash, returnToPlayer: returnToPlayer(one), marginRate: rate })
  }
  const rules = { payments, priceRules, priceState, withdrawalRules, saferPlay, officeRules, alertRules }
  return { catalogue, holdEffects, rewards, ...rules, odds, digest }
}
