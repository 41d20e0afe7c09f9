// What a moment will show, made before it: rendered, laid out, its pictures read, and neither seen, heard nor reached until then. The
// moment itself is left to what moves.
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react'
import { afterFrame } from '../../stores/after-frame.ts'
import styles from './ahead.module.css'
import { classes } from './classes.ts'

const Shown = createContext(true)

/** Whether the moment has come for what stands in an `Ahead`; true everywhere else. */
export function useShown(): boolean {
  return useContext(Shown)
}

interface AheadProps {
  readonly isShown: boolean
  /** Its place as a scene of its own; without one its few children stand among its neighbours. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Sounds and countings inside wait for `useShown`, and so do links and buttons of a scene for being reached; its animations wait by style
 * sheet.
 */
export function Ahead({ isShown, className, children }: AheadProps): ReactElement {
  const isScene = className !== undefined
  const isMade = useMade(isScene && !isShown)
  return (
    <div
      className={isScene ? classes(styles.scene, className) : styles.none}
      data-ahead={isShown ? undefined : ''}
      aria-hidden={!isShown || undefined}
    >
      <Shown value={isShown}>{isMade || isShown ? children : null}</Shown>
    </div>
  )
}

/** False until what moves before a scene has been painted once, so that its beginning does not wait for the scene to be made. */
function useMade(waits: boolean): boolean {
  const [isMade, setMade] = useState(!waits)
  useEffect(() => afterFrame(() => setMade(true)), [])
  return isMade
}
