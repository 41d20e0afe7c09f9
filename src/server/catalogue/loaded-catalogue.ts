// The active catalogue: the parsed files, and the odds that are published.
import { createHash } from 'node:crypto'
import { oddsText, returnToPlayer } from '../../game/case.ts'
import type { Catalogue } from '../../game/catalogue.ts'
import { marginRate } from '../../game/margin.ts'
import type { PaymentRules } from '../../game/payment-rules.ts'
import type { Rewards } from '../../game/rewards.ts'

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
  readonly catalogue: Catalogue
  /** Free cases, the wheel, the calendar, missions, raffles and referral tiers. */
  readonly rewards: Rewards
  /** Holds, limits and reviews. */
  readonly payments: PaymentRules
  /** By the url of the case. */
  readonly odds: ReadonlyMap<string, PublishedOdds>
  /** Changes when the catalogue does. */
  readonly digest: string
}

/** Adds the published odds to a parsed catalogue. */
export function addPublishedOdds(read: Omit<LoadedCatalogue, 'odds'>): LoadedCatalogue {
  const { catalogue, rewards, payments, digest } = read
  const odds = new Map<string, PublishedOdds>()
  for (const [url, one] of catalogue.cases) {
    const text = oddsText(one)
    const hash = createHash('sha256').update(text).digest('hex')
    const lines = one.entries.map(({ item, tickets }) => ({ priceCents: item.priceCents, tickets }))
    const rate = marginRate({ stakeCents: one.priceCents, lines }, rewards.gifts.priceRiskPercent)
    odds.set(url, { text, hash, returnToPlayer: returnToPlayer(one), marginRate: rate })
  }
  return { catalogue, rewards, payments, odds, digest }
}
