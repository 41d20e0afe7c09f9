// Keeps what the calls of a trade provider showed of its account: when one last succeeded or failed, and with which message.
import { type TradeCondition, TradeFailed, type TradeProvider } from './provider.ts'

/** What is known of the account that trades, without a call. Moments in ms. */
export interface BotCondition extends TradeCondition {
  readonly provider: string
  /** Calls since the start of this process. */
  readonly done: number
  readonly failed: number
  /** Consecutive calls that failed. */
  readonly failures: number
  readonly doneAt: number | null
  readonly failedAt: number | null
  /** The message of the last failure; it holds no secret. */
  readonly error: string | null
}

export interface WatchedTrade {
  readonly provider: TradeProvider
  readonly condition: () => BotCondition
}

/** Returns a provider whose calls are followed. */
export function watchTrade(provider: TradeProvider, now: () => number): WatchedTrade {
  const counts = { done: 0, failed: 0, failures: 0 }
  const last: { doneAt: number | null; failedAt: number | null; error: string | null } = {
    doneAt: null,
    failedAt: null,
    error: null,
  }
  const followed = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call
      counts.done++
      counts.failures = 0
      last.doneAt = now()
      return answer
    } catch (error) {
      counts.failed++
      counts.failures++
      last.failedAt = now()
      last.error = error instanceof TradeFailed ? error.message.slice(0, 300) : 'an internal error, see the log'
      throw error
    }
  }
  return {
    provider: {
      ...provider,
      offer: (order) => followed(provider.offer(order)),
      find: (order) => followed(provider.find(order)),
      fetchState: (reference) => followed(provider.fetchState(reference)),
      cancel: (reference) => followed(provider.cancel(reference)),
      look: () => followed(provider.look()),
    },
    condition: () => ({ ...provider.condition(), provider: provider.name, ...counts, ...last }),
  }
}
