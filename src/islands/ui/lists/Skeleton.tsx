// A placeholder of the exact size of content that is loading.
import type { ReactElement } from 'react'
import { classes } from '../classes.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths; numbers are pixels. */
  width?: number | string | undefined
  height?: number | string | undefined
  shape?: 'bar' | 'card' | 'round' | undefined
  className?: string | undefined
}

export function Skeleton({ width, height, shape = 'bar', className }: SkeletonProps): ReactElement {
  return (
    <span className={classes(styles.skeleton, styles[shape], className)} style={{ width, height }} aria-hidden="true" />
  )
}
