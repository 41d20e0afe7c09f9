// What a process says of itself: its sign of life, its jobs, its security events, and the checks and backups that it runs by a press.
import type { FastifyBaseLogger } from 'fastify'
import type { PeriodicJob } from '../base/periodic-job.ts'
import type { ActiveCatalogue } from '../catalogue/loaded-catalogue.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../db/database-clock.ts'
import { createHeartbeatJob } from '../jobs/heartbeat.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { SystemSources } from '../services/office/system-room.ts'
import { createInstanceRecord } from '../services/operations/instances.ts'
import { createJobWatch, type JobWatch } from '../services/operations/job-watch.ts'
import { heldSince, listMadeMs, pricesSince } from '../services/operations/price-imports.ts'
import { createSecurityCounts, type SecurityCounts } from '../services/operations/security-counts.ts'
import { createUpkeep } from '../services/operations/upkeep.ts'
import { checkBooks } from '../services/transparency/check-books.ts'
import type { TradeModule } from '../trade/providers.ts'
import { type BotCondition, watchTrade } from '../trade/watched-trade.ts'
import type { SiteZone } from './time-zone.ts'

export interface MachineParts {
  readonly config: Config
  readonly db: Database
  readonly now: () => number
  readonly zone: SiteZone
  readonly databaseClock: Pick<DatabaseClock, 'aheadMs'>
  readonly catalogue: Pick<ActiveCatalogue, 'current'>
  readonly log: FastifyBaseLogger
}

export interface Machine {
  readonly watch: JobWatch
  readonly security: SecurityCounts
  /** What the office shows. */
  readonly system: SystemSources
  /** Returns the trade module with its calls followed. */
  watchTrade(trade: TradeModule): TradeModule
  /** Counts sockets that were cut from now on, with each sign of life. */
  countCuts(realtime: Pick<Realtime, 'counts'>): void
  /** Writes that this process lives; not started. */
  readonly heartbeat: PeriodicJob
  close(): Promise<void>
}

/** Returns the parts of the night of a site. */
function nightlyParts({ checksLedger, backups, databaseUrl }: Config): readonly string[] {
  const isBackedUp = backups?.atMinutes !== undefined && databaseUrl !== undefined
  const last = checksLedger ? 'ledger-check' : 'publishing'
  return ['retention', 'partitions', 'vacuum', last, ...(isBackedUp ? ['backup'] : [])]
}

/** Makes what follows the jobs, the calls and the trades of a process. */
export function createMachine({ config, db, now, zone, databaseClock, catalogue, log }: MachineParts): Machine {
  const { backups, databaseUrl, settings } = config
  const timeZone = zone.inForce
  const watch = createJobWatch({ now })
  const security = createSecurityCounts({ now })
  let bot: (() => BotCondition) | undefined
  let cuts: () => void = () => undefined
  const { aheadMs } = databaseClock
  const record = createInstanceRecord({ db, now, timeZone, aheadMs, watch, security, bot: () => bot?.() })
  const instance = {
    ...record,
    sign: async () => {
      cuts()
      await record.sign()
    },
  }
  const upkeep = createUpkeep({
    ...{ db, now, instanceId: record.id, checkBooks, backups, databaseUrl, timeZone, log },
    env: process.env,
  })
  return {
    watch,
    security,
    system: {
      instanceId: record.id,
      upkeep,
      sign: instance.sign,
      nightly: { parts: nightlyParts(config) },
      backupFolder: backups?.folder,
      settings,
      zone,
      prices: async (queries) => {
        const { priceState, holdEffects } = catalogue.current
        const heldItems = await heldSince(queries)
        return {
          since: (await pricesSince(queries))?.getTime() ?? null,
          listedAt: listMadeMs({ priceState }),
          held: heldItems.count,
          heldSince: heldItems.since?.getTime() ?? null,
          pausedCases: holdEffects.pausedCases.length,
          pausedRewards: holdEffects.pausedRewards.length,
        }
      },
    },
    watchTrade: (trade) => {
      if (trade.provider === undefined) return trade
      const watched = watchTrade(trade.provider, now)
      bot = watched.condition
      return { ...trade, provider: watched.provider }
    },
    countCuts: (realtime) => {
      const counted = new Map<string, number>()
      cuts = () => {
        for (const [code, count] of Object.entries(realtime.counts().cut)) {
          security.note({ source: 'realtime', event: 'cut', code, call: '' }, count - (counted.get(code) ?? 0))
          counted.set(code, count)
        }
      }
    },
    heartbeat: createHeartbeatJob({ instance, log }),
    close: upkeep.close,
  }
}
