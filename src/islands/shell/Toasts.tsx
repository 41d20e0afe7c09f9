// Loads the toaster when the first message arrives.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense } from 'react'
import { $toasts } from '../../stores/kernel/toasts.ts'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'

const Toaster = latePart(() => import('./Toaster.tsx'), 'Toaster')

function ToastsView(): ReactElement | null {
  const waiting = useStore($toasts, { ssr: 'initial' })
  // The toaster stays mounted: it empties the store, and an empty store must not unmount it.
  return <ToasterOnceNeeded on={waiting.length > 0} />
}

let needed = false

function ToasterOnceNeeded({ on }: { on: boolean }): ReactElement | null {
  needed ||= on
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

export const Toasts = island(ToastsView, { broken: 'nothing' })
