// The case that a reward opens, on the page of the reward.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense } from 'react'
import { $rewardCase } from '../../../stores/rewards/reward-case.ts'
import { latePart } from '../../late-part.tsx'

/** Loaded with the first case: it contains the reel of the case screen. */
const RewardOpening = latePart(() => import('./RewardOpening.tsx'), 'RewardOpening')

/** Shows nothing until a case is opened. */
export function OpenedCase(): ReactElement | null {
  const openedCase = useStore($rewardCase, { ssr: 'initial' })
  if (openedCase === null) return null
  return (
    <Suspense>
      <RewardOpening shown={openedCase} />
    </Suspense>
  )
}
