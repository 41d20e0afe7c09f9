// An amount of money without a line break, in tabular figures. components/Price.astro is the same without React.
import type { ReactElement } from 'react'
import { formatMoney } from '../../../i18n/format.ts'
import { classes } from '../classes.ts'

export interface PriceProps {
  /** In US cents. */
  cents: number
  className?: string | undefined
}

export function Price({ cents, className }: PriceProps): ReactElement {
  return <span className={classes('price', className)}>{formatMoney(cents)}</span>
}
