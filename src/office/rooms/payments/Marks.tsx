// What is unusual about an order.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderListRow } from '../../../protocol/office/orders.ts'
import { Chip } from '../../parts/Chip.tsx'
import styles from './payments.module.css'

const TONES = { question: 'bad', partial: 'warn', late: 'warn', bot: 'calm' } as const

/** The marks of an order. */
export function Marks({ marks }: Pick<OrderListRow, 'marks'>): ReactElement | null {
  const { t } = useTranslation('officePayments')
  if (marks.length === 0) return null
  return (
    <span className={styles.chips}>
      {marks.map((mark) => (
        <Chip key={mark} tone={TONES[mark]}>
          {t(`marks.${mark}`)}
        </Chip>
      ))}
    </span>
  )
}
