// The gauge of the age of prices.
import { Gauge } from 'prom-client'
import type { Database } from '../db/database.ts'
import { pricesSince } from '../services/operations/price-imports.ts'
import type { Metrics } from './metrics.ts'

export interface PriceAgeParts {
  readonly db: Database
  readonly now: () => number
}

/** Adds the age of the prices to the metrics; it is missing while the database is away, and on PGlite before the first import. */
export function measurePrices({ registry }: Metrics, { db, now }: PriceAgeParts): void {
  new Gauge({
    name: 'spacedrop_prices_age_seconds',
    help: 'Time since prices were imported, or an edition of the catalogue changed them',
    registers: [registry],
    async collect() {
      // While the database is away, spacedrop_database_up says so.
      const since = await pricesSince(db.queries).catch(() => null)
      if (since === null) this.remove()
      else this.set((now() - since.getTime()) / 1000)
    },
  })
}
