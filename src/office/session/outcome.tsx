// Says what an act did: one line at the end of the screen, until the next act or for some seconds.
import { createContext, type ReactElement, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type done from '../../i18n/locales/en/office-done.json'
import type { Elements } from '../../islands/ui/own-element.tsx'
import { Icon } from '../parts/Icon.tsx'
import styles from './outcome.module.css'

/** What was done, as a key of its words. */
export type Done = keyof typeof done

/** How long it is read: the words are short. */
const SHOWN_MS = 8_000

const TellContext = createContext<((done: Done) => void) | null>(null)

/** Has the line for everything below it. */
export function Outcomes({ children }: { children: Elements }): ReactElement {
  const { t } = useTranslation(['office', 'officeDone'])
  // An object, so that the same act done twice is said twice.
  const [outcome, setOutcome] = useState<{ readonly done: Done } | null>(null)
  const [count, setCount] = useState(0)
  const tell = useCallback((what: Done): void => {
    setOutcome({ done: what })
    setCount((before) => before + 1)
  }, [])
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <TellContext value={tell}>
      {children}
      <div role="status" className={styles.outcome}>
        {outcome === null ? null : (
          <p key={count}>
            <Icon name="check" />
            <span>{t(`officeDone:${outcome.done}`)}</span>
          </p>
        )}
      </div>
    </TellContext>
  )
}

/** Returns a function that says what was done. */
export function useTellDone(): (done: Done) => void {
  const tell = useContext(TellContext)
  if (tell === null) throw new Error('An act outside of Outcomes')
  return tell
}
