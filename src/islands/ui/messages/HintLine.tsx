// The line below the buttons of a game, which always takes its place.
import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './hint-line.module.css'
import { Marked } from './Marked.tsx'

const KEY = { key: (words: string): ReactElement => <kbd>{words}</kbd> }

export function HintLine({ children }: { children: ReactNode }): ReactElement {
  return <p className={styles.hint}>{children}</p>
}

interface ObstacleProps {
  /** What prevents the next play; null when nothing does. */
  readonly obstacle: string | null
  /** What the player should know before the next play; shown where nothing prevents it. */
  readonly note?: string | null
  /** The keyboard shortcuts, each within `<key>`. */
  readonly keys: string
}

/** Shows what prevents the next play or should be known before it, which screen readers announce, or else the keyboard shortcuts. */
export function ObstacleLine({ obstacle, note = null, keys }: ObstacleProps): ReactElement {
  const words = obstacle ?? note
  return (
    <p className={styles.hint} role="status" data-note={obstacle === null ? '' : undefined}>
      {words === null ? (
        <span className={styles.keys}>
          <Marked text={keys} marks={KEY} />
        </span>
      ) : (
        <>
          <Icon name={obstacle === null ? 'check' : 'alert'} size={16} />
          {words}
        </>
      )}
    </p>
  )
}
