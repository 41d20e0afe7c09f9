// The line below a game's buttons, whose place is always kept.
import type { ReactElement, ReactNode } from 'react'
import styles from './hint-line.module.css'
import { Icon } from './Icon.tsx'
import { Marked } from './Marked.tsx'

const KEY = { key: (words: string): ReactElement => <kbd>{words}</kbd> }

export function HintLine({ children }: { children: ReactNode }): ReactElement {
  return <p className={styles.hint}>{children}</p>
}

interface ObstacleProps {
  /** What stands in the way; null where nothing does. */
  readonly obstacle: string | null
  /** The keys that play the game, each within `<key>`. */
  readonly keys: string
}

/** What stands in the way, read out when it appears; else the keys. */
export function ObstacleLine({ obstacle, keys }: ObstacleProps): ReactElement {
  return (
    <p className={styles.hint} role="status">
      {obstacle === null ? (
        <span className={styles.keys}>
          <Marked text={keys} marks={KEY} />
        </span>
      ) : (
        <>
          <Icon name="alert" size={16} />
          {obstacle}
        </>
      )}
    </p>
  )
}
