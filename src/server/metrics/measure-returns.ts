// How far the measured return of each game is from the promised one, in standard errors.
import { Gauge } from 'prom-client'
import { confidenceIn, type MeasuredReturn } from '../../game/games/returns.ts'
import type { Metrics } from './metrics.ts'

export interface ReturnsParts {
  /** Reads the returns of all counted days; cached. */
  readonly returns: () => Promise<{ readonly games: readonly (MeasuredReturn & { readonly game: string })[] }>
  readonly log: { warn(fields: object, message: string): void }
}

/** Adds the gauge. A game that was played so little that chance alone moves its return by five points is missing. */
export function measureReturns({ registry }: Metrics, { returns, log }: ReturnsParts): void {
  new Gauge({
    name: 'spacedrop_return_drift_errors',
    help: 'Measured return of a game minus the promised one, in standard errors, over all complete days',
    labelNames: ['game'],
    registers: [registry],
    async collect() {
      this.reset()
      try {
        for (const { game, ...found } of (await returns()).games) {
          const { measured, promised, error } = found
          if (measured === null || promised === null || error === 0 || confidenceIn(found) === 'chance') continue
          this.set({ game }, (measured - promised) / error)
        }
      } catch (fault) {
        log.warn({ err: fault }, 'the metrics of the returns could not be read')
      }
    },
  })
}
