// The settings of the overlay, which are loaded with their tab.
import { type ReactElement, Suspense } from 'react'
import { latePart } from '../../late-part.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'

const OverlaySettings = latePart(() => import('../../sharing/OverlaySettings.tsx'), 'OverlaySettings')

export function LateOverlay(): ReactElement {
  return (
    <Suspense fallback={<Skeleton width="100%" height={120} />}>
      <OverlaySettings />
    </Suspense>
  )
}
