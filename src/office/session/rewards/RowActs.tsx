// Moves a row of a list by a step, or removes it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import styles from './rewards.module.css'

interface RowActsProps {
  /** Names the row. */
  name: string
  at: number
  count: number
  locked: string | undefined
  /** Why it may not be removed. */
  kept?: string | undefined
  /** Absent where the order says nothing. */
  onMove?: (step: 1 | -1) => void
  onRemove: () => void
}

export function RowActs({ name, at, count, locked, kept, onMove, onRemove }: RowActsProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  return (
    <span className={styles.rowActs}>
      {onMove === undefined
        ? null
        : ([-1, 1] as const).map((step) => (
            <Button
              key={step}
              tone="ghost"
              aria-label={t(step === -1 ? 'rows.up' : 'rows.down', { name })}
              disabledReason={locked ?? (at + step < 0 || at + step >= count ? t('rows.end') : undefined)}
              onClick={() => onMove(step)}
            >
              {step === -1 ? '↑' : '↓'}
            </Button>
          ))}
      <Button
        tone="ghost"
        icon="close"
        aria-label={t('rows.remove', { name })}
        disabledReason={locked ?? kept}
        onClick={onRemove}
      />
    </span>
  )
}
