// Renders a result during the animation that leads to it: laid out, with its pictures loaded, but hidden from sight, sound and focus. It
// takes its place, so that the layout does not shift when it is shown. Measured in docs/decisions/0015-render-results-before-they-show.md.
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { classes } from '../classes.ts'
import styles from './prerendered.module.css'

const Shown = createContext(true)

/** Tells whether the surrounding `Prerendered` is shown; true outside of one. */
export function useShown(): boolean {
  return useContext(Shown)
}

interface PrerenderedProps {
  readonly isShown: boolean
  /** Styles a layer that is hidden by opacity; without it the children are hidden one by one in the parent. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Renders the children, hidden until shown. Sounds, counting and focus inside wait for `useShown`; the style sheet delays animations by
 * `[data-prerendered]`.
 */
export function Prerendered({ isShown, className, children }: PrerenderedProps): ReactElement {
  return (
    <div
      className={className === undefined ? styles.inline : classes(styles.layer, className)}
      data-prerendered={isShown ? undefined : ''}
      aria-hidden={!isShown || undefined}
    >
      <Shown value={isShown}>{children}</Shown>
    </div>
  )
}
