// The outcomes of the sandbox's trade page. A choice can also make time pass.
import { TRADE_PROTECTION_DAYS } from '../../../game/base/economy.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import type { SandboxTrade } from './trade-store.ts'

export const OUTCOMES = ['accept', 'hold', 'decline', 'expire', 'release', 'wait', 'reverse'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** The choices in each state of a trade. */
const CHOICES: Readonly<Record<SandboxTrade['state'], readonly Outcome[]>> = {
  waiting: ['accept', 'hold', 'decline', 'expire'],
  held: ['release'],
  exchanged: ['wait', 'reverse'],
  declined: [],
  expired: [],
  cancelled: [],
  reversed: [],
}

/** Returns the current choices; none once the trade has ended, or can no longer be reversed. */
export function choicesOf(trade: SandboxTrade, nowMs: number): readonly Outcome[] {
  return trade.protectedUntil !== null && trade.protectedUntil <= nowMs ? [] : CHOICES[trade.state]
}

/** Returns the trade after a choice. */
export function tradeAfter(trade: SandboxTrade, outcome: Outcome, nowMs: number): SandboxTrade {
  switch (outcome) {
    case 'accept':
    case 'release':
      return { ...trade, state: 'exchanged', protectedUntil: nowMs + TRADE_PROTECTION_DAYS * DAY_MS }
    case 'hold':
      return { ...trade, state: 'held' }
    case 'decline':
      return { ...trade, state: 'declined' }
    case 'expire':
      return { ...trade, state: 'expired' }
    case 'wait':
      return { ...trade, protectedUntil: nowMs }
    case 'reverse':
      return { ...trade, state: 'reversed' }
  }
}
