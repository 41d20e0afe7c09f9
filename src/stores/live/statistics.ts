// The counters of the top strip: totals from the API, changes and the online count from the socket.
import { atom } from 'nanostores'
import type { Statistic } from '../../protocol/live.ts'
import { get } from '../kernel/api.ts'

/** Null for a number that is not known yet. */
export type Statistics = Readonly<Record<keyof Statistic | 'online', number | null>>

const UNKNOWN: Readonly<Record<keyof Statistic, null>> = { users: null, cases: null, upgrades: null, contracts: null }

export const $statistics = atom<Statistics>({ ...UNKNOWN, online: null })

const COUNTERS = Object.keys(UNKNOWN) as (keyof Statistic)[]

/** Updates the counters that a change contains. */
export function mergeStatistics(part: Partial<Statistic>): void {
  const next = { ...$statistics.get() }
  for (const counter of COUNTERS) {
    const count = part[counter]
    if (typeof count === 'number' && Number.isFinite(count)) next[counter] = count
  }
  $statistics.set(next)
}

/** Sets how many people are online; the server's boost is in the number already. */
export function setOnline(count: number): void {
  if (Number.isFinite(count)) $statistics.set({ ...$statistics.get(), online: count })
}

/** Reads the totals; a failure is logged only, and the counters stay as they are. */
export async function loadStatistics(): Promise<void> {
  try {
    mergeStatistics(await get<Statistic>('/live/statistic'))
  } catch (fault) {
    console.error('Statistics could not be read', fault)
  }
}
