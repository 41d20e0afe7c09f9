// The settings of push messages, which are loaded with their tab.
import { type ReactElement, Suspense } from 'react'
import { latePart } from '../../late-part.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'

const PushSettings = latePart(() => import('../push/PushSettings.tsx'), 'PushSettings')

export function LatePush(): ReactElement {
  return (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <PushSettings />
    </Suspense>
  )
}
