// Words for jobs and leases. A job of a newer version, which has none, is shown by its name.
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
  'drafts',
  'announcements',
  'notices',
  'prices',
  'retention',
  'partitions',
  'vacuum',
  'ledger-check',
  'publishing',
  'backup',
  'houseLobby',
  'housePlayer',
  'choosing',
] as const

type Job = (typeof JOBS)[number]

/** What leases are called that have another name than their job, up to the first space. */
const LEASES: Readonly<Record<string, Job>> = {
  'safer-play': 'saferPlay',
  'referral-shares': 'referralShares',
  'house-lobby': 'houseLobby',
  'house-player': 'housePlayer',
  choosing: 'choosing',
}

/** Returns what a job does, or what a lease is held for, in words. */
export function jobTitle(name: string, t: TFunction<'officeSystem'>): string {
  const job = JOBS.find((listed) => listed === name) ?? LEASES[name.split(' ')[0] ?? '']
  return job === undefined ? name : t(`job.${job}`)
}
