// Words for jobs. A job of a newer version, which has none, is shown by its name.
import type { TFunction } from 'i18next'

const JOBS = [
  'orderPolling',
  'withdrawals',
  'returns',
  'figures',
  'auditSeal',
  'bans',
  'switches',
  'saferPlay',
  'caseCounts',
  'erasures',
  'raffles',
  'battles',
  'battleDraws',
  'referralShares',
  'leaderboards',
  'pushes',
  'stock',
  'nightly',
  'clockSync',
  'backups',
  'alerts',
  'prices',
  'retention',
  'partitions',
  'vacuum',
  'ledger-check',
  'publishing',
  'backup',
] as const

/** Returns what a job does, in words. */
export function jobTitle(name: string, t: TFunction<'officeSystem'>): string {
  const job = JOBS.find((listed) => listed === name)
  return job === undefined ? name : t(`job.${job}`)
}
