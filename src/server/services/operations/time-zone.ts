// The time zone in which a site counts days. It is the brand's, or that of the settings, and stays as long as a process of the site runs: two zones at
// once would give one moment to two days.
import type { Queries } from '../../db/database.ts'
import { brandInForce } from '../../shop/brand-in-force.ts'
import { readInstances } from './job-runs.ts'

/** Returns the zone of the processes that run, that of the oldest where they differ; undefined where none runs. */
export async function zoneInUse(queries: Queries, nowMs: number): Promise<string | undefined> {
  const running = (await readInstances(queries, nowMs)).filter(({ state }) => state === 'running')
  const zones = running.toSorted((one, other) => one.startedAt - other.startedAt).map(({ timeZone }) => timeZone)
  return zones.find((zone) => zone !== null) ?? undefined
}

/** Returns the zone in which a site counts days, for a command: it may run or not. `setting` is the zone of a shop whose brand names none. */
export async function readTimeZone(queries: Queries, setting: string, nowMs: number): Promise<string> {
  return (await zoneInUse(queries, nowMs)) ?? (await brandInForce(queries))?.timeZone ?? setting
}
