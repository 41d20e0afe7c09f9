// Loads the hints of a first visit, unless this browser has shown them.
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { areHintsSeen, watchNewcomer } from '../../../stores/home/first-hints.ts'
import { latePart } from '../../late-part.tsx'

const FirstHint = latePart(() => import('../../home/hints/FirstHint.tsx'), 'FirstHint')

export function CaseHints(): ReactElement | null {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (areHintsSeen()) return
    setWanted(true)
    return watchNewcomer()
  }, [])
  return isWanted ? (
    <Suspense>
      <FirstHint />
    </Suspense>
  ) : null
}
