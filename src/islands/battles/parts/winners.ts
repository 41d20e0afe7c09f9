import type { BattleCard } from '../../../protocol/battle.ts'

/** Returns the slots that won a battle: none before its end, and none where everything is shared. */
export function winnersOf({ mode, result }: Pick<BattleCard, 'mode' | 'result'>): ReadonlySet<number> {
  return new Set(mode === 'share' ? [] : result?.winners)
}
