// The countdown to the first round, by the time of the show: a replay has one of its own.
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { LEAD_MS } from '../../../game/battles/timeline.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import { $clock, elapsedMs } from '../../../stores/battles/battle-show.ts'

/** How often the countdown looks at the time. */
const LOOK_MS = 100

const leadSeconds = (view: BattleView): number => Math.max(1, Math.ceil((LEAD_MS - elapsedMs(view)) / 1_000))

/** Returns the whole seconds to the first round of a battle, 1 at least. */
export function useLeadSeconds(view: BattleView): number {
  const clock = useStore($clock, { ssr: 'initial' })
  const [seconds, setSeconds] = useState(() => leadSeconds(view))
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the clock
  useEffect(() => {
    const timer = setInterval(() => setSeconds(leadSeconds(view)), LOOK_MS)
    return () => clearInterval(timer)
  }, [view, clock])
  return seconds
}
