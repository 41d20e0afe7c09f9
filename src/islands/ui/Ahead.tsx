// What a moment will show, made before it: rendered, laid out, its pictures read, and neither seen, heard nor reached until then. The
// moment itself is left to what moves.
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import styles from './ahead.module.css'
import { classes } from './classes.ts'

const Shown = createContext(true)

/** Whether the moment has come for what stands in an `Ahead`; true everywhere else. */
export function useShown(): boolean {
  return useContext(Shown)
}

interface AheadProps {
  readonly isShown: boolean
  /** How it stands among its neighbours; without one its children stand there themselves. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Sounds and countings inside wait for `useShown`, animations by style sheet wait by themselves. */
export function Ahead({ isShown, className, children }: AheadProps): ReactElement {
  return (
    <div className={classes(styles.ahead, className ?? styles.none)} data-ahead={isShown ? undefined : ''}>
      <Shown value={isShown}>{children}</Shown>
    </div>
  )
}
