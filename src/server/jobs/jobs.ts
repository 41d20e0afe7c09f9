// The jobs over the services, not started. The site makes the nightly job itself, because that one needs its metrics.

import type { PeriodicJob, PeriodicJobOptions } from '../base/periodic-job.ts'
import { logRepeatedOnce } from '../base/repeated-errors.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { Components } from '../services/rolls/service-parts.ts'
import type { Services } from '../services/services.ts'
import { createAnnouncementsJob } from './announcements.ts'
import { type AuditSealJob, createAuditSealJob } from './audit-seal.ts'
import { createBansJob } from './bans.ts'
import { type BattleDrawsJob, type BattlesJob, createBattleDrawsJob, createBattlesJob } from './battles.ts'
import { createCaseCountsJob } from './case-counts.ts'
import { createErasuresJob, type ErasuresJob } from './erasures.ts'
import { createFiguresJob } from './figures.ts'
import { createLeaderboardsJob, type LeaderboardsJob } from './leaderboards.ts'
import { createMissionNotificationsJob, type MissionNotificationsJob } from './mission-notifications.ts'
import { createNoticesJob } from './notices.ts'
import { createOrderPolling, type OrderPolling } from './order-polling.ts'
import { createPushesJob, type PushesJob } from './pushes.ts'
import { createRaffleJob, type RaffleJob } from './raffles.ts'
import { createReferralSharesJob } from './referral-shares.ts'
import { createReturnsJob, type ReturnsJob } from './returns.ts'
import { createSaferPlayJob } from './safer-play.ts'
import { createStockJob, type StockJob } from './stock.ts'
import { createSwitchesJob } from './switches.ts'
import { createWithdrawalJob, type WithdrawalJob } from './withdrawals.ts'

export interface Jobs {
  readonly orderPolling: OrderPolling
  readonly withdrawals: WithdrawalJob
  readonly returns: ReturnsJob
  readonly figures: PeriodicJob
  readonly auditSeal: AuditSealJob
  readonly bans: PeriodicJob
  readonly switches: PeriodicJob
  readonly announcements: PeriodicJob
  readonly notices: PeriodicJob
  readonly saferPlay: PeriodicJob
  readonly caseCounts: PeriodicJob
  readonly erasures: ErasuresJob
  readonly raffles: RaffleJob
  readonly battles: BattlesJob
  readonly battleDraws: BattleDrawsJob
  readonly missionNotifications: MissionNotificationsJob
  readonly referralShares: PeriodicJob
  readonly leaderboards: LeaderboardsJob
  readonly pushes: PushesJob
  readonly stock: StockJob
}

export interface JobComponents
  extends Pick<
    Components,
    | 'db'
    | 'catalogue'
    | 'checks'
    | 'events'
    | 'now'
    | 'payments'
    | 'steamAccountOf'
    | 'sourcePriceOf'
    | 'trade'
    | 'timeZone'
    | 'log'
  > {
  readonly lease: JobLease
  /** Reads the database's clock again: jobs that decide by time do so before each run. */
  readonly syncClock?: PeriodicJobOptions['before']
  /** Receives what steps of a run failed with that the job itself catches. */
  readonly onFault?: (job: keyof Jobs, error: unknown) => void
}

/** Returns the log of a job that catches what its steps throw: each error that it logs is one of its run. */
function faultLog({ log, onFault }: Pick<JobComponents, 'log' | 'onFault'>, job: keyof Jobs) {
  const faults = logRepeatedOnce(log)
  return {
    info: (fields: object, message: string) => log.info(fields, message),
    warn: (fields: object, message: string) => log.warn(fields, message),
    error: (fields: object, message: string) => {
      onFault?.(job, 'err' in fields ? fields.err : message)
      faults.error(fields, message)
    },
  }
}

/** Makes the jobs. */
export function createJobs(components: JobComponents, services: Services): Jobs {
  const { db, events, lease, now, payments, trade, log, syncClock: before } = components
  const withdrawing = {
    db,
    events,
    now,
    log,
    catalogue: () => components.catalogue.current,
    steamAccountOf: components.steamAccountOf,
    checks: components.checks,
    sourcePriceOf: components.sourcePriceOf,
  }
  const { settlement, bans, erasures, raffleLifecycle, missionNotifications, referralShares } = services
  const { leaderCounting, leaderPrizes } = services
  const battling = { battles: services.battles, events, now, before }
  return {
    orderPolling: createOrderPolling({ db, now, log, before, settlement, providers: payments.providers }),
    withdrawals: createWithdrawalJob({ ...withdrawing, before, provider: trade.provider }),
    returns: createReturnsJob({ db, lease, now, log, before }),
    figures: createFiguresJob({ db, lease, now, timeZone: components.timeZone, log, before }),
    auditSeal: createAuditSealJob({ db, now, log }),
    bans: createBansJob({ bans, log }),
    switches: createSwitchesJob({ switches: services.switches, log }),
    announcements: createAnnouncementsJob({ announcements: services.announcements, log }),
    notices: createNoticesJob({ sending: services.noticeSending, lease, log, before }),
    saferPlay: createSaferPlayJob({ looking: services.saferPlay, lease, log, before }),
    caseCounts: createCaseCountsJob({ counts: services.caseCounts, log }),
    erasures: createErasuresJob({ erasures, log, before }),
    raffles: createRaffleJob({ lifecycle: raffleLifecycle, now, log: faultLog(components, 'raffles'), before }),
    battles: createBattlesJob({ ...battling, log: faultLog(components, 'battles') }),
    battleDraws: createBattleDrawsJob({ ...battling, log: faultLog(components, 'battleDraws') }),
    missionNotifications: createMissionNotificationsJob({ notifications: missionNotifications, events, log }),
    referralShares: createReferralSharesJob({ shares: referralShares, lease, log, before }),
    leaderboards: createLeaderboardsJob({ counting: leaderCounting, prizes: leaderPrizes, lease, log, before }),
    pushes: createPushesJob({ delivery: services.pushDelivery, log }),
    stock: createStockJob({ db, lease, now, log, before }),
  }
}
