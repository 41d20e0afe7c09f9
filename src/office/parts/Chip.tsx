// A state in a word; its tone is never the only sign.
import type { ReactElement } from 'react'
import { classes } from '../../islands/ui/classes.ts'
import styles from './chip.module.css'

interface ChipProps {
  tone?: 'good' | 'bad' | 'warn' | 'calm'
  children: string
}

export function Chip({ tone = 'calm', children }: ChipProps): ReactElement {
  return <span className={classes(styles.chip, styles[tone])}>{children}</span>
}
