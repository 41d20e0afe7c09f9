// The button for a deposit of the sum that the balance lacks.
import type { ReactElement, ReactNode } from 'react'
import { Button } from './Button.tsx'

interface TopUpButtonProps {
  /** The suggested sum in cents. */
  readonly cents: number
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Renders a link to the deposit page, which opens the deposit dialog with the sum where scripts run. */
export function TopUpButton({ cents, className, children }: TopUpButtonProps): ReactElement {
  const sum = String(cents / 100)
  return (
    <Button
      tone="signal"
      size="l"
      className={className}
      icon="deposit"
      href={`/deposit?sum=${sum}`}
      data-open="payment"
      data-sum={sum}
      aria-haspopup="dialog"
    >
      {children}
    </Button>
  )
}
