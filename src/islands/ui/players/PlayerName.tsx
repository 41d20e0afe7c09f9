// A player's name as a heading of at most two lines.
import type { ReactElement } from 'react'
import { classes } from '../classes.ts'
import styles from './player-name.module.css'

/** Names with more letters have a smaller font: two lines hold 32 wide letters. */
const LONG_NAME = 16

interface PlayerNameProps {
  readonly name: string
  readonly as: 'h1' | 'h2'
}

/** Renders the name. Its parent has to be a size container: the font size of a long name depends on its width. */
export function PlayerName({ name, as: Heading }: PlayerNameProps): ReactElement {
  return (
    <Heading className={classes(styles.name, name.length > LONG_NAME && styles.long)} title={name}>
      {name}
    </Heading>
  )
}
