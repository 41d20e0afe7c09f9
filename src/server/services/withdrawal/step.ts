// One step of a process on a withdrawal, and what it needs: a transition unless somebody else took the withdrawal over.
import type { SiteEvents } from '../../base/events.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { SourcePriceOf } from '../../catalogue/prices/source-price.ts'
import type { Database } from '../../db/database.ts'
import type { TradeProvider } from '../../trade/provider.ts'
import { recordDecision } from './job-decisions.ts'
import type { ReviewFactsParts } from './review-facts.ts'
import {
  applyTransition,
  emitTransition,
  lockWithdrawal,
  type Transition,
  type WithdrawalOfItem,
  type WithdrawalRow,
} from './transitions.ts'

export interface WithdrawalProcessParts extends ReviewFactsParts {
  readonly db: Database
  /** True when a person checks unusual withdrawals. */
  readonly checks: boolean
  readonly catalogue: () => Pick<
    LoadedCatalogue,
    'catalogue' | 'payments' | 'priceRules' | 'priceState' | 'withdrawalRules'
  >
  readonly provider: TradeProvider | undefined
  /** Asks the source of prices; undefined where there is none. */
  readonly sourcePriceOf?: SourcePriceOf | undefined
  readonly events: SiteEvents
  readonly now: () => number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}

export type Step = (row: WithdrawalRow, move: Transition) => Promise<WithdrawalRow | undefined>

/** Tells whether the withdrawal is as this process left it: nobody else took it over meanwhile. */
export function isAsWeLeft(locked: WithdrawalOfItem | undefined, row: WithdrawalRow): locked is WithdrawalOfItem {
  return locked !== undefined && locked.row.state === row.state && locked.row.lease === row.lease
}

/** Returns a function that applies a transition unless another process has the withdrawal by now, and returns the changed row. */
export function createStep({ db, events, now, log, catalogue }: WithdrawalProcessParts): Step {
  return async (row, move) => {
    const moved = await db.transaction(async (tx) => {
      const locked = await lockWithdrawal(tx, row.id)
      if (!isAsWeLeft(locked, row)) return undefined
      await recordDecision(tx, locked.row, move)
      const today = catalogue().catalogue.items.get(locked.catalogueId)?.priceCents
      return applyTransition(tx, locked, { ...move, today }, new Date(now()))
    })
    if (moved === undefined) return undefined
    log.info({ withdrawal: row.id, state: move.to, note: move.note }, 'a withdrawal changed its state')
    emitTransition(events, moved)
    return moved.withdrawal.row
  }
}
