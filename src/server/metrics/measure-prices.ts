// The gauges of prices and rates: the age of prices, what is held because of them, and which currencies are closed.
import { Gauge } from 'prom-client'
import { CURRENCIES } from '../../game/payments/deposit.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { ReadRates } from '../payments/rates.ts'
import { heldSince, listMadeMs, pricesSince } from '../services/operations/price-imports.ts'
import type { Metrics } from './metrics.ts'

const HOUR_MS = 3_600_000

export interface PriceAgeParts {
  readonly db: Database
  readonly now: () => number
  readonly catalogue: Pick<ActiveCatalogue, 'current'>
}

/** Adds the age of the prices to the metrics; it is missing while the database is away, and on PGlite before the first import. */
export function measurePrices({ registry }: Metrics, { db, catalogue, now }: PriceAgeParts): void {
  new Gauge({
    name: 'spacedrop_prices_age_seconds',
    help: 'Time since prices were imported, or an edition of the catalogue changed them; more where the list itself is older',
    registers: [registry],
    async collect() {
      // While the database is away, spacedrop_database_up says so.
      const since = await pricesSince(db.queries).catch(() => null)
      if (since === null) this.remove()
      else this.set((now() - Math.min(since.getTime(), listMadeMs(catalogue.current) ?? since.getTime())) / 1000)
    },
  })
}

/** Adds how old the list is for what is drawn; without a value where prices have no source. */
export function measureDrawnPrices(
  { registry }: Metrics,
  { catalogue, now, needsFreshPrices }: Omit<PriceAgeParts, 'db'> & { readonly needsFreshPrices: boolean },
): void {
  new Gauge({
    name: 'spacedrop_drawn_prices_age_ratio',
    help: 'The age of the newest accepted list as a part of drawHours: from 1 on nothing is drawn at its prices',
    registers: [registry],
    collect() {
      if (!needsFreshPrices) {
        this.remove()
        return
      }
      const { priceRules, priceState } = catalogue.current
      const hours = priceState.atMs === null ? priceRules.drawHours : (now() - priceState.atMs) / HOUR_MS
      this.set(Math.max(0, hours) / priceRules.drawHours)
    },
  })
}

/** Adds what is held to the metrics: how many items, since when, and what is paused without them. */
export function measureHeldPrices({ registry }: Metrics, { db, catalogue, now }: PriceAgeParts): void {
  const registers = [registry]
  const oldest = new Gauge({
    name: 'spacedrop_held_items_oldest_seconds',
    help: 'How long the item that was held first has been held',
    registers,
  })
  new Gauge({
    name: 'spacedrop_held_items',
    help: 'Items that are held because their price moved too far',
    registers,
    async collect() {
      const held = await heldSince(db.queries).catch(() => null)
      if (held === null) {
        this.remove()
        oldest.remove()
        return
      }
      this.set(held.count)
      oldest.set(held.since === null ? 0 : Math.max(0, (now() - held.since.getTime()) / 1000))
    },
  })
  new Gauge({
    name: 'spacedrop_paused_by_prices',
    help: 'Cases and rewards that are paused while an item of theirs is held',
    labelNames: ['kind'],
    registers,
    collect() {
      const { pausedCases, pausedRewards } = catalogue.current.holdEffects
      this.set({ kind: 'case' }, pausedCases.length)
      this.set({ kind: 'reward' }, pausedRewards.length)
    },
  })
}

/** Adds which currencies are closed because their exchange rate is in question. */
export function measureRates({ registry }: Metrics, rates: ReadRates): void {
  new Gauge({
    name: 'spacedrop_currency_closed',
    help: '1 while no deposit can be made in a currency, because its exchange rate was refused, cannot be read or is too old',
    labelNames: ['currency'],
    registers: [registry],
    async collect() {
      const { closed } = await rates()
      for (const currency of CURRENCIES) this.set({ currency }, closed.has(currency) ? 1 : 0)
    },
  })
}
