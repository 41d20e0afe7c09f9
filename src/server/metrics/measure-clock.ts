// The gauge of the machine's clock.
import { Gauge } from 'prom-client'
import type { DatabaseClock } from '../db/database-clock.ts'
import type { Metrics } from './metrics.ts'

/** Adds the difference between the machine's clock and the database's to the metrics. */
export function measureClock({ registry }: Metrics, clock: Pick<DatabaseClock, 'aheadMs'>): void {
  new Gauge({
    name: 'spacedrop_clock_ahead_seconds',
    help: "By how much this machine's clock is ahead of the database's; negative when it is behind, 0 on PGlite",
    registers: [registry],
    collect() {
      this.set(clock.aheadMs() / 1000)
    },
  })
}
