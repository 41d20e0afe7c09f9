// How far a battle has come, as text.
import type { TFunction } from 'i18next'
import { type BattlePhase, phaseAt } from '../../../game/battles/timeline.ts'
import type { BattleCard } from '../../../protocol/battle.ts'

type Shown = Pick<BattleCard, 'state' | 'startsAt' | 'rounds' | 'fast'>

function phaseOf({ startsAt, rounds, fast }: Shown, nowMs: number): BattlePhase {
  return phaseAt({ rounds: rounds.length, fast }, nowMs - (startsAt ?? nowMs))
}

/** Returns the round that is shown at a moment, from 1; undefined before the first and after the last. */
export function currentRound(battle: Shown, nowMs: number): number | undefined {
  const shown = phaseOf(battle, nowMs)
  return shown.phase === 'round' ? shown.round : undefined
}

/**
 * Returns what happens in a battle that is not open.
 *
 * @param nowMs the server's time, in milliseconds since 1970
 */
export function progressWords(t: TFunction<'battles'>, battle: Shown, nowMs: number): string {
  if (battle.state === 'cancelled' || battle.state === 'expired') return t('progress.refunded')
  if (battle.state === 'settled') return t('progress.over')
  if (battle.state === 'locked') return t('progress.lead')
  const shown = phaseOf(battle, nowMs)
  if (shown.phase !== 'round') return t(`progress.${shown.phase}`)
  return t('progress.round', { round: shown.round, count: battle.rounds.length })
}
