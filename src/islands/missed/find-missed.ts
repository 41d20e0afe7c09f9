// Looks for games whose page was left before it showed their result, and loads the notice when there are any.
import { tellMissed } from '../../stores/games/missed-results.ts'
import { readRuns } from '../../stores/games/run-records.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'

/** Tells a player's missed results on this page. The notice is loaded first: what was told once is not told again. */
export async function findMissed(playerId: number): Promise<void> {
  const records = await readRuns()
  if (records.length === 0) return
  const { mountMissedNotice } = await loadPart(() => import('./MissedNotice.tsx'))
  mountMissedNotice()
  await tellMissed(records, playerId)
}
