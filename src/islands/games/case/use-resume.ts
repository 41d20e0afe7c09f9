// The opening that a guest wanted before they signed in: the main button has the focus, and one press of it opens.
import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import { $isResumed, $opening } from '../../../stores/games/opening.ts'
import { $user } from '../../../stores/kernel/user.ts'

/** Returns the ref of the main button, and whether the line below it says what one press of it does. */
export function useResume(): { readonly button: RefObject<HTMLButtonElement | null>; readonly isResumed: boolean } {
  const button = useRef<HTMLButtonElement>(null)
  const user = useStore($user, { ssr: 'initial' })
  const resumed = useStore($isResumed, { ssr: 'initial' })
  const opening = useStore($opening, { ssr: 'initial' })
  const isResumed = resumed && user.status === 'authorised'
  useEffect(() => {
    if (!isResumed) return
    button.current?.scrollIntoView({ block: 'center' })
    button.current?.focus({ preventScroll: true })
  }, [isResumed])
  useEffect(() => {
    if (opening.phase !== 'idle') $isResumed.set(false)
  }, [opening.phase])
  return { button, isResumed }
}
