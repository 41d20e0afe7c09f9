// The rounds of a battle in groups of the same case.
import type { BattleCard } from '../../../protocol/battle.ts'

export type BattleCase = BattleCard['rounds'][number]

/** Rounds of one case that follow each other. */
export interface CaseRun<Case extends Pick<BattleCase, 'url'>> {
  readonly box: Case
  readonly count: number
  /** Its first round, from 1. */
  readonly from: number
}

/** Groups rounds of the same case that follow each other. */
export function caseRuns<Case extends Pick<BattleCase, 'url'>>(rounds: readonly Case[]): readonly CaseRun<Case>[] {
  const runs: CaseRun<Case>[] = []
  for (const [at, box] of rounds.entries()) {
    const last = runs.at(-1)
    if (last?.box.url === box.url) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ box, count: 1, from: at + 1 })
  }
  return runs
}
