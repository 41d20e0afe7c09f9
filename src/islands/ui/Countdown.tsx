// A countdown to a moment of the server's clock: hours, minutes and seconds, and days before them where there are any.
import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../stores/kernel/server-clock.ts'
import { classes } from './classes.ts'
import styles from './countdown.module.css'

const SECOND_MS = 1000
/** The delays between calls of `onEnd`: each is twice the one before, up to a minute. */
const AGAIN_MS = { first: SECOND_MS, most: 60 * SECOND_MS }

const two = (part: number): string => String(part).padStart(2, '0')

/** Splits a duration into days and 'hh:mm:ss'; a negative one is zero. */
function countdownParts(leftMs: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return { days, clock }
}

const never = (): (() => void) => () => undefined

/** False on the server and in the first rendering in a document that it rendered, whose time is over. */
const useOwnClock = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

interface CountdownProps {
  /** Milliseconds since 1970 on the server. */
  untilMs: number
  /** Called at the end, and again until another moment is given: an answer may be lost, and the clock of a device may be ahead. */
  onEnd?: () => void
  className?: string | undefined
}

export function Countdown({ untilMs, onEnd, className }: CountdownProps): ReactElement {
  const { t } = useTranslation('common')
  const hasClock = useOwnClock()
  const [leftMs, setLeftMs] = useState(() => untilMs - serverNow())
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let againMs = AGAIN_MS.first
    const tick = (): void => {
      const left = untilMs - serverNow()
      setLeftMs(left)
      if (left > 0) {
        timer = setTimeout(tick, left % SECOND_MS || SECOND_MS)
        return
      }
      end.current?.()
      timer = setTimeout(tick, againMs)
      againMs = Math.min(2 * againMs, AGAIN_MS.most)
    }
    tick()
    return () => clearTimeout(timer)
  }, [untilMs])

  const { days, clock } = countdownParts(leftMs)
  return (
    // Screen readers read it on request, not each second.
    <time className={classes(styles.countdown, !hasClock && styles.unknown, className)} role="timer" aria-live="off">
      {hasClock && days > 0 && <span className={styles.days}>{t('days', { count: days })} </span>}
      <span>{hasClock ? clock : countdownParts(0).clock}</span>
    </time>
  )
}
