// The state of an order in a word.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderState } from '../../protocol/payment.ts'
import { Chip } from '../parts/Chip.tsx'

const TONES = {
  created: 'calm',
  paid: 'good',
  expired: 'calm',
  failed: 'calm',
  cancelled: 'calm',
  refunded: 'warn',
  partly_refunded: 'warn',
  disputed: 'bad',
  won: 'good',
  lost: 'bad',
  kept: 'warn',
} as const satisfies Readonly<Record<OrderState, string>>

/** States of an order in which there is something to refund. */
const REFUNDABLE: readonly OrderState[] = ['paid', 'won', 'partly_refunded']

/** Tells whether there is something to refund. */
export function isRefundable(state: OrderState): boolean {
  return REFUNDABLE.includes(state)
}

export function OrderChip({ state }: { state: OrderState }): ReactElement {
  const { t } = useTranslation('officeEvents')
  return <Chip tone={TONES[state]}>{t(`order.${state}`)}</Chip>
}
