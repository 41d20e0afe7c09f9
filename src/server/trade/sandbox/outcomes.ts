// What a click on the sandbox's trade page makes of a trade. Time can be told to have passed.
import { TRADE_PROTECTION_DAYS } from '../../../game/economy.ts'
import { DAY_MS } from '../../../game/limits.ts'
import type { SandboxTrade } from './shelf.ts'

export const OUTCOMES = ['accept', 'hold', 'decline', 'expire', 'release', 'wait', 'reverse'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** What can be chosen while a trade is in each state. */
const CHOICES: Readonly<Record<SandboxTrade['state'], readonly Outcome[]>> = {
  waiting: ['accept', 'hold', 'decline', 'expire'],
  held: ['release'],
  exchanged: ['wait', 'reverse'],
  declined: [],
  expired: [],
  reversed: [],
}

/** What can be chosen now; nothing once the trade is over, or can no more be taken back. */
export function choicesOf(trade: SandboxTrade, nowMs: number): readonly Outcome[] {
  return trade.protectedUntil !== null && trade.protectedUntil <= nowMs ? [] : CHOICES[trade.state]
}

/** The trade after a choice. */
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
