// A player's name as a heading: two lines at most, whatever letters it is made of.
import type { ReactElement } from 'react'
import { classes } from './classes.ts'
import styles from './player-name.module.css'

/** Longer names, in letters, take a smaller size: two lines at most for 32 wide ones. */
const LONG_NAME = 16

interface PlayerNameProps {
  readonly name: string
  readonly as: 'h1' | 'h2'
}

/** It stands in a box that is a size container: the size of a long name is a share of its width. */
export function PlayerName({ name, as: Heading }: PlayerNameProps): ReactElement {
  return (
    <Heading className={classes(styles.name, name.length > LONG_NAME && styles.long)} title={name}>
      {name}
    </Heading>
  )
}
