// Looks for games whose page was left before it showed their result, and tells the results (shell/TopLayer.tsx).

import { readRuns } from '../../../stores/games/run-records.ts'
import { tellMissed } from '../../../stores/games/tell-missed.ts'
import { loadPart } from '../../../stores/kernel/load-part.ts'

/** Tells a player's missed results on this page. The notice is loaded first: what was told once is not told again. */
export async function findMissed(playerId: number): Promise<void> {
  const records = await readRuns()
  if (records.length === 0) return
  await loadPart(() => import('./MissedNotice.tsx'))
  await tellMissed(records, playerId)
}
