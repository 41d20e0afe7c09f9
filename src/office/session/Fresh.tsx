// Asks for the passkey again when a call needs an assertion of the last minutes, and then repeats the call.
import { createContext, lazy, type ReactElement, Suspense, useContext, useState } from 'react'
import type { Elements } from '../../islands/ui/own-element.tsx'
import type { Waiting } from './FreshDialog.tsx'

/** Few acts of a day need it. */
const FreshDialog = lazy(async () => ({ default: (await import('./FreshDialog.tsx')).FreshDialog }))

/** Resolves when the person has pressed their passkey; rejects when they have closed the dialog. */
type AskFresh = () => Promise<void>

const AskFreshContext = createContext<AskFresh | null>(null)

/** Has the dialog for everything below it. */
export function FreshGate({ children }: { children: Elements }): ReactElement {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  // Once it is there it stays: a dialog that is closed gives the focus back, one that is taken away does not.
  const [isNeeded, setNeeded] = useState(false)
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      setNeeded(true)
      setWaiting({ resolve, reject })
    })
  return (
    <AskFreshContext value={ask}>
      {children}
      <Suspense fallback={null}>
        {isNeeded ? <FreshDialog waiting={waiting} onEnd={() => setWaiting(null)} /> : null}
      </Suspense>
    </AskFreshContext>
  )
}

export function useAskFresh(): AskFresh {
  const ask = useContext(AskFreshContext)
  if (ask === null) throw new Error('An act outside of FreshGate')
  return ask
}
