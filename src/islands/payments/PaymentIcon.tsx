// The picture of a currency, a method or a coin. It is decorative: text next to it names the thing.
import type { ReactElement } from 'react'

export interface PaymentIconProps {
  src: string
  /** Edge in CSS pixels. */
  size: number
}

export function PaymentIcon({ src, size }: PaymentIconProps): ReactElement {
  return <img className="deposit-icon" src={src} alt="" width={size} height={size} decoding="async" />
}
