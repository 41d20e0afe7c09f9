// A format as little seats: those of a side are in one frame.
import type { ReactElement } from 'react'
import { type BattleFormat, sidesOf } from '../../../game/battles/battle.ts'
import { classes } from '../../ui/classes.ts'
import styles from './format-picture.module.css'

interface FormatPictureProps {
  readonly format: BattleFormat
  /** How many seats are taken, in the order of their slots; without it all look alike. */
  readonly taken?: number | undefined
  readonly className?: string | undefined
}

/** Renders a decorative picture: its text is the name of the format. */
export function FormatPicture({ format, taken, className }: FormatPictureProps): ReactElement {
  return (
    <span className={classes(styles.format, className)} aria-hidden="true">
      {sidesOf(format).map((side) => (
        <span key={side[0]} className={styles.side}>
          {side.map((slot) => (
            <span key={slot} className={styles.seat} data-free={taken !== undefined && slot > taken ? '' : undefined} />
          ))}
        </span>
      ))}
    </span>
  )
}
