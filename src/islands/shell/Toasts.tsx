// Waits for the first message, then loads what shows messages; nothing of it is loaded before.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense } from 'react'
import { $toasts } from '../../stores/toasts.ts'
import { island } from '../island.tsx'

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }))

function ToastsView(): ReactElement | null {
  const waiting = useStore($toasts, { ssr: 'initial' })
  // Once there it stays: it takes the messages out of the store, and an empty store is no reason to go.
  return <Keep on={waiting.length > 0} />
}

let needed = false

function Keep({ on }: { on: boolean }): ReactElement | null {
  needed ||= on
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

export const Toasts = island(ToastsView)
