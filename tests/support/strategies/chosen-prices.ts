// Players who see the market where prices are some days old. One upgrades to what the shop lists below it, at the highest chance: some items jumped
// today, less far than what holds them. One opens cases, whose items have all risen.

import { type Cents, cents } from '../../../src/game/base/money.ts'
import { quoteUpgrade, upgradeEntries } from '../../../src/game/games/upgrade.ts'
import { targetPrices } from '../../../src/game/games/upgrade-targets.ts'
import { hasRisen } from '../../../src/game/payments/payment-rules.ts'
import { sendableRisePercent } from '../../../src/game/prices/chosen-price.ts'
import { DEFAULT_PRICE_RULES, upgradeEdge } from '../../../src/game/prices/price-rules.ts'
import { type Night, open } from './night.ts'
import type { RemovedRule } from './shop.ts'
import { deposit, newPlayer, play, type SimulatedPlayer, sell, withdraw } from './shop.ts'

const HOUR_MS = 3_600_000
const STAKE = cents(5_000)
const UPGRADES_A_NIGHT = 3
/** The market rises above the list by so much within a week. */
const WEEKLY_RISE = 1.19
/** What jumped today stands so far above a list of today. */
const JUMP = 1.25
/** Percent that apply to the price of a drawn item. */
const PRICE_RISE_PERCENT = 20

/** The age of the list in hours: the source is away for a week now and then. */
const ageOf = ({ night }: Night): number => (night % 8) * 24

/** Tells whether a rule is removed, alone or with the other two. */
const isRemoved = ({ rules }: Night, rule: RemovedRule): boolean =>
  rules.removed === rule || rules.removed === 'chosen-prices'

interface Choice {
  readonly priceCents: Cents
  readonly edge: number
  /** The price at the market, as a multiple of the listed one. */
  readonly ratio: number
}

/** The item that is furthest below the market; null while none is offered. */
function bestChoice(night: Night): Choice | null {
  const age = ageOf(night)
  if (age > DEFAULT_PRICE_RULES.freshHours && !isRemoved(night, 'chosen-price-fresh')) return null
  const hours = isRemoved(night, 'edge-by-age') ? 0 : age
  const edge = upgradeEdge(DEFAULT_PRICE_RULES, STAKE * 2, hours * HOUR_MS)
  return {
    edge,
    priceCents: targetPrices(STAKE, edge).leastCents,
    ratio: JUMP * WEEKLY_RISE ** (age / (7 * 24)),
  }
}

function upgradeTo({ priceCents, edge, ratio }: Choice, player: SimulatedPlayer, night: Night): void {
  const { atMs, rules, stream } = night
  const quote = quoteUpgrade({ itemsCents: [], balanceCents: STAKE }, priceCents, edge)
  if (!quote.ok) throw new Error(`The upgrade is refused: ${quote.fault}`)
  const lines = upgradeEntries({ id: 'target', priceCents }, quote.offer.tickets, 'under').map(({ item, tickets }) => ({
    priceCents: item?.priceCents ?? 0,
    tickets,
    isMoney: false,
  }))
  const roll = (stream() % 1_000_000) + 1
  const won = play(player, { game: 'upgrade', stakeCents: STAKE, lines }, { atMs, roll }, rules)
  if (won === null) return
  won.marketCents = priceCents * ratio
  const most = sendableRisePercent('upgrade', DEFAULT_PRICE_RULES, PRICE_RISE_PERCENT)
  const isSent =
    isRemoved(night, 'compared-before-sent') || !hasRisen(priceCents, cents(Math.floor(won.marketCents)), most)
  // What is not sent is sold at what it was won at.
  if (!isSent || !withdraw(player, won, atMs, rules)) sell(player, won, atMs, rules)
}

/** Upgrades each night to the item that is furthest below the market, or to one that rises just as far as is sent. */
export function upgraderAtOldPrices(): {
  readonly players: readonly SimulatedPlayer[]
  night(night: Night): void
  end?(night: Night): void
} {
  const player = newPlayer()
  return {
    players: [player],
    night: (night) => {
      const best = bestChoice(night)
      if (best === null) return
      const most = 1 + sendableRisePercent('upgrade', DEFAULT_PRICE_RULES, PRICE_RISE_PERCENT) / 100
      const isCompared = !isRemoved(night, 'compared-before-sent')
      const choice = isCompared ? { ...best, ratio: Math.min(best.ratio, most) } : best
      for (let upgrade = 0; upgrade < UPGRADES_A_NIGHT; upgrade++) {
        deposit(player, STAKE)
        upgradeTo(choice, player, night)
      }
    },
  }
}

const CASES_A_NIGHT = 10

/** Opens cases each night at which the shop still draws at its list, and takes out what is sent at what it is worth outside. */
export function openerAtOldPrices(): { readonly players: readonly SimulatedPlayer[]; night(night: Night): void } {
  const player = newPlayer()
  return {
    players: [player],
    night: (night) => {
      const age = ageOf(night)
      if (age >= DEFAULT_PRICE_RULES.drawHours && !isRemoved(night, 'drawn-price-fresh')) return
      const ratio = WEEKLY_RISE ** (age / (7 * 24))
      for (let count = 0; count < CASES_A_NIGHT; count++) {
        deposit(player, night.tables.box.stakeCents)
        const won = open(player, night.tables.box, night)
        if (won === null) continue
        won.marketCents *= ratio
        if (!withdraw(player, won, night.atMs, night.rules)) sell(player, won, night.atMs, night.rules)
      }
    },
  }
}
