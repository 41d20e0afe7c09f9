// The jobs over the services, not started. The site makes the nightly job itself, because that one needs its metrics.

import type { PeriodicJob, PeriodicJobOptions } from '../base/periodic-job.ts'
import type { JobLease } from '../db/job-lease.ts'
import type { Components } from '../services/rolls/service-parts.ts'
import type { Services } from '../services/services.ts'
import { type AuditSealJob, createAuditSealJob } from './audit-seal.ts'
import { createBansJob } from './bans.ts'
import { type BattleDrawsJob, type BattlesJob, createBattleDrawsJob, createBattlesJob } from './battles.ts'
import { createCaseCountsJob } from './case-counts.ts'
import { createErasuresJob, type ErasuresJob } from './erasures.ts'
import { createLeaderboardsJob, type LeaderboardsJob } from './leaderboards.ts'
import { createMissionNotificationsJob, type MissionNotificationsJob } from './mission-notifications.ts'
import { createOrderPolling, type OrderPolling } from './order-polling.ts'
import { createPushesJob, type PushesJob } from './pushes.ts'
import { createRaffleJob, type RaffleJob } from './raffles.ts'
import { createReferralSharesJob } from './referral-shares.ts'
import { createReturnsJob, type ReturnsJob } from './returns.ts'
import { createSwitchesJob } from './switches.ts'
import { createWithdrawalJob, type WithdrawalJob } from './withdrawals.ts'

export interface Jobs {
  readonly orderPolling: OrderPolling
  readonly withdrawals: WithdrawalJob
  readonly returns: ReturnsJob
  readonly auditSeal: AuditSealJob
  readonly bans: PeriodicJob
  readonly switches: PeriodicJob
  readonly caseCounts: PeriodicJob
  readonly erasures: ErasuresJob
  readonly raffles: RaffleJob
  readonly battles: BattlesJob
  readonly battleDraws: BattleDrawsJob
  readonly missionNotifications: MissionNotificationsJob
  readonly referralShares: PeriodicJob
  readonly leaderboards: LeaderboardsJob
  readonly pushes: PushesJob
}

export interface JobComponents
  extends Pick<
    Components,
    'db' | 'catalogue' | 'checks' | 'events' | 'now' | 'payments' | 'steamAccountOf' | 'sourcePriceOf' | 'trade' | 'log'
  > {
  readonly lease: JobLease
  /** Reads the database's clock again: jobs that decide by time do so before each run. */
  readonly syncClock?: PeriodicJobOptions['before']
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
  return {
    orderPolling: createOrderPolling({ db, now, log, before, settlement, providers: payments.providers }),
    withdrawals: createWithdrawalJob({ ...withdrawing, before, provider: trade.provider }),
    returns: createReturnsJob({ db, lease, now, log, before }),
    auditSeal: createAuditSealJob({ db, now, log }),
    bans: createBansJob({ bans, log }),
    switches: createSwitchesJob({ switches: services.switches, log }),
    caseCounts: createCaseCountsJob({ counts: services.caseCounts, log }),
    erasures: createErasuresJob({ erasures, log, before }),
    raffles: createRaffleJob({ lifecycle: raffleLifecycle, now, log, before }),
    battles: createBattlesJob({ battles: services.battles, events, now, log, before }),
    battleDraws: createBattleDrawsJob({ battles: services.battles, events, now, log, before }),
    missionNotifications: createMissionNotificationsJob({ notifications: missionNotifications, events, log }),
    referralShares: createReferralSharesJob({ shares: referralShares, lease, log, before }),
    leaderboards: createLeaderboardsJob({ counting: leaderCounting, prizes: leaderPrizes, lease, log, before }),
    pushes: createPushesJob({ delivery: services.pushDelivery, log }),
  }
}
