// Adds what is measured of the state of a site: prices, rates, queues, returns, disks.
import type { Config } from '../config/config.ts'
import { measureDisks } from '../metrics/measure-disks.ts'
import {
  measureDrawnPrices,
  measureHeldPrices,
  measurePrices,
  measureRates,
  type PriceAgeParts,
} from '../metrics/measure-prices.ts'
import { measureReturns, type ReturnsParts } from '../metrics/measure-returns.ts'
import { measureState, type StateParts } from '../metrics/measure-state.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ReadRates } from '../payments/rates.ts'

interface MeasuredParts extends PriceAgeParts, ReturnsParts, StateParts {
  readonly config: Pick<Config, 'dataDir' | 'backups'>
  readonly needsFreshPrices: boolean
  readonly rates: ReadRates
}

/** Returns the folders that a site writes to. */
function foldersOf({ dataDir, backups }: MeasuredParts['config']): Record<string, string> {
  return backups === undefined ? { data: dataDir } : { data: dataDir, backups: backups.folder }
}

/** Adds the gauges and counters of the state of a site. */
export function measureSite(metrics: Metrics, parts: MeasuredParts): void {
  measurePrices(metrics, parts)
  measureDrawnPrices(metrics, parts)
  measureHeldPrices(metrics, parts)
  measureRates(metrics, parts.rates)
  measureState(metrics, parts)
  measureReturns(metrics, parts)
  measureDisks(metrics, foldersOf(parts.config))
}
