// What a game offers whose price the balance does not cover: a deposit of what is missing.
import type { ReactElement, ReactNode } from 'react'
import { Button } from './Button.tsx'

interface TopUpButtonProps {
  /** What the deposit begins with, in cents. */
  readonly cents: number
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Opens the window of deposits with the sum in it; without scripts it leads to their page. */
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
