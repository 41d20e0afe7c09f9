// The sign of money beside a field for an amount.
import type { ReactElement } from 'react'
import { MONEY_AFFIXES } from '../../i18n/format.ts'

interface MoneySignProps {
  readonly side: keyof typeof MONEY_AFFIXES
  readonly className?: string | undefined
}

/** Renders what formatMoney writes on one side of the digits; nothing on the side where it writes none. The label says the currency. */
export function MoneySign({ side, className }: MoneySignProps): ReactElement | null {
  const sign: string = MONEY_AFFIXES[side]
  if (sign === '') return null
  return (
    <span className={className} aria-hidden="true">
      {sign}
    </span>
  )
}
