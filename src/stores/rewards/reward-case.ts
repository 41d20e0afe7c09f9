// The case that a reward opens: its reel, with the result that the server has drawn already.
import { atom } from 'nanostores'
import type { Localized } from '../../game/base/language.ts'
import type { CaseReply, ContentView } from '../../protocol/case.ts'
import type { PrizeView } from '../../protocol/prize.ts'
import { spinFor } from '../games/opening.ts'
import { get } from '../kernel/api.ts'
import { skipsAnimation } from '../kernel/preferences.ts'

/** The case of a reward. */
export interface RewardCase {
  readonly name: Localized
  readonly contents: readonly ContentView[]
}

/** The case on the reel, or the last one; null before the first. */
export const $rewardCase = atom<RewardCase | null>(null)

/** Reads the case of a reward for the reel; null where there is none, or animations are skipped. */
export async function readRewardCase(reward: PrizeView): Promise<RewardCase | null> {
  if (reward.kind !== 'case' || skipsAnimation()) return null
  try {
    const reply = await get<CaseReply>(`/case/${encodeURIComponent(reward.case.url)}`)
    return reply.success ? { name: reply.case.name, contents: reply.case.contents } : null
  } catch (fault) {
    console.error('The case of a reward could not be read', fault)
    return null
  }
}

/** Runs the reel of a case for its result; resolves when it has stopped or was skipped. */
export async function spinReward(
  shown: RewardCase,
  drop: Parameters<typeof spinFor>[0],
  rollId: string,
): Promise<void> {
  $rewardCase.set(shown)
  await spinFor(drop, rollId)
}
